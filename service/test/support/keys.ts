// Master keys for tests, and what opens the values of a database.
import { parseMasterKeys, readMasterKeys, type MasterKey, type Secrets } from '../../src/crypto/index.js';
import type { Db } from '../../src/db/index.js';
import { agreeOnMasterKeys, type KeySettings } from '../../src/master-keys/index.js';

/** Master keys as a setting names them. */
export const masterKeysOf = (text: string): readonly MasterKey[] => parseMasterKeys(text) ?? [];

export const keySettings = (text: string): KeySettings => ({
  masterKeys: masterKeysOf(text),
  kms: undefined,
  folder: undefined,
});

/** What opens the values of a database, by its master key. */
export const secretsBy = async (db: Db, masterKey: string): Promise<Secrets> =>
  (await agreeOnMasterKeys(db, keySettings(masterKey))).secrets;

/** The same by the master key of a data folder. */
export const secretsOfFolder = async (db: Db, folder: string): Promise<Secrets> =>
  (await agreeOnMasterKeys(db, { masterKeys: readMasterKeys(folder), kms: undefined, folder })).secrets;
