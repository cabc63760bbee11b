// How many requests the service answers in a second, and how long the slowest of a hundred takes, on both of its databases; how
// much it delivers to a webhook, its memory and its starts. The built service has its own process; this process makes the load.
//   npm run build:quick && node bench/service.mjs      SECONDS=5 CONNECTIONS=16 DATABASES=pglite,postgres,floor
// `floor`: on PostgreSQL, in turns with a bare handler of the same rows (service/beside.mjs).
//   DATABASES=floor SECONDS=2 ROUNDS=7 LINKS=100       BASE=…/service/dist/main.js: another build as well   ONLY=read,link
import { mkdtempSync, rmSync } from 'node:fs';
import { randomBytes, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../service/test/support/postgres-process.mjs';
import { beside } from './service/beside.mjs';
import { ask, connections, endLoad, load } from './service/load.mjs';
import { start } from './service/process.mjs';
import { receiver } from './service/receiver.mjs';

const seconds = Number(process.env.SECONDS ?? 5);
const databases = (process.env.DATABASES ?? 'pglite,postgres,floor').split(',');
const main = fileURLToPath(new URL('../service/dist/main.js', import.meta.url));
const apiKey = `sk_${randomBytes(32).toString('hex')}`;

async function measure(env) {
  const first = await start(main, env);
  const firstStart = { took: first.took, peak: first.peak() };
  await first.stop();
  const service = await start(main, env);
  const { url } = service;
  const rest = service.memory();
  const asTeam = (method, address, body) => ask(url, method, address, { 'x-svc-api-key': apiKey }, body);
  const asLink = (token, address, body) => ask(url, 'POST', address, { 'x-svc-link-token': token }, body);
  const newUser = () => asTeam('POST', '/v2/user', { client_user_id: randomUUID() });
  const newToken = async () => {
    const { user_id } = await newUser();
    return (await asTeam('POST', '/v2/link/token', { user_id })).link_token;
  };
  const signIn = async (token) => {
    await asLink(token, '/v2/link/start', {});
    const credentials = { username: 'ok@example.com', password: 'good-password' };
    const { state } = await asLink(token, '/v2/link/provider/password/quartz_scale', credentials);
    if (state !== 'success') throw new Error(state);
  };

  const { user_id } = await newUser();
  const rows = [];
  const row = async (name, act) => rows.push([name, await load(act, seconds)]);
  await row('create a user', newUser);
  await row('list 100 users', () => asTeam('GET', '/v2/user?limit=100'));
  await row('create a link token', () => asTeam('POST', '/v2/link/token', { user_id }));
  await row('link with a password (4 requests)', async () => signIn(await newToken()));

  // Each link sends one signed event to one webhook. The time ends when the event has arrived.
  const hook = await receiver();
  await asTeam('POST', '/v2/webhook', { url: hook.url, events: ['provider.connection.created'] });
  const tokens = [];
  while (tokens.length < 1000) tokens.push(...(await Promise.all(Array.from({ length: 20 }, newToken))));
  const began = performance.now();
  let next = 0;
  const worker = async () => {
    for (let token = tokens[next++]; token; token = tokens[next++]) await signIn(token);
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const written = tokens.length / ((performance.now() - began) / 1000);
  await hook.arrived(tokens.length);
  const delivered = tokens.length / ((performance.now() - began) / 1000);

  // An import, which sends an event to the webhook for each connection.
  const users = [];
  while (users.length < 4000) {
    const made = await Promise.all(Array.from({ length: 20 }, newUser));
    users.push(...made.map((one) => one.user_id));
  }
  await asTeam('PUT', '/v2/team/custom_credentials/aurora_ring', {
    client_id: 'own',
    client_secret: 'secret',
  });
  hook.ids.clear();
  const imported = performance.now();
  await asTeam('POST', '/v2/link/bulk_import', {
    provider: 'aurora_ring',
    connections: users.map((user_id) => ({
      user_id,
      access_token: `good-${randomUUID()}`,
      refresh_token: randomUUID(),
      provider_id: user_id,
      expires_at: 4_000_000_000,
      oauth_scopes: ['profile.read', 'sleep.read'],
    })),
  });
  await hook.arrived(users.length);
  const told = users.length / ((performance.now() - imported) / 1000);
  hook.close();
  const busy = service.memory();
  await service.stop();
  return { firstStart, secondStart: service.took, rest, busy, rows, written, delivered, told };
}

function report(name, { firstStart, secondStart, rest, busy, rows, written, delivered, told }) {
  console.log(`\n${name}`);
  for (const [about, { rate, p99 }] of rows)
    console.log(`  ${about.padEnd(36)} ${rate.toFixed(0).padStart(6)} /s   p99 ${p99.toFixed(1)} ms`);
  console.log(`  ${'links that a webhook is told of'.padEnd(36)} ${written.toFixed(0).padStart(6)} /s`);
  console.log(`  ${'until all has arrived'.padEnd(36)} ${delivered.toFixed(0).padStart(6)} /s`);
  console.log(`  ${'imported, until all has arrived'.padEnd(36)} ${told.toFixed(0).padStart(6)} /s`);
  console.log(`  first start ${(firstStart.took / 1000).toFixed(2)} s, peak ${firstStart.peak} MB`);
  console.log(
    `  later start ${(secondStart / 1000).toFixed(2)} s; at rest ${rest} MB, after the load ${busy} MB`,
  );
}

if (databases.includes('pglite')) {
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-bench-'));
  report('PGlite', await measure({ DATA_DIR: folder, SVC_API_KEY: apiKey }));
  rmSync(folder, { recursive: true });
}
/** PostgreSQL with its default settings, so that answered data is on the disk. */
async function withPostgres(use) {
  const postgres = await startPostgres([]);
  try {
    await use(postgres);
  } finally {
    await postgres.stop();
  }
}

if (databases.includes('postgres'))
  await withPostgres(async (postgres) => {
    const env = {
      DATABASE_URL: postgres.createDatabase(),
      SANDBOX_PROVIDERS: '1',
      SVC_MASTER_KEY: randomBytes(32).toString('hex'),
      SVC_API_KEY: apiKey,
      WEBHOOK_ALLOW_PRIVATE: '1',
    };
    report('PostgreSQL', await measure(env));
  });
if (databases.includes('floor')) await withPostgres(beside);
endLoad();
