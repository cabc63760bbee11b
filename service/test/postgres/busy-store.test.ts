// Data that cannot be fetched a second time is stored even if the database is too busy at that moment.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { afterAll, beforeAll, it } from 'vitest';
import {
  type Db,
  isDatabaseBusy,
  type OpenDatabase,
  openPostgres,
  storeSurely,
  transact,
} from '../../src/db/index.js';
import { openTokens } from '../../src/grants/tokens.js';
import { readProviderSettings } from '../../src/providers/index.js';
import { atServer, grantRow, keeperOf, newGrant } from '../grants/grant-scene.js';
import { json, says, startAnswerServer } from '../support/answer-server.js';
import { startAuthorizationServer } from '../support/authorization-server.js';
import { gate } from '../support/gate.js';
import {
  Browser,
  connectionOf,
  newLink,
  oauthUrl,
  ours,
  startOauthService,
} from '../support/oauth-service.js';
import { startTestService } from '../support/test-service.js';

let database: OpenDatabase;
beforeAll(() => {
  const limits = { poolSize: 2, statementSeconds: 1, lockSeconds: 1, idleSeconds: 60 };
  database = openPostgres(process.env['TEST_DATABASE_URL'] ?? '', () => undefined, limits);
});
afterAll(() => database.close());

const one = (db: Db) => sql`select 1`.execute(db);

/**
 * Takes every connection, and returns them after the next caller has waited in
 * vain `vain` times and once more. Resolves when all connections are taken.
 */
async function keepBusy(db: Db, count: number, vain: number): Promise<{ readonly over: Promise<unknown> }> {
  const { promise, resolve } = gate();
  const held = Array.from({ length: count }, () => {
    const { promise: begun, resolve: begin } = gate();
    const ended = db.connection().execute(() => {
      begin();
      return promise;
    });
    return { begun, ended };
  });
  await Promise.all(held.map(({ begun }) => begun));
  const free = async (): Promise<void> => {
    // These waits began earlier than the caller's, so the connections are not returned before the caller has waited in vain.
    for (let waits = 0; waits <= vain; waits++) await assert.rejects(one(db), isDatabaseBusy);
    resolve();
    await Promise.all(held.map(({ ended }) => ended));
  };
  return { over: free() };
}

it('what takes too long, or waits too long for a lock, is stored with another try', async () => {
  await sql`create table held_row (id integer)`.execute(database.work);
  const { promise: over, resolve: end } = gate();
  const { promise: begun, resolve: begin } = gate();
  const holder = transact(database.work, async (tx) => {
    await sql`lock table held_row`.execute(tx);
    begin();
    await over;
  });
  await begun;
  const failures: unknown[] = [];
  const tries = [
    () => sql`select pg_sleep(60)`.execute(database.db),
    () => sql`insert into held_row values (1)`.execute(database.db),
    async () => {
      end();
      await holder;
      return sql`insert into held_row values (2)`.execute(database.db);
    },
  ];
  const stored = storeSurely(() =>
    tries[failures.length]!().catch((error: unknown) => {
      failures.push(error);
      throw error;
    }),
  );
  await stored.finally(end);
  assert.equal(failures.length, 2);
  assert.ok(failures.every(isDatabaseBusy));
  const { rows } = await sql`select * from held_row`.execute(database.db);
  assert.deepEqual(rows, [{ id: 2 }]);
});

it('tokens that were renewed are kept though every connection is in use', async () => {
  const service = await startTestService();
  const server = await startAuthorizationServer();
  try {
    const of = await newGrant(service, server);
    const deps = { ...service.deps, db: database.work };
    const keeper = keeperOf({ ...service, deps }, () => atServer(server));
    let busy: Awaited<ReturnType<typeof keepBusy>> | undefined;
    server.interfere = async () => {
      busy = await keepBusy(database.work, 1, 1);
      return undefined;
    };
    const { accessToken } = await keeper.withToken(of.id, (access) => Promise.resolve(access));
    await busy?.over;
    const row = await grantRow(service.deps.db, of.id);
    assert.equal(row.version, 2);
    assert.equal(openTokens(service.deps.secrets, row).accessToken, accessToken);
  } finally {
    await service.stop();
    await server.close();
  }
});

it('what a code was redeemed for is kept though every connection is in use, and the link succeeds', async () => {
  const server = await startAnswerServer();
  const urls = { authorize: `${server.url}/authorize`, token: `${server.url}/token`, api: server.url };
  const PROVIDERS = JSON.stringify({ wahoo: { client_id: 'id', client_secret: 'secret', urls } });
  const service = await startOauthService(readProviderSettings({ PROVIDERS }, { embedded: true }, []));
  try {
    const scope = 'user_read workouts_read offline_data';
    const answer = { access_token: 'at', refresh_token: 'rt', expires_in: 7200, scope };
    // The limits in the answer are stored as well, before the tokens.
    const limits = { 'x-ratelimit-remaining': '0, 900, 4000', 'x-ratelimit-reset': '60' };
    const tokens = says(JSON.stringify(answer), 200, { 'content-type': 'application/json', ...limits });
    let busy: Awaited<ReturnType<typeof keepBusy>> | undefined;
    server.answer = (request, response) => {
      if (request.url !== '/token') return json({ id: 7 })(request, response);
      void keepBusy(service.deps.db, 6, 2).then((taken) => {
        busy = taken;
        void tokens(request, response);
      });
    };
    const link = await newLink(service);
    const browser = new Browser();
    const { location } = await browser.step(await oauthUrl(service, link, 'wahoo'), undefined, ours);
    const state = String(new URL(String(location)).searchParams.get('state'));
    await browser.step(`${service.url}/v2/link/connect/wahoo?${new URLSearchParams({ state, code: 'c' })}`);
    await busy?.over;
    assert.equal((await connectionOf(service, link))?.provider_account, '7');
  } finally {
    await service.close();
    server.close();
  }
});
