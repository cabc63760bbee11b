// Which key the service takes, and when it refuses to start, according to the data folder and the database.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { setCredentials } from '../../src/credentials/store.js';
import { migrate, transact, type OpenDatabase } from '../../src/db/index.js';
import { agreeOnMasterKeys, findSecrets, MasterKeyRefused } from '../../src/master-keys/index.js';
import { findProvider } from '../../src/providers/index.js';
import {
  createKeyring,
  createSecrets,
  fingerprintOf,
  makeMasterKey,
  type MasterKey,
  type Secrets,
} from '../../src/crypto/index.js';
import { nameMasterKey } from '../../src/crypto/master-key.js';
import { newDataFolder } from '../support/child-service.js';
import { openInMemory } from '../support/memory-database.js';

const now = new Date('2026-05-01T12:00:00Z');
const [team, user] = [randomUUID(), randomUUID()];
const forget = '\nIf that key is lost for good: svc-service master-key forget';

const newKey = (id?: string): MasterKey => nameMasterKey(randomBytes(32), id);

let database: OpenDatabase;
let folder: string;
let key: MasterKey;
let secrets: Secrets;
beforeAll(async () => {
  database = await openInMemory();
  await migrate(database);
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
  key = newKey();
  secrets = createSecrets(key.key);
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  for (const table of [
    'data_key',
    'master_key',
    'connection',
    'webhook',
    'insurance',
    'custom_credentials',
  ] as const)
    await database.db.deleteFrom(table).execute();
});

const inFolder = (...masterKeys: MasterKey[]) =>
  agreeOnMasterKeys(database.db, { masterKeys, kms: undefined, folder });
const elsewhere = (...masterKeys: MasterKey[]) =>
  agreeOnMasterKeys(database.db, { masterKeys, kms: undefined, folder: undefined });
const file = () => join(folder, 'master.key');
const refused = (message: string) => ({ name: 'MasterKeyRefused', message: message + forget });
/** The error if `where` has other keys than the needed one. */
const needs = (id: string | undefined, where: string, ...has: MasterKey[]) =>
  refused(
    `The data was written with ${id === undefined ? 'another master key' : `the master key "${id}"`}, and ${where} only ` +
      `${has.map((each) => `"${each.id}"`).join(', ')}. Start with that one as well: every process needs it until ` +
      'svc-service keys rotate-master says that it may be removed.',
  );
const settings = 'SVC_MASTER_KEY and SVC_MASTER_KEYS have';
const isMissing = () =>
  refused(
    `${file()} is missing, but there is data that was written with it. Put it back, or name the key in SVC_MASTER_KEY.`,
  );
const dataKeys = () => database.db.selectFrom('data_key').selectAll().orderBy('number').execute();

describe('the master key', () => {
  it('is the one of the settings, with and without a folder', async () => {
    const { secrets: made } = await inFolder(key);
    assert.equal((await elsewhere(key)).secrets.derive('test'), made.derive('test'));
    assert.ok(!existsSync(file()));
    assert.deepEqual(
      (await dataKeys()).map(({ number, wrapped_by, was_master }) => [number, wrapped_by, was_master]),
      [[1, key.id, false]],
    );
  });

  it('is the one in the folder', async () => {
    const kept = makeMasterKey(folder);
    await inFolder();
    await elsewhere(kept);
  });

  it('is the one of the settings, whatever the folder holds', async () => {
    makeMasterKey(folder);
    await inFolder(key);
    await elsewhere(key);
  });

  it('is made for a new folder, and stays', async () => {
    const { secrets: made } = await inFolder();
    assert.ok(existsSync(file()));
    assert.equal((await inFolder()).secrets.derive('test'), made.derive('test'));
  });

  it('must be named if there is no folder', async () => {
    await assert.rejects(elsewhere(), /^Error: SVC_MASTER_KEY is not set$/);
  });

  it('must be the first one, which the refusal names', async () => {
    await inFolder(key);
    const [other, third] = [newKey('other'), newKey('third')];
    await assert.rejects(elsewhere(other), needs(key.id, settings, other));
    await assert.rejects(inFolder(other, third), needs(key.id, settings, other, third));
    const made = makeMasterKey(folder);
    await assert.rejects(inFolder(), needs(key.id, `${file()} has`, made));
    await assert.rejects(inFolder(), MasterKeyRefused);
    await inFolder(other, key);
    // The same key under another name.
    await inFolder({ ...key, id: 'renamed' });
    await assert.rejects(elsewhere({ ...other, id: key.id }), needs(key.id, settings, key));
  });

  it('is not made again if the first one is missing', async () => {
    await inFolder();
    rmSync(file());
    await assert.rejects(inFolder(), isMissing());
    assert.ok(!existsSync(file()));
  });

  it('is stored nowhere, and no data key is stored unwrapped', async () => {
    const { keyring } = await inFolder(key);
    const [row] = await dataKeys();
    assert.ok(row);
    const dataKey = await keyring.unwrap(key.id, row.wrapped, 'svc-service-data-key-1');
    assert.equal(dataKey.length, 32);
    const stored = Buffer.from(JSON.stringify(row) + Buffer.from(row.wrapped).toString('latin1'), 'latin1');
    for (const hidden of [dataKey, key.key]) assert.equal(stored.indexOf(Buffer.from(hidden)), -1);
    assert.deepEqual(await database.db.selectFrom('master_key').selectAll().execute(), []);
  });

  it('opens existing data for a command, which makes no key', async () => {
    const chore = { masterKeys: [key], kms: undefined, folder };
    assert.equal(await findSecrets(database.db, chore), undefined);
    assert.deepEqual(await dataKeys(), []);
    const { secrets: made } = await inFolder(key);
    assert.equal((await findSecrets(database.db, chore))?.derive('test'), made.derive('test'));
    assert.equal(await findSecrets(database.db, { ...chore, masterKeys: [] }), undefined);
  });

  it('is missing if a key management service has wrapped a key and is not named', async () => {
    const wrapped = Buffer.alloc(60);
    const row = { number: 1, wrapped, wrapped_by: 'kms:alias/svc', was_master: false };
    await database.db
      .insertInto('data_key')
      .values({ ...row, seals_from: now, created_on: now })
      .execute();
    await assert.rejects(inFolder(key), /the master key "kms:alias\/svc", and SVC_KMS_COMMAND is not set\./);
  });
});

/** The sealed values of a row of each kind, written with the test's key. */
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

describe('the master key of a version without data keys', () => {
  /** Checks that the data opens with a data key that is the master key itself. */
  const assertTaken = async ({ secrets: made }: { secrets: Secrets }) => {
    assert.equal(made.derive('test'), secrets.derive('test'));
    assert.equal(made.open('event', 'row', secrets.seal('event', 'row', 'text')), 'text');
    assert.deepEqual(
      (await dataKeys()).map(({ number, was_master }) => [number, was_master]),
      [[1, true]],
    );
  };

  for (const [kind, write] of Object.entries(sealedRows))
    it(`is the one that opens its ${kind}`, async () => {
      await write();
      await assert.rejects(inFolder(), isMissing());
      assert.ok(!existsSync(file()));
      const other = newKey();
      await assert.rejects(inFolder(other), needs(undefined, settings, other));
      await assertTaken(await inFolder(key));
      await assertTaken(await inFolder(key));
      await assert.rejects(inFolder(other), needs(key.id, settings, other));
    });

  it('is the one that opens some of it, even if some values are broken', async () => {
    for (const write of Object.values(sealedRows)) await write();
    await database.db.updateTable('connection').set({ credentials: Buffer.of() }).execute();
    await database.db.updateTable('custom_credentials').set({ credentials: Buffer.of() }).execute();
    await assertTaken(await inFolder(key));
  });

  it('is the one with the recorded fingerprint, even if nothing was sealed yet', async () => {
    await database.db
      .insertInto('master_key')
      .values({ id: 1, fingerprint: fingerprintOf(key.key), created_on: now })
      .execute();
    const other = newKey('other');
    await assert.rejects(inFolder(), isMissing());
    await assert.rejects(inFolder(other), needs(key.id, settings, other));
    assert.deepEqual(await dataKeys(), []);
    await assertTaken(await inFolder(key));
  });

  it('is found after a new one, which wraps from then on', async () => {
    await sealedRows['webhook']!();
    const other = newKey('other');
    await assertTaken(await inFolder(other, key));
    assert.equal((await dataKeys())[0]?.wrapped_by, 'other');
    await assertTaken(await inFolder(other));
    await assert.rejects(inFolder(key), needs(other.id, settings, key));
  });

  it('is not looked for if another process has made data keys meanwhile', async () => {
    await sealedRows['webhook']!();
    const other = newKey('other');
    const wrapped = await createKeyring([other], undefined)!.wrappers[0].wrap(
      key.key,
      'svc-service-data-key-1',
    );
    const row = { number: 1, wrapped, wrapped_by: 'other', was_master: false };
    let reads = 0;
    const racing = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        // The first read finds no data keys.
        if (reads++ === 0)
          await database.db
            .insertInto('data_key')
            .values({ ...row, seals_from: now, created_on: now })
            .execute();
        return result;
      },
    });
    await agreeOnMasterKeys(racing, { masterKeys: [other], kms: undefined, folder: undefined });
  });
});
