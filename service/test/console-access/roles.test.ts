// The rights of each role of a person who signed in to the console.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createWebhook, getWebhook, listAuditEntries, type Role, type Webhook } from 'svc-link/contract';
import { operations, type Operation } from '../../src/openapi/index.js';
import { seededOrg, seededTeam } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import { Browser, origin } from '../support/console-browser.js';
import { startIdentityProvider, type IdentityProvider } from '../support/identity-provider.js';
import { ofOrg, withKey } from '../support/management-scene.js';
import { startTestService, type TestService } from '../support/test-service.js';

const list = `/v1/org/${seededOrg}/team`;

let idp: IdentityProvider;
let service: TestService;
const sessions = {} as Record<Role, Browser>;
beforeAll(async () => {
  idp = await startIdentityProvider(`${origin}/console/signed-in`);
  service = await startTestService(idp.settings);
  for (const role of ['view', 'operate', 'own'] as const)
    sessions[role] = await new Browser(service, idp).signIn(role);
});
afterAll(async () => {
  await service.stop();
  await idp.close();
});

describe('a person who signed in to the console', () => {
  const ranks = { view: 1, operate: 2, own: 3 };
  const all: readonly (readonly [string, Operation])[] = Object.entries(operations);
  for (const [id, { endpoint }] of all.filter(([, { endpoint }]) => endpoint.role !== undefined))
    it(`may do ${id} with the role ${endpoint.role ?? ''}, and not with less`, async () => {
      const path = endpoint.path
        .replace('{org_id}', seededOrg)
        // A team that does not exist. A person with the role gets 404, and nothing is changed.
        .replace('{team_id}', seededOrg)
        .replace(/\{\w+\}/g, seededOrg);
      const query = endpoint.managed ? `?team_id=${seededOrg}` : '';
      for (const role of ['view', 'operate', 'own'] as const) {
        const browser = sessions[role];
        const body = endpoint.body ? { body: 'no json' } : {};
        const response = await browser.ask(path + query, { method: endpoint.method, ...body });
        const isRefused = (await response.text()).includes('"role_needed"');
        assert.notEqual(response.status, 401);
        assert.equal(isRefused, ranks[role] < ranks[endpoint.role ?? 'own'], `${role}: ${response.status}`);
      }
    });
  it('is told which role is needed', async () => {
    const response = await sessions.view.ask(list, { method: 'POST', body: '{}' });
    assert.equal(response.status, 403);
    assert.deepEqual(await response.json(), {
      detail: {
        error_type: 'role_needed',
        error_message:
          'This takes the role own, and yours is view. Whoever runs the identity provider gives it.',
        role_needed: 'own',
      },
    });
  });

  it('has no key’s rights: neither the data of teams nor the clock', async () => {
    for (const path of ['/v2/user', '/v2/link/bulk_op', '/v2/providers'])
      assert.equal((await sessions.own.ask(path)).status, 401, path);
    assert.equal((await sessions.own.ask('/v1/management_key')).status, 403);
  });

  it('reads the values of headers and queries of webhooks only with the role own, as every key does', async () => {
    const query = { team_id: seededTeam };
    const byManagement = withKey(sandboxKeys.managementKey);
    const all = {
      url: 'http://127.0.0.1:9/hook?code=of=the-gateway&region&=eu',
      headers: { authorization: 'Bearer of-the-gateway', 'x-region': 'eu' },
      routes: [{ prefix: 'daily.', url: 'http://127.0.0.1:9/daily?of-the-gateway' }],
    };
    const body = { ...all, kind: 'event_hub' as const };
    const made = await service.call(createWebhook, { ...byManagement, query, body });
    const params = { id: made.body.id };
    const path = `/v2/webhook/${params.id}?team_id=${seededTeam}`;
    const hidden = {
      url: 'http://127.0.0.1:9/hook?code=***&***&=***',
      headers: { authorization: '***', 'x-region': '***' },
      routes: [{ prefix: 'daily.', url: 'http://127.0.0.1:9/daily?***' }],
    };
    const shown = ({ url, headers, routes }: Webhook) => ({ url, headers, routes });
    for (const [role, seen] of [
      ['view', hidden],
      ['operate', hidden],
      ['own', all],
    ] as const) {
      const one = (await (await sessions[role].ask(path)).json()) as Webhook;
      const list = await (await sessions[role].ask(`/v2/webhook?team_id=${seededTeam}`)).json();
      const listed = (list as { webhooks: Webhook[] }).webhooks.find(({ id }) => id === one.id);
      assert.deepEqual([shown(one), listed && shown(listed)], [seen, seen], role);
    }
    const byKey = await service.call(getWebhook, { ...byManagement, query, params });
    assert.deepEqual(shown(byKey.body), all);
    const own = await service.call(getWebhook, { apiKey: sandboxKeys.apiKey, params });
    assert.deepEqual(shown(own.body), all);
  });

  it('is recorded in the audit log, without a token', async () => {
    const made = await sessions.own.ask(`/v1/org/${seededOrg}/team/${seededTeam}/api_key`, {
      method: 'POST',
      body: '{"name":"by a person"}',
    });
    const { id } = (await made.json()) as { id: string };
    const log = await service.call(listAuditEntries, { ...ofOrg, query: { action: 'key.created' } });
    const entry = log.body.data.find(({ subject }) => subject === id);
    assert.deepEqual([entry?.actor, entry?.person, entry?.key_id], ['person', 'of own', null]);
  });
});
