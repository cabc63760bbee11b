// The built service of the benchmark, in its own process and without its regular work. It links, renews and pulls when the
// process that started it orders it.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { grantResolver } from '../../service/dist/applications/index.js';
import { transact } from '../../service/dist/db/index.js';
import { createTokenKeeper } from '../../service/dist/grants/index.js';
import { recordRefusal } from '../../service/dist/grants/refusals.js';
import { releaseUnused } from '../../service/dist/grants/revocations.js';
import { revokeDue } from '../../service/dist/grants/revoke-due.js';
import { storeConnections } from '../../service/dist/link/index.js';
import { takeNotices } from '../../service/dist/notices/take-notices.js';
import { askBy, readMisreadAgain, startFetching } from '../../service/dist/provider-data/index.js';
import { pruneBudgets } from '../../service/dist/provider-http/index.js';
import { findProvider } from '../../service/dist/providers/index.js';
import { createApp } from '../../service/dist/server/app.js';
import { createLog } from '../../service/dist/server/log.js';
import { seededTeam } from '../../service/dist/server/seed.js';
import { openStorage, prepare } from '../../service/dist/server/server.js';
import { addressesOf, readSettings } from '../../service/dist/server/settings.js';
import { startWork } from '../../service/dist/server/work.js';
import { turns } from '../../service/dist/work/index.js';
import { fill } from './fill.mjs';

const apiKey = `sk_${'benchmark-0123456789'.repeat(2)}`;
const slug = 'oura';
const { adapter, scopes } = findProvider(slug);
const allScopes = [...scopes.required, ...scopes.optional];
// With the provider's real limits, the benchmark would only measure these. The service still counts every request.
Object.assign(adapter, { limits: [{ per: 'application', requests: 100_000_000, seconds: 300 }] });

const settings = readSettings({ ...JSON.parse(process.argv[2]), SVC_API_KEY: apiKey, LOG_LEVEL: 'error' });
const log = createLog('error');
const database = await openStorage(settings, log);
const { db } = database;
const deps = {
  ...(await prepare(settings, database, log)),
  ...addressesOf(settings, 8801),
  stopping: new AbortController().signal,
};
const app = createApp(deps);
startWork(deps, { look: () => undefined, stop: () => Promise.resolve() });
const grants = { ...deps, resolve: grantResolver(deps) };
const tokens = createTokenKeeper(grants);

/** How many run at the same time: as many as in a busy service. */
const atOnce = 8;
async function all(items, work) {
  const inTurn = turns(atOnce);
  const began = performance.now();
  const results = await Promise.all(items.map((item) => inTurn(() => work(item))));
  return { seconds: (performance.now() - began) / 1000, results };
}

async function send(method, url, { headers, body, status = 200 } = {}) {
  const response = await app.request(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (response.status !== status)
    throw new Error(
      `${method} ${new URL(url, 'http://a').pathname}: ${response.status} ${await response.text()}`,
    );
  return response;
}
const read = async (...request) => (await send(...request)).json();
const json = { 'content-type': 'application/json' };

/** Begins a link, up to the provider's page. */
async function beginLink() {
  const asTeam = { ...json, 'x-svc-api-key': apiKey };
  const { user_id } = await read('POST', '/v2/user', {
    headers: asTeam,
    body: { client_user_id: randomUUID() },
  });
  const made = await read('POST', '/v2/link/token', { headers: asTeam, body: { user_id } });
  const headers = { 'x-svc-link-token': made.link_token };
  await read('POST', '/v2/link/start', { headers: json, body: { link_token: made.link_token } });
  const { oauth_url } = await read('GET', `/v2/link/provider/oauth/${slug}?display=window`, { headers });
  const visit = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' };
  const left = await send('GET', oauth_url, { headers: visit, status: 303 });
  const cookie = left.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return { url: left.headers.get('location'), cookie, account: randomUUID() };
}
async function endLink({ callback, cookie }) {
  const response = await send('GET', callback, { headers: { cookie }, status: 303 });
  const { state } = Object.fromEntries(
    new URLSearchParams(new URL(response.headers.get('location')).hash.slice(1)),
  );
  if (state !== 'success') throw new Error(`a link ended as ${state}`);
}

/** Makes connections with tokens of the provider. */
async function connect(issued, expiresIn) {
  const ids = [];
  for (const { account, accessToken, refreshToken } of issued) {
    const id = randomUUID();
    await db
      .insertInto('app_user')
      .values({ id, team_id: seededTeam, client_user_id: id, created_on: new Date() })
      .execute();
    const user = { id, team_id: seededTeam, client_user_id: id };
    const given = { accessToken, refreshToken, expiresAt: Date.now() + expiresIn * 1000 };
    const made = {
      provider: slug,
      account,
      credentials: '{}',
      granted: allScopes,
      denied: [],
      tokens: given,
    };
    await transact(db, (tx) => storeConnections(tx, deps, [{ user, made }]));
    ids.push(id);
  }
  return ids;
}
const grantsOf = (accounts) =>
  db
    .selectFrom('provider_grant')
    .select(['id', 'version'])
    .where('provider', '=', slug)
    .where('account', 'in', accounts)
    .execute();
const forgetPulls = (users) =>
  db
    .deleteFrom('historical_pull')
    .where('connection_id', 'in', (from) =>
      from.selectFrom('connection').select('id').where('user_id', 'in', users),
    )
    .execute();

/** How often the regular work is repeated. */
const rounds = 5;

const orders = {
  scopes: () => allScopes,
  async fill({ from, until }) {
    await fill(db, { from, until, team: seededTeam, slug, scopes: allScopes });
    // In a service that grows, autovacuum does this. Without it, queries would use plans for an empty database.
    await sql`vacuum analyze`.execute(db);
  },
  async 'begin links'(count) {
    return all(Array.from({ length: count }), beginLink);
  },
  'end links': async (visits) => (await all(visits, endLink)).seconds,
  async 'forget pulls'() {
    await db.deleteFrom('historical_pull').where('next_attempt_at', 'is not', null).execute();
  },
  async renew(issued) {
    await forgetPulls(await connect(issued, -10));
    const rows = await grantsOf(issued.map(({ account }) => account));
    const { seconds } = await all(rows, ({ id }) => tokens.withToken(id, async () => undefined));
    return seconds;
  },
  async 'make pulls'(issued) {
    await connect(issued, 3600);
  },
  async pull(accounts) {
    const began = performance.now();
    const pool = startFetching({ ...deps, ask: askBy(tokens) }, new Map([[slug, adapter]]));
    // The pool looks each second for connections that are due. This query only asks whether all are done.
    for (;;) {
      const { left } = await db
        .selectFrom('provider_grant as grant')
        .innerJoin('connection', 'connection.grant_id', 'grant.id')
        .leftJoin('historical_pull as pull', (join) =>
          join.onRef('pull.connection_id', '=', 'connection.id').on('pull.ended_on', 'is', null),
        )
        .select(({ fn }) => fn.countAll().as('left'))
        .where('grant.provider', '=', slug)
        .where('grant.account', 'in', accounts)
        .where((row) => row.or([row('pull.id', 'is not', null), row('next_pull_at', '<=', new Date())]))
        .executeTakeFirstOrThrow();
      if (Number(left) === 0) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const seconds = (performance.now() - began) / 1000;
    await pool.stop();
    const { days } = await db
      .selectFrom('pulled_day')
      .innerJoin('connection', 'connection.id', 'connection_id')
      .select(({ fn }) => fn.countAll().as('days'))
      .where('team_id', '=', seededTeam)
      .where('provider', '=', slug)
      .where('provider_account', 'in', accounts)
      .executeTakeFirstOrThrow();
    return { seconds, days: Number(days) };
  },
  async 'take notices'(accounts) {
    const told = { provider: slug, application: null, ended: new Set(), isProved: false };
    return (
      await all(accounts, (account) =>
        takeNotices(deps, { ...told, changed: new Set([account]) }, new Date()),
      )
    ).seconds;
  },
  // Fewer accounts at once than in an outage.
  async refuse(accounts) {
    const rows = await grantsOf(accounts);
    // Otherwise the suspicions of earlier rounds would count too.
    await db
      .updateTable('provider_grant')
      .set({ suspected_on: null, refused_on: null })
      .where('suspected_on', 'is not', null)
      .execute();
    // The first refusal was a while ago, so that the service must decide whether this is an outage.
    await sql`update provider_grant set suspected_on = now() - interval '2 minutes', refused_on = now() - interval '2 minutes'
      where id in (${sql.join(rows.map(({ id }) => id))})`.execute(db);
    return (
      await all(rows, ({ id, version }) => recordRefusal(db, deps, { id, version, lease: null }, 'dead'))
    ).seconds;
  },
  async tidy() {
    const began = performance.now();
    for (let round = 0; round < rounds; round++) {
      await releaseUnused(db);
      await pruneBudgets(db);
      await revokeDue(grants);
      await readMisreadAgain(db, deps.version);
    }
    return (performance.now() - began) / 1000 / rounds;
  },
  async statements() {
    const { rows } = await sql`select query, calls::int, rows::int, total_exec_time as ms,
      shared_blks_hit + shared_blks_read as blocks from pg_stat_statements`.execute(db);
    return rows;
  },
  'begin counting': () => sql`select pg_stat_statements_reset()`.execute(db).then(() => undefined),
  'count statements': () => sql`create extension pg_stat_statements`.execute(db).then(() => undefined),
  spent: () => ({ cpu: process.cpuUsage(), rss: process.memoryUsage().rss }),
  async stop() {
    await deps.jobs.stop();
    await database.close();
  },
};
process.on('message', ({ id, order, input }) => {
  Promise.resolve(orders[order](input)).then(
    (output) => process.send({ id, output }),
    (error) => process.send({ id, error: String(error.stack) }),
  );
});
process.send({ id: 0 });
process.on('disconnect', () => process.exit());
