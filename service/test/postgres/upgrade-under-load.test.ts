// What docs/operating.md promises about an upgrade at noon: the next version changes the tables while this one is in use,
// even while another client keeps a transaction open for long. No request fails, and none waits longer than a moment.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { describe, it, onTestFinished } from 'vitest';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { createClient } from 'svc-link/client';
import { migrate, openPostgres, type OpenDatabase } from '../../src/db/index.js';
import { migrations, numberOf } from '../../src/db/migrate.js';
import { startChild } from '../support/child-service.js';

const address = process.env['TEST_DATABASE_URL'] ?? '';
/** How long another client keeps its transaction open, in milliseconds. */
const heldFor = process.env['LONG'] ? 30_000 : 9000;
/**
 * A request that waits for that transaction takes longer than this.
 * A request that does not wait takes less, even on a busy machine.
 */
const longest = heldFor * (2 / 3);
const together = 4;

function open(url: string): OpenDatabase {
  const database = openPostgres(url, assert.fail);
  onTestFinished(() => database.close());
  return database;
}

/** Reads the tables in an open transaction, as a report or a dump does. */
async function holdOpen(url: string, tables: readonly string[]): Promise<() => Promise<void>> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('begin');
  for (const table of tables) await client.query(`select from ${table} limit 1`);
  return async () => {
    await client.query('commit');
    await client.end();
  };
}

type Time = <T>(act: () => Promise<T>) => Promise<T>;
/** Uses the service or its tables once. Each part that may have to wait is timed. */
type Use = (time: Time) => Promise<void>;

/** Repeats the use on several lanes at once. The returned function stops that, and returns how long each part took. */
function keepDoing(use: Use): () => Promise<readonly number[]> {
  const took: number[] = [];
  let isOver = false;
  const time: Time = async (act) => {
    const began = performance.now();
    const result = await act();
    took.push(performance.now() - began);
    return result;
  };
  const lane = async (): Promise<void> => {
    while (!isOver) await use(time);
  };
  const lanes = Promise.all(Array.from({ length: together }, lane));
  // The returned function throws this error.
  lanes.catch(() => undefined);
  return async () => {
    isOver = true;
    await lanes;
    return took;
  };
}

/** Changes tables while they are in use and another client keeps them open. */
async function upgradeBeside(
  use: Use,
  { url, database, to }: { url: string; database: OpenDatabase; to: typeof migrations },
): Promise<readonly string[]> {
  const end = keepDoing(use);
  const letGo = await holdOpen(url, ['team', 'connection', 'link_session', 'event', 'audit_entry']);
  let isOver = false;
  const migrating = migrate(database, to).finally(() => (isOver = true));
  migrating.catch(() => undefined);
  await wait(heldFor);
  assert.equal(isOver, false, 'it has not waited for anybody');
  await letGo();
  const done = await migrating;
  const took = (await end()).toSorted((one, other) => one - other);
  const slowest = took.at(-1) ?? assert.fail('nothing was done');
  console.log(
    `${took.length} waits beside ${done.length} migrations: half of them within ${took[took.length >> 1]?.toFixed()} ms, all within ${slowest.toFixed()} ms`,
  );
  assert.ok(slowest < longest, `one took ${slowest.toFixed()} ms`);
  return done;
}

describe('an upgrade of a service that is used', () => {
  it('lets each request through, while somebody has the tables open', async () => {
    const apiKey = `sk_${randomUUID()}`;
    const env = {
      ...{ DATABASE_URL: address, SVC_MASTER_KEY: randomBytes(32).toString('hex'), SVC_API_KEY: apiKey },
      ...{ DRAIN_SECONDS: '0', LOG_LEVEL: 'error', SANDBOX_PROVIDERS: '1', RATE_LIMIT_PER_MINUTE: '0' },
    };
    const service = await startChild(env);
    const client = createClient({ baseUrl: service.url, apiKey });
    const next = {
      name: '9999-next',
      statements: [
        'alter table team add column later_note text',
        'alter table connection add column later_note text',
        'create table later_thing (id integer primary key, team_id uuid references team (id))',
      ],
      indexes: [
        'create index link_session_later on link_session (created_on, id)',
        'create index connection_later on connection (created_on, id)',
      ],
    };
    /** A link with a password, as a page makes it. Each of its requests may have to wait. */
    const link: Use = async (time) => {
      const { user_id } = await time(() => client.createUser({ client_user_id: randomUUID() }));
      const { link_token } = await time(() => client.createLinkToken({ user_id }));
      const send = async (path: string, body: object): Promise<void> => {
        const headers = { 'x-svc-link-token': link_token };
        const sent = { method: 'POST', headers, body: JSON.stringify(body) };
        const answer = await time(() => fetch(service.url + path, sent));
        assert.equal(answer.status, 200, await answer.text());
      };
      await send('/v2/link/start', {});
      const credentials = { username: 'ok@example.com', password: 'good-password' };
      await send('/v2/link/provider/password/quartz_scale', credentials);
    };
    const database = open(address);
    const to = [...migrations, next];
    assert.deepEqual(await upgradeBeside(link, { url: address, database, to }), [next.name]);
    assert.equal(await service.end('SIGTERM'), 0);
  });

  it('from the last version that was released lets its statements through', async () => {
    const admin = new pg.Client(address);
    await admin.connect();
    await admin.query('create database released');
    await admin.end();
    const url = address.replace(/\/\w+\?/, '/released?');
    const database = open(url);
    const released = migrations.filter((each) => numberOf(each) <= 42);
    await migrate(database, released);
    const [org, team] = [randomUUID(), randomUUID()];
    for (const statement of [
      `insert into org (id, name, created_on) values ('${org}', 'one', now())`,
      `insert into team (id, org_id, name, region, flags, created_on) values ('${team}', '${org}', 'one', 'us', '[]', now())`,
    ])
      await sql.raw(statement).execute(database.db);

    const others = new pg.Pool({ connectionString: url, max: together });
    onTestFinished(() => others.end());
    /** The writes of a link, in one transaction. */
    const store: Use = async (time) => {
      const client = await time(() => others.connect());
      const id = randomUUID();
      for (const statement of [
        'begin',
        `select from team where id = '${team}' for share`,
        `insert into app_user (id, team_id, client_user_id, created_on) values ('${id}', '${team}', '${id}', now())`,
        `insert into link_session (id, team_id, user_id, token_hash, state, reject_duplicate, created_on, expires_at)
          values ('${id}', '${team}', '${id}', '${id}', 'started', false, now(), now())`,
        `insert into connection (id, team_id, user_id, provider, provider_account, credentials, scopes_granted,
          scopes_denied, status, created_on)
          values ('${id}', '${team}', '${id}', 'quartz_scale', '${id}', '', '[]', '[]', 'connected', now())`,
        `insert into audit_entry (org_id, team_id, action, actor, subject)
          values ('${org}', '${team}', 'user.created', 'somebody', '${id}')`,
        'commit',
      ])
        await time(() => client.query(statement));
      client.release();
    };
    for (let times = 0; times < 50; times++) await store((act) => act());
    const done = await upgradeBeside(store, { url, database, to: migrations });
    assert.equal(done.length, migrations.length - released.length);
  });
});
