// The master key: where it comes from, and the check that the data was sealed with it.
import { openSealedCredentials } from '../credentials/index.js';
import { type Db, transact, type Tx } from '../db/index.js';
import { createSecrets, makeMasterKey, masterKeyPath, readMasterKey, type Secrets } from '../crypto/index.js';
import type { Settings } from './settings.js';

type KeySettings = Pick<Settings, 'masterKey' | 'storage'>;

/** The key is not the one that the data was written with. Nothing was changed. */
export class MasterKeyRefused extends Error {
  constructor(what: string) {
    super(`${what}\nIf that key is lost for good: svc-service master-key forget`);
    this.name = 'MasterKeyRefused';
  }
}

/**
 * Returns what seals and opens with the key of the settings. Throws `MasterKeyRefused` if the data was sealed with another
 * key or the folder has lost its own. If several processes start at once on new data, those whose key differs from the
 * first one's throw.
 */
export async function agreeOnMasterKey(db: Db, { masterKey, storage }: KeySettings): Promise<Secrets> {
  const folder = folderOf(storage);
  let key = findMasterKey({ masterKey, storage });
  if (!key) {
    if (folder === undefined) throw new Error('SVC_MASTER_KEY is not set');
    if (await isInUse(db))
      throw new MasterKeyRefused(
        `${masterKeyPath(folder)} is missing, but there is data that was written with it. ` +
          'Put it back, or name the key in SVC_MASTER_KEY.',
      );
    key = makeMasterKey(folder);
  }
  const secrets = createSecrets(key);
  if (!(await transact(db, (tx) => isKeyOf(tx, secrets)))) {
    const named =
      masterKey || folder === undefined ? 'SVC_MASTER_KEY' : `the key in ${masterKeyPath(folder)}`;
    throw new MasterKeyRefused(
      `${named} is not the key that the data was written with. Start with that one; every process needs the same.`,
    );
  }
  return secrets;
}

/** What seals and opens, for a chore without a database; undefined if there is no key yet. */
export function findSecrets(settings: KeySettings): Secrets | undefined {
  const key = findMasterKey(settings);
  return key && createSecrets(key);
}

function findMasterKey({ masterKey, storage }: KeySettings): Uint8Array | undefined {
  const folder = folderOf(storage);
  return masterKey ?? (folder === undefined ? undefined : readMasterKey(folder));
}

const folderOf = (storage: Settings['storage']): string | undefined =>
  storage.kind === 'folder' ? storage.directory : undefined;

/** The same for every process with the key. The key cannot be found from it. */
const fingerprintOf = (secrets: Secrets): string => secrets.derive('master key fingerprint');

async function isKeyOf(tx: Tx, secrets: Secrets): Promise<boolean> {
  const fingerprint = fingerprintOf(secrets);
  const stored = await readFingerprint(tx);
  if (stored !== undefined) return stored === fingerprint;
  if (!(await opensSamples(tx, secrets))) return false;
  await tx
    .insertInto('master_key')
    .values({ id: 1, fingerprint, created_on: new Date() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  // Another process may have stored its fingerprint meanwhile.
  return (await readFingerprint(tx)) === fingerprint;
}

const readFingerprint = async (db: Db | Tx): Promise<string | undefined> =>
  (await db.selectFrom('master_key').select('fingerprint').executeTakeFirst())?.fingerprint;

/** How many rows of each kind are tried. */
const most = 20;

/** Sealed rows, as functions that open them. For data that is older than the fingerprint. */
async function samplesOf(db: Db | Tx): Promise<readonly ((secrets: Secrets) => unknown)[]> {
  const connections = await db.selectFrom('connection').select(['id', 'credentials']).limit(most).execute();
  const webhooks = await db.selectFrom('webhook').select(['id', 'secret']).limit(most).execute();
  const records = await db.selectFrom('insurance').select(['id', 'record']).limit(most).execute();
  const applications = await db
    .selectFrom('custom_credentials')
    .select(['team_id', 'provider', 'credentials'])
    .limit(most)
    .execute();
  return [
    ...connections.map((row) => (secrets: Secrets) => secrets.open('connection', row.id, row.credentials)),
    ...webhooks.map((row) => (secrets: Secrets) => secrets.open('webhook-secret', row.id, row.secret)),
    ...records.map((row) => (secrets: Secrets) => secrets.open('insurance', row.id, row.record)),
    ...applications.map((row) => (secrets: Secrets) => openSealedCredentials(secrets, row)),
  ];
}

/** Whether one of the samples opens. A single row may be broken; if none opens, the key is wrong. */
async function opensSamples(tx: Tx, secrets: Secrets): Promise<boolean> {
  const samples = await samplesOf(tx);
  return samples.length === 0 || samples.some((open) => opens(() => open(secrets)));
}

function opens(open: () => unknown): boolean {
  try {
    open();
    return true;
  } catch {
    return false;
  }
}

const isInUse = async (db: Db): Promise<boolean> =>
  (await readFingerprint(db)) !== undefined || (await samplesOf(db)).length > 0;
