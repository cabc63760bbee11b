import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import { sql } from 'kysely';
import { lockDirectory } from '../../src/db/directory-lock.js';
import { migrate, openEmbedded, transact, type OpenDatabase } from '../../src/db/index.js';
import { link } from '../../src/db/migrations/0001-link.js';
import { gate } from '../support/gate.js';
import { openForTests, openInMemory } from '../support/memory-database.js';

describe('the database', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openForTests(assert.fail);
    await migrate(database);
  });
  afterAll(() => database.close());

  it('runs vacuum now and then, because PGlite never does it by itself', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const other = await openInMemory();
    await migrate(other);
    const vacuumed = async () => {
      const { rows } = await sql<{ n: number }>`
        select vacuum_count::integer as n from pg_stat_all_tables where relname = 'org'
      `.execute(other.db);
      return rows[0]?.n;
    };
    assert.equal(await vacuumed(), 0);
    vi.advanceTimersByTime(5 * 60_000);
    // There is one connection, so this waits for the work that the timer began.
    while ((await vacuumed()) === 0);
    vi.useRealTimers();
    await other.close();
  });

  const addOrg = (id: number) => ({
    id: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
    name: 'one',
    created_on: new Date(),
  });
  const count = async () => (await database.db.selectFrom('org').select('id').execute()).length;

  it('migrates once, even if two processes do it at the same time', async () => {
    assert.deepEqual(await Promise.all([migrate(database), migrate(database)]), [[], []]);
  });

  it('upgrades a database of the first version and keeps its data', async () => {
    const old = await openInMemory();
    for (const statement of ['drop schema public cascade', 'create schema public', ...link])
      await sql.raw(statement).execute(old.db);
    await sql`create table svc_migration (name text primary key, ran_on timestamptz not null default now())`.execute(
      old.db,
    );
    await sql`insert into svc_migration (name) values ('0001-link')`.execute(old.db);
    const id = '00000000-0000-4000-8000-000000000009';
    const started = `'2026-05-01T23:30:00Z'`;
    const ends = [
      ['success', 'null', started],
      ['pending_provider_mfa', 'null', started],
      ['error', `'user_cancelled'`, started],
      // The session of a user who was deleted.
      ['error', `'token_expired'`, started],
      ['error', `'token_expired'`, 'null'],
    ];
    for (const statement of [
      `insert into org values ('${id}', 'one', now())`,
      `insert into team values ('${id}', '${id}', 'one', 'us', '[]', null, null, null, now())`,
      `insert into app_user values ('${id}', '${id}', 'ada', now(), null)`,
      `insert into link_session (id, team_id, user_id, token_hash, state, reject_duplicate, created_on, expires_at)
        values ('${id}', '${id}', '${id}', '', 'started', false, now(), now())`,
      ...ends.map(
        (
          [state, error, started],
          index,
        ) => `insert into link_session (id, team_id, user_id, token_hash, state,
          provider, attempt, error_type, reject_duplicate, created_on, started_on, expires_at)
          values (gen_random_uuid(), '${id}', '${id}', '${index}', '${state}', 'quartz_scale', 1, ${error}, false, now(),
          ${started}, now())`,
      ),
      // Two connections, and the session of one of them. The other account's id comes from the provider.
      `insert into connection (id, team_id, user_id, provider, provider_account, credentials, scopes_granted,
        scopes_denied, status, created_on)
        values ('${id}', '${id}', '${id}', 'quartz_scale', 'quartz_scale:${id}', '', '[]', '[]', 'connected', now()),
        (gen_random_uuid(), '${id}', '${id}', 'aurora_ring', 'a1', '', '[]', '[]', 'connected', now())`,
      `update link_session set connection_id = '${id}' where state = 'success'`,
    ])
      await sql.raw(statement).execute(old.db);

    assert.equal((await migrate(old))[0], '0002-embedding');
    const { provider_account } = await old.db
      .selectFrom('link_session')
      .select('provider_account')
      .where('state', '=', 'success')
      .executeTakeFirstOrThrow();
    assert.equal(provider_account, `quartz_scale:${id}`);
    const unnamed = await old.db.selectFrom('unnamed_account').selectAll().execute();
    assert.deepEqual(unnamed, [{ connection_id: id }]);
    const row = await old.db
      .selectFrom('link_session')
      .select(['started_via', 'comes_home', 'return_url'])
      .executeTakeFirstOrThrow();
    assert.deepEqual(row, { started_via: null, comes_home: false, return_url: null });
    const steps = await old.db
      .selectFrom('link_step')
      .select(({ fn }) => ['step', 'day', 'error_type', fn.countAll<string>().as('count')])
      .groupBy(['step', 'day', 'error_type'])
      .execute();
    assert.deepEqual(
      new Set(steps.map(({ step, day, error_type, count }) => `${count} ${step} ${day} ${error_type}`)),
      new Set([
        '4 opened 2026-05-01 null',
        '4 provider_chosen 2026-05-01 null',
        '1 challenged 2026-05-01 null',
        '1 connected 2026-05-01 null',
        '1 problem 2026-05-01 user_cancelled',
      ]),
    );
    await old.close();
  });

  it('refuses a database of a later version, unless it can work with it', async () => {
    await sql`insert into svc_migration (name, needs) values ('9999-later', 9999)`.execute(database.db);
    await assert.rejects(migrate(database), /later version/);
    await sql`update svc_migration set needs = 40 where name = '9999-later'`.execute(database.db);
    assert.deepEqual(await migrate(database), []);
    await sql`delete from svc_migration where name = '9999-later'`.execute(database.db);
  });

  it('refuses a query outside the transaction instead of waiting forever', async () => {
    const before = await count();
    const work = transact(database.db, async (tx) => {
      await tx.insertInto('org').values(addOrg(100)).execute();
      await database.db.selectFrom('org').selectAll().execute();
    });
    await assert.rejects(work, /inside a transaction/);
    assert.equal(await count(), before);
  });

  it('lets work that outlives its transaction use the database', async () => {
    let later: Promise<unknown> = Promise.resolve();
    const { promise: open, resolve } = gate();
    await transact(database.db, async () => {
      later = open.then(() => count());
    });
    resolve();
    assert.equal(typeof (await later), 'number');
  });

  it('keeps work outside a transaction out of the transaction', async () => {
    const before = await count();
    const { promise: open, resolve } = gate();
    const failing = transact(database.db, async (tx) => {
      await tx.insertInto('org').values(addOrg(200)).execute();
      await open;
      throw new Error('rolled back');
    });
    const beside = database.db.insertInto('org').values(addOrg(201)).execute();
    resolve();
    await assert.rejects(failing, /rolled back/);
    await beside;
    assert.equal(await count(), before + 1);
  });

  it('runs a transaction again only if the database asks for it', async () => {
    for (const [code, runs] of [
      ['40001', 3],
      ['40P01', 3],
      ['23505', 1],
    ] as const) {
      let run = 0;
      const work = transact(database.db, async () => {
        run += 1;
        if (run < 3) throw Object.assign(new Error('no'), { code });
        return 'done';
      });
      if (runs === 1) await assert.rejects(work);
      else assert.equal(await work, 'done');
      assert.equal(run, runs, code);
    }
  });
});

describe('the lock of a data folder', () => {
  const folder = () => mkdtempSync(join(tmpdir(), 'svc-lock-'));

  it('refuses to open a folder twice, and allows it after the first is closed', async () => {
    const directory = folder();
    const first = await openEmbedded(directory);
    await assert.rejects(openEmbedded(directory), /another process uses the data folder/);
    await first.close();
    const second = await openEmbedded(directory);
    await second.close();
    rmSync(directory, { recursive: true });
  });

  it('lets only one of many take the lock at a time', async () => {
    const directory = folder();
    const results = await Promise.allSettled([1, 2, 3, 4, 5].map(() => lockDirectory(directory)));
    const held = results.filter((result) => result.status === 'fulfilled');
    assert.equal(held.length, 1);
    await held[0]!.value();
    rmSync(directory, { recursive: true });
  });

  it('reports a path that is too long for a socket', async () => {
    await assert.rejects(lockDirectory(join(tmpdir(), 'a'.repeat(120))), /too long/);
  });
});
