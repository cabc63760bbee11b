// What the service's answers and its regular work cost with 1,000, 10,000 and 100,000 users in one team: the time, and the
// database pages read by one call, which no other program on the machine changes. If a cost grows by more than half, its
// statement is printed. The built service runs in this process; PostgreSQL has its own process.
//   npm run build:quick && node bench/growth.mjs      SIZES=1000,10000,100000,1000000 CALLS=15 DAYS=90
import { randomBytes } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { startPostgres } from '../service/test/support/postgres-process.mjs';
import { createApp } from '../service/dist/server/app.js';
import { transact } from '../service/dist/db/index.js';
import { countDays } from '../service/dist/link-figures/index.js';
import { createLog } from '../service/dist/server/log.js';
import { seededOrg, seededTeam } from '../service/dist/server/seed.js';
import { openStorage, prepare } from '../service/dist/server/server.js';
import { addressesOf, readSettings } from '../service/dist/server/settings.js';
import { findProvider } from '../service/dist/providers/index.js';
import { pullDue } from '../service/dist/pulls/index.js';
import { whileMore } from '../service/dist/work/index.js';
import { fill } from './growth/fill.mjs';
import { measuresOf } from './growth/measures.mjs';
import { cell, headings, median } from './lib/figures.mjs';

const sizes = (process.env.SIZES ?? '1000,10000,100000').split(',').map(Number);
const calls = Number(process.env.CALLS ?? 15);
const days = Number(process.env.DAYS ?? 90);
const aim = 1.5;
const slug = 'oura';
const [apiKey, managementKey] = ['sk', 'mk'].map((kind) => `${kind}_${randomBytes(32).toString('hex')}`);

const postgres = await startPostgres([
  'shared_preload_libraries=pg_stat_statements',
  'shared_buffers=512MB',
  // So that filling does not wait for checkpoints.
  ...['max_wal_size=8GB', 'checkpoint_timeout=1h', 'maintenance_work_mem=512MB'],
]);
try {
  await measureAll(postgres.createDatabase());
} finally {
  await postgres.stop();
}

async function measureAll(url) {
  const settings = readSettings({
    ...{ DATABASE_URL: url, SANDBOX_PROVIDERS: '1', SVC_API_KEY: apiKey, SVC_MANAGEMENT_KEY: managementKey },
    ...{ SVC_MASTER_KEY: randomBytes(32).toString('hex'), LOG_LEVEL: 'error', RATE_LIMIT_PER_MINUTE: '0' },
  });
  const log = createLog('error');
  const database = await openStorage(settings, log);
  const deps = {
    ...(await prepare(settings, database, log)),
    ...addressesOf(settings, 8801),
    stopping: new AbortController().signal,
    leaving: new AbortController().signal,
  };
  const { db } = database;
  // The statements that fill the tables take longer than the service allows.
  const filling = new Kysely({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }),
  });
  const app = createApp(deps);
  await sql`create extension pg_stat_statements`.execute(db);
  const send = async (method, path, body) => {
    const headers = {
      'content-type': 'application/json',
      ...(path.startsWith('/v1/') ? { 'x-management-key': managementKey } : { 'x-svc-api-key': apiKey }),
    };
    const response = await app.request(path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const given = { db, deps, send, team: seededTeam, org: seededOrg, slug };
  const webhook = (await send('POST', '/v2/webhook', { url: 'https://nowhere.invalid/', status: 'disabled' }))
    .id;
  const person = await linkSomebody(send, app, deps);
  const results = [];
  let there = 0;
  for (const size of sizes) {
    const began = performance.now();
    const { scopes } = findProvider(slug);
    const more = {
      from: there,
      until: size,
      webhook,
      days,
      scopes: [...scopes.required, ...scopes.optional],
    };
    await fill(filling, { ...given, ...more });
    await countAgain(db);
    there = size;
    console.error(`${size} users made in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    const measured = new Map();
    for (const [name, act] of Object.entries(await measuresOf({ ...given, webhook, person, size }))) {
      const figures = await measure(db, act).catch((error) => ({
        ms: Infinity,
        pages: Infinity,
        most: `failed: ${error.message}`,
      }));
      measured.set(name, figures);
      // Print each result at once, because the next size may take an hour.
      console.error(`  ${name.padEnd(26)}${cell(figures.ms, 1)}${cell(figures.pages, 0)}`);
    }
    results.push(measured);
  }
  report(results);
  await deps.jobs.stop();
  await filling.destroy();
  await database.close();
}

/** Counts the days that are over. In a real service, where users come one by one, sweeps have done this already. */
async function countAgain(db) {
  for (const table of ['link_total', 'link_counted']) await db.deleteFrom(table).execute();
  await whileMore(() => transact(db, (tx) => countDays(tx, new Date())), Infinity);
  await sql`vacuum analyze link_total`.execute(db);
}

/** Makes a user with real days of data, which can be read. */
async function linkSomebody(send, app, deps) {
  const { user_id } = await send('POST', '/v2/user', { client_user_id: 'read' });
  const { link_token } = await send('POST', '/v2/link/token', { user_id });
  const headers = { 'content-type': 'application/json', 'x-svc-link-token': link_token };
  const post = async (path, body) => {
    const response = await app.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
  await post('/v2/link/start', { link_token });
  await post('/v2/link/provider/password/quartz_scale', {
    username: 'ok@example.com',
    password: 'good-password',
  });
  await pullDue(deps, deps.clock.now());
  return user_id;
}

/** The median time of some calls, the pages that one call reads, and the statement that reads most of them. */
async function measure(db, act) {
  await act();
  await sql`select pg_stat_statements_reset()`.execute(db);
  const times = [];
  for (let call = 0; call < calls; call++) {
    const began = performance.now();
    await act();
    times.push(performance.now() - began);
  }
  // Without the statements by which the job queue looks for work and maintains its tables at the same time.
  const { rows } = await sql`select query, (shared_blks_hit + shared_blks_read)::float8 as pages, calls::int
    from pg_stat_statements where query !~ 'pg_stat_statements|pgboss|relpages' order by 2 desc`.execute(db);
  const pages = rows.reduce((sum, row) => sum + row.pages, 0) / calls;
  const [most] = rows;
  return {
    ms: median(times),
    pages,
    most: most && `${(most.pages / calls).toFixed(0)} pages: ${most.query}`,
  };
}

function report(results) {
  const [first] = results;
  const ratios = sizes.slice(1).flatMap((size) => [`/${size}`, 'pages']);
  console.log(headings(`ms of ${calls} calls, pages`, [`${sizes[0]}`, 'pages', ...ratios]));
  const grown = [];
  for (const [name, few] of first) {
    let line = name.padEnd(26) + cell(few.ms, 1) + cell(few.pages, 0);
    for (const measured of results.slice(1)) {
      const many = measured.get(name);
      line += cell(many.ms / few.ms, 2) + cell(many.pages / Math.max(1, few.pages), 2);
      const isMore = many.pages > aim * few.pages + 10 || many.ms > aim * few.ms + 1;
      if (isMore && measured === results.at(-1)) grown.push([name, few, many]);
    }
    console.log(line);
  }
  console.log(`\nmore than ${aim} times as much beside ${sizes.at(-1)}: ${grown.length || 'nothing'}`);
  for (const [name, few, many] of grown)
    console.log(
      `  ${name}: ${few.ms.toFixed(1)} to ${many.ms.toFixed(1)} ms, ${few.pages.toFixed(0)} to ${many.pages.toFixed(0)} pages\n` +
        `    ${(many.most ?? '').replace(/\s+/g, ' ').slice(0, 500)}`,
    );
}
