// How long a bulk import takes, from the request to the end of the operation, in an embedded service on a folder.
//   npm run build:quick && node bench/service-bulk.mjs      ITEMS=100000
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLog } from '../service/dist/server/log.js';
import { migrate } from '../service/dist/db/index.js';
import { seed, seededTeam } from '../service/dist/server/seed.js';
import { openStorage, sandboxKeys, startService } from '../service/dist/server/server.js';
import { readSettings } from '../service/dist/server/settings.js';

const items = Number(process.env.ITEMS ?? 100_000);
const provider = 'aurora_ring';
const folder = mkdtempSync(path.join(tmpdir(), 'svc-bench-'));
const settings = readSettings({ DATA_DIR: folder, PORT: '0' });
const log = createLog('error');

/** Makes users directly in the database, because the interface would take longer than the measurement. */
async function makeUsers() {
  const database = await openStorage(settings, log);
  await migrate(database);
  await seed(database.db, new Date(), {});
  const users = Array.from({ length: items }, () => randomUUID());
  for (let start = 0; start < items; start += 1000) {
    const rows = users.slice(start, start + 1000).map((id) => ({
      id,
      team_id: seededTeam,
      client_user_id: id,
      created_on: new Date(),
      deleted_on: null,
    }));
    await database.db.insertInto('app_user').values(rows).execute();
  }
  await database.close();
  return users;
}

const users = await makeUsers();
const service = await startService(settings, log);
const ask = (method, address, body) =>
  fetch(service.publicUrl + address, {
    method,
    headers: { 'x-svc-api-key': sandboxKeys.apiKey },
    ...(body && { body: JSON.stringify(body) }),
  });
await ask('PUT', `/v2/team/custom_credentials/${provider}`, { client_id: 'own', client_secret: 'secret' });

const connections = users.map((user_id) => ({
  user_id,
  access_token: `good-${randomUUID()}${randomUUID()}`,
  refresh_token: randomUUID() + randomUUID(),
  provider_id: user_id,
  expires_at: 4_000_000_000,
  oauth_scopes: ['profile.read', 'sleep.read'],
}));
const seconds = (since) => ((performance.now() - since) / 1000).toFixed(1);
const began = performance.now();
const answer = await ask('POST', '/v2/link/bulk_import', { provider, connections });
console.log(`${items} items, accepted after ${seconds(began)} s (${answer.status})`);
let slowest = 0;
for (;;) {
  const asked = performance.now();
  const { data } = await (await ask('GET', answer.headers.get('location'))).json();
  slowest = Math.max(slowest, performance.now() - asked);
  if (data[0].status !== 'in_progress') {
    console.log(`${data[0].status} after ${seconds(began)} s, ${data[0].failed} failed`);
    break;
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
}
console.log(`slowest other request meanwhile ${Math.round(slowest)} ms`);
console.log(`memory ${Math.round(process.memoryUsage().rss / 1e6)} MB`);
await service.stop();
rmSync(folder, { recursive: true });
process.exit();
