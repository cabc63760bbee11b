// A management key can make a link for a broken connection, and for no other.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, it } from 'vitest';
import {
  breakConnection,
  createReconnectLink,
  listAuditEntries,
  readLinkState,
  startLink,
} from 'svc-link/contract';
import { seededOrg, seededTeam } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import { errorType } from '../support/error-type.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const { apiKey, managementKey } = sandboxKeys;
const provider = 'quartz_scale';
let user_id: string;
beforeEach(async () => {
  const link = await service.newLink({ provider });
  user_id = link.userId;
  await service.signIn(link, 'ok@known.example');
});
const breakIt = () => service.call(breakConnection, { apiKey, body: { user_id, provider } });
const ask = (more: { provider?: string; team_id?: string; headers?: Record<string, string> } = {}) =>
  service.call(createReconnectLink, {
    params: { org_id: seededOrg, team_id: more.team_id ?? seededTeam, user_id },
    headers: more.headers ?? { 'x-management-key': managementKey },
    body: { provider: more.provider ?? provider },
  });
const said = ({ status, detail }: { status: number; detail: unknown }) => [status, errorType(detail)];

it('is made for a broken connection, and shows no user name', async () => {
  await breakIt();
  const { status, body } = await ask();
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body).sort(), ['expires_at', 'link_session_id', 'link_web_url']);
  const token = body.link_web_url.split('#link_token=')[1] ?? '';
  assert.equal((await service.call(readLinkState, { token })).status, 401);
  const headers = { origin: 'http://127.0.0.1:8801', 'sec-fetch-site': 'same-origin' };
  const started = await service.call(startLink, { headers, body: { link_token: token, via: 'link' } });
  assert.deepEqual(started.body.session.reconnect, { username: null, region: null, broken: true });
  assert.equal(started.body.session.provider, provider);
});

it('is recorded with its maker, by its session and not by its user', async () => {
  await breakIt();
  const made = await ask();
  const { body } = await service.call(listAuditEntries, {
    params: { org_id: seededOrg },
    headers: { 'x-management-key': managementKey },
    query: { action: 'reconnect_link.created' },
  });
  const [entry, ...others] = body.data.filter(({ subject }) => subject === made.body.link_session_id);
  assert.deepEqual(others, []);
  assert.deepEqual([entry?.actor, entry?.team_id, entry?.detail], ['key', seededTeam, provider]);
  assert.equal(entry?.request_id, made.headers.get('x-request-id'));
  assert.ok(!JSON.stringify(entry).includes(user_id));
});

it('is not made for a working connection, nor without one', async () => {
  assert.deepEqual(said(await ask()), [409, 'connection_works']);
  assert.deepEqual(said(await ask({ provider: 'ridge_treadmill' })), [404, 'not_connected']);
  assert.equal((await ask({ provider: 'nobody' })).status, 422);
});

it('is not made by an API key, nor for a user of another team', async () => {
  await breakIt();
  assert.equal((await ask({ headers: { 'x-svc-api-key': apiKey } })).status, 401);
  const { id } = await service.newTeam();
  assert.deepEqual(said(await ask({ team_id: id })), [404, 'user_not_found']);
});
