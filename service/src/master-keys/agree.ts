// The master keys of a start: where they come from, and the check that they open the existing data.
import { randomBytes } from 'node:crypto';
import {
  createKeyring,
  createSecrets,
  fingerprintOf,
  idByFingerprint,
  type Keyring,
  type Kms,
  makeMasterKey,
  type MasterKey,
  masterKeyPath,
  MissingMasterKey,
  readMasterKeys,
  type Secrets,
} from '../crypto/index.js';
import type { Db } from '../db/index.js';
import { type HeldKeys, holdDataKeys, readDataKeys, storeDataKey } from './data-keys.js';
import { isSomethingSealed, opensSomething } from './samples.js';

export interface KeySettings {
  /** The first key wraps new data keys, unless a key management service does. */
  readonly masterKeys: readonly MasterKey[];
  readonly kms: Kms | undefined;
  /** The data folder, which may contain a file of master keys. */
  readonly folder: string | undefined;
}

/** The keys do not open the data. Nothing was changed. */
export class MasterKeyRefused extends Error {
  constructor(what: string) {
    super(`${what}\nIf that key is lost for good: svc-service master-key forget`);
    this.name = 'MasterKeyRefused';
  }
}

/** The keys that seal and open values, and the keyring that wraps them. */
export interface AgreedKeys extends HeldKeys {
  readonly keyring: Keyring;
}

/**
 * Unwraps the data keys with the master keys of the settings, and makes the first data key of a new database. Throws
 * `MasterKeyRefused` if a master key is missing that is still needed. If several processes start at once on new data, those
 * that do not have the first one's master key throw.
 */
export async function agreeOnMasterKeys(db: Db, settings: KeySettings): Promise<AgreedKeys> {
  const masterKeys = await findOrMake(db, settings);
  const keyring = createKeyring(masterKeys, settings.kms);
  if (!keyring) throw new Error('SVC_MASTER_KEY is not set');
  try {
    if ((await readDataKeys(db)).length === 0) await makeFirst(db, keyring, masterKeys);
    return { keyring, ...(await holdDataKeys(db, keyring)) };
  } catch (error) {
    throw error instanceof MissingMasterKey ? refusalOf(error, settings, keyring) : error;
  }
}

function refusalOf({ id }: MissingMasterKey, settings: KeySettings, { wrappers }: Keyring): MasterKeyRefused {
  const has = wrappers.map((wrapper) => `"${wrapper.id}"`).join(', ');
  const where = id.startsWith('kms:') ? 'SVC_KMS_COMMAND is not set' : `${havers(settings)} only ${has}`;
  return new MasterKeyRefused(
    `The data was written with ${id === unknown ? 'another master key' : `the master key "${id}"`}, and ${where}. ` +
      'Start with that one as well: every process needs it until svc-service keys rotate-master says that it may be removed.',
  );
}

/** Stands for a key whose id is not known. */
const unknown = '';

const havers = ({ masterKeys, folder }: KeySettings): string =>
  masterKeys.length > 0 || folder === undefined
    ? 'SVC_MASTER_KEY and SVC_MASTER_KEYS have'
    : `${masterKeyPath(folder)} has`;

/** The secrets for a command that changes nothing; undefined if there are no keys yet. */
export async function findSecrets(db: Db, settings: KeySettings): Promise<Secrets | undefined> {
  const keyring = createKeyring(findMasterKeys(settings), settings.kms);
  if (!keyring || (await readDataKeys(db)).length === 0) return undefined;
  return (await holdDataKeys(db, keyring)).secrets;
}

export const findMasterKeys = ({ masterKeys, folder }: KeySettings): readonly MasterKey[] =>
  masterKeys.length > 0 || folder === undefined ? masterKeys : readMasterKeys(folder);

async function findOrMake(db: Db, settings: KeySettings): Promise<readonly MasterKey[]> {
  const found = findMasterKeys(settings);
  const { folder, kms } = settings;
  if (found.length > 0 || kms || folder === undefined) return found;
  if (await isInUse(db))
    throw new MasterKeyRefused(
      `${masterKeyPath(folder)} is missing, but there is data that was written with it. ` +
        'Put it back, or name the key in SVC_MASTER_KEY.',
    );
  return [makeMasterKey(folder)];
}

/**
 * Stores the first data key. For a new database it is random. If a version without data keys has written the data, it is
 * that version's master key itself, so that all values open.
 */
async function makeFirst(db: Db, keyring: Keyring, masterKeys: readonly MasterKey[]): Promise<void> {
  const before = await findOldKey(db, masterKeys);
  // Another process may have stored a data key meanwhile, and sealed values that look old from here.
  if (before === 'missing' && (await readDataKeys(db)).length > 0) return;
  if (before === 'missing')
    throw new MissingMasterKey(idByFingerprint((await readFingerprint(db)) ?? unknown));
  await storeDataKey(db, keyring, before?.key ?? randomBytes(32), {
    number: 1,
    was_master: before !== undefined,
    sealsIn: 0,
  });
}

/** The master key with which a version without data keys has written; undefined if there is no such data. */
async function findOldKey(
  db: Db,
  masterKeys: readonly MasterKey[],
): Promise<MasterKey | undefined | 'missing'> {
  const fingerprint = await readFingerprint(db);
  if (fingerprint !== undefined)
    return masterKeys.find(({ key }) => fingerprintOf(key) === fingerprint) ?? 'missing';
  if (!(await isSomethingSealed(db))) return undefined;
  for (const masterKey of masterKeys)
    if (await opensSomething(db, createSecrets(masterKey.key))) return masterKey;
  return 'missing';
}

/** The fingerprint that versions without data keys have written. */
const readFingerprint = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('master_key').select('fingerprint').executeTakeFirst())?.fingerprint;

const isInUse = async (db: Db): Promise<boolean> =>
  (await readDataKeys(db)).length > 0 ||
  (await readFingerprint(db)) !== undefined ||
  (await isSomethingSealed(db));
