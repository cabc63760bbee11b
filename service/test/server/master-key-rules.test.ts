// Which key the service takes, and when it takes none: by the data folder and the database alone.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { setCredentials } from '../../src/credentials/store.js';
import { migrate, transact, type OpenDatabase } from '../../src/db/index.js';
import { agreeOnMasterKey, MasterKeyRefused } from '../../src/server/master-key.js';
import { findProvider } from '../../src/providers/index.js';
import { createSecrets, makeMasterKey, type Secrets } from '../../src/crypto/secrets.js';
import { newDataFolder } from '../support/child-service.js';
import { openInMemory } from '../support/memory-database.js';

const now = new Date('2026-05-01T12:00:00Z');
const [team, user] = [randomUUID(), randomUUID()];
const forget = '\nIf that key is lost for good: svc-service master-key forget';

let database: OpenDatabase;
let folder: string;
let key: Uint8Array;
let secrets: Secrets;
beforeAll(async () => {
  database = await openInMemory();
  await migrate(database.db);
  const org = randomUUID();
  await database.db.insertInto('org').values({ id: org, name: 'One', created_on: now }).execute();
  await database.db
    .insertInto('team')
    .values({ id: team, org_id: org, name: 'One', region: 'us', flags: '[]', created_on: now })
    .execute();
  await database.db.insertInto('app_user').values({ id: user, team_id: team, created_on: now }).execute();
});
afterAll(() => database.close());
beforeEach(() => {
  folder = newDataFolder();
  key = randomBytes(32);
  secrets = createSecrets(key);
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  for (const table of ['master_key', 'connection', 'webhook', 'insurance', 'custom_credentials'] as const)
    await database.db.deleteFrom(table).execute();
});

const inFolder = (masterKey?: Uint8Array) =>
  agreeOnMasterKey(database.db, { masterKey, storage: { kind: 'folder', directory: folder } });
const elsewhere = (masterKey?: Uint8Array) =>
  agreeOnMasterKey(database.db, { masterKey, storage: { kind: 'memory' } });
const file = () => join(folder, 'master.key');
const refused = (message: string) => ({ name: 'MasterKeyRefused', message: message + forget });
const anotherOne = (named: string) =>
  refused(
    `${named} is not the key that the data was written with. Start with that one; every process needs the same.`,
  );
const isMissing = () =>
  refused(
    `${file()} is missing, but there is data that was written with it. Put it back, or name the key in SVC_MASTER_KEY.`,
  );
/** Fails unless these are what this key makes. */
const assertOf = (made: Secrets, by: Uint8Array) =>
  assert.equal(made.derive('test'), createSecrets(by).derive('test'));

describe('the key', () => {
  it('is the one of the settings, with and without a folder', async () => {
    assertOf(await inFolder(key), key);
    assertOf(await elsewhere(key), key);
    assert.ok(!existsSync(file()));
  });

  it('is the one in the folder', async () => {
    const kept = makeMasterKey(folder);
    assertOf(await inFolder(), kept);
  });

  it('is the one of the settings, whatever the folder holds', async () => {
    makeMasterKey(folder);
    assertOf(await inFolder(key), key);
  });

  it('is made for a new folder, and stays', async () => {
    const made = await inFolder();
    assert.ok(existsSync(file()));
    assert.equal((await inFolder()).derive('test'), made.derive('test'));
  });

  it('has to be named where there is no folder', async () => {
    await assert.rejects(elsewhere(), /^Error: SVC_MASTER_KEY is not set$/);
  });

  it('is no other than the first one, by whatever name', async () => {
    await inFolder(key);
    await assert.rejects(elsewhere(randomBytes(32)), anotherOne('SVC_MASTER_KEY'));
    await assert.rejects(inFolder(randomBytes(32)), anotherOne('SVC_MASTER_KEY'));
    makeMasterKey(folder);
    await assert.rejects(inFolder(), anotherOne(`the key in ${file()}`));
    await assert.rejects(inFolder(), MasterKeyRefused);
    assertOf(await inFolder(key), key);
  });

  it('is not made anew where the first one is missing', async () => {
    await inFolder();
    rmSync(file());
    await assert.rejects(inFolder(), isMissing());
    assert.ok(!existsSync(file()));
  });

  it('is kept as what it cannot be found by', async () => {
    await inFolder(key);
    const rows = await database.db.selectFrom('master_key').selectAll().execute();
    assert.deepEqual(
      rows.map(({ id, fingerprint }) => [id, fingerprint]),
      [[1, secrets.derive('master key fingerprint')]],
    );
  });
});

/** What a row of each kind seals, written with the test's key. */
const sealedRows: Readonly<Record<string, () => Promise<unknown>>> = {
  connection: () => {
    const id = randomUUID();
    return database.db
      .insertInto('connection')
      .values({
        ...{ id, team_id: team, user_id: user, provider: 'umbra_sleep', provider_account: id },
        credentials: secrets.seal('connection', id, '{}'),
        ...{ scopes_granted: '[]', scopes_denied: '[]', status: 'connected', created_on: now },
      })
      .execute();
  },
  webhook: () => {
    const id = randomUUID();
    return database.db
      .insertInto('webhook')
      .values({
        ...{ id, team_id: team, kind: 'webhook', url: 'https://a.example/', events: '[]', routes: '[]' },
        headers: Buffer.of(),
        secret: secrets.seal('webhook-secret', id, 'secret'),
        ...{ status: 'enabled', created_on: now },
      })
      .execute();
  },
  insurance: () => {
    const id = randomUUID();
    return database.db
      .insertInto('insurance')
      .values({ id, user_id: user, record: secrets.seal('insurance', id, '{}'), created_on: now })
      .execute();
  },
  'custom credentials': () =>
    transact(database.db, (tx) =>
      setCredentials(
        { clock: { now: () => now, advanced: () => 0 }, secrets },
        tx,
        team,
        findProvider('aurora_ring')!,
        { clientId: 'id', clientSecret: 'secret' },
      ),
    ),
};

describe('the key of data that is older than what keys are known by', () => {
  for (const [kind, write] of Object.entries(sealedRows))
    it(`is the one that opens its ${kind}`, async () => {
      await write();
      await assert.rejects(inFolder(), isMissing());
      assert.ok(!existsSync(file()));
      await assert.rejects(inFolder(randomBytes(32)), anotherOne('SVC_MASTER_KEY'));
      assertOf(await inFolder(key), key);
      assertOf(await inFolder(key), key);
      await assert.rejects(inFolder(randomBytes(32)), anotherOne('SVC_MASTER_KEY'));
    });

  it('is the one that opens any of it, though some is broken', async () => {
    for (const write of Object.values(sealedRows)) await write();
    await database.db.updateTable('connection').set({ credentials: Buffer.of() }).execute();
    await database.db.updateTable('custom_credentials').set({ credentials: Buffer.of() }).execute();
    assertOf(await inFolder(key), key);
  });

  it('is the one it is known by from then on, though nothing opens any more', async () => {
    await sealedRows['webhook']!();
    await inFolder(key);
    await database.db.updateTable('webhook').set({ secret: Buffer.of() }).execute();
    assertOf(await inFolder(key), key);
  });
});
