// Requests of one team that wait do not block other teams, and are all accepted.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { bulkImport, exportUser, listAuditEntries } from 'svc-link/contract';
import { createApp } from '../../src/server/app.js';
import { seededOrg } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import { newBulkTeam, provider, recipeFor, type BulkTeam } from '../support/bulk-service.js';
import { startTestService, type TestService } from '../support/test-service.js';

/** How many requests are answered at once, and how many of one team may take long. */
const most = 20;
const ofOneTeam = 2;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ MAX_REQUESTS: String(most) });
});
afterAll(() => service.stop());

it('few imports of one team may wait; the others are answered at once, and are done as well', async () => {
  const { deps } = service;
  // The operations do not begin, so that each request waits.
  const app = createApp({ ...deps, jobs: { ...deps.jobs, enqueue: () => Promise.resolve() } });
  const [busy, other] = [await newBulkTeam(service), await newBulkTeam(service)];
  const begin = async (team: BulkTeam) => {
    const [user = ''] = await team.users(1);
    const body = JSON.stringify({ provider, connections: [recipeFor(user)], wait_for_completion: true });
    return app.request(bulkImport.path, { method: 'POST', body, headers: { 'x-svc-api-key': team.apiKey } });
  };
  service.waits.splice(0);
  const nextWait = async () => {
    const wait = await service.waiting();
    service.waits.splice(0);
    return wait;
  };
  const waiting: Promise<Response>[] = [];
  const waits = [];
  for (let n = 0; n < ofOneTeam; n++) {
    waiting.push(begin(busy));
    waits.push(await nextWait());
  }
  const third = await begin(busy);
  assert.equal(third.status, 202);
  assert.deepEqual(await third.json(), { user_ids_imported: [], user_ids_failed: [] });
  const id = third.headers.get('location')?.split('=')[1] ?? '';
  const [stored] = (await busy.operations({ id })).data;
  assert.deepEqual([stored?.status, stored?.pending], ['in_progress', 1]);

  waiting.push(begin(other));
  waits.push(await nextWait());
  waits.forEach(({ finish }) => finish());
  for (const each of waiting) assert.equal((await each).status, 202);
});

it('few exports of one team may be open, and no further one is recorded', async () => {
  const { apiKey } = await service.newTeam();
  const user_id = await service.newUser(apiKey);
  const other = await service.newTeam();
  const otherUser = await service.newUser(other.apiKey);
  const ask = (key: string, user: string) =>
    service.app.request(exportUser.path.replace('{user_id}', user), { headers: { 'x-svc-api-key': key } });
  const begun = [];
  for (let n = 0; n < ofOneTeam; n++) begun.push(await ask(apiKey, user_id));
  assert.deepEqual(new Set(begun.map(({ status }) => status)), new Set([200]));
  const refused = await ask(apiKey, user_id);
  assert.equal(refused.status, 503);
  assert.match(refused.headers.get('retry-after') ?? '', /^[1-3]$/);
  assert.equal((await ask(other.apiKey, otherUser)).status, 200);
  await Promise.all(begun.map((each) => each.text()));
  assert.equal((await ask(apiKey, user_id)).status, 200);

  const { body } = await service.call(listAuditEntries, {
    params: { org_id: seededOrg },
    query: { action: 'user.exported' },
    headers: { 'x-management-key': sandboxKeys.managementKey },
  });
  assert.equal(body.data.filter(({ subject }) => subject === user_id).length, ofOneTeam + 1);
});
