// Master keys for tests, and the secrets that open the values of a database.
import { parseMasterKeys, readMasterKeys, type MasterKey, type Secrets } from '../../src/crypto/index.js';
import type { Db } from '../../src/db/index.js';
import { agreeOnMasterKeys, type KeySettings } from '../../src/master-keys/index.js';

/** Master keys as a setting writes them. */
export const masterKeysOf = (text: string): readonly MasterKey[] => parseMasterKeys(text) ?? [];

export const keySettings = (text: string): KeySettings => ({
  masterKeys: masterKeysOf(text),
  kms: undefined,
  folder: undefined,
});

/** Opens the values of a database with its master key. */
export const secretsBy = async (db: Db, masterKey: string): Promise<Secrets> =>
  (await agreeOnMasterKeys(db, keySettings(masterKey))).secrets;

/** The same with the master key of a data folder. */
export const secretsOfFolder = async (db: Db, folder: string): Promise<Secrets> =>
  (await agreeOnMasterKeys(db, { masterKeys: readMasterKeys(folder), kms: undefined, folder })).secrets;
