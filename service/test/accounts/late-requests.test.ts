// Requests whose headers arrive before their team is deleted, and whose body arrives afterwards.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createUser, deleteTeam, setCustomCredentials } from 'svc-link/contract';
import { createApp } from '../../src/server/app.js';
import { sweep } from '../../src/server/sweeps.js';
import { newApiKey, newTeam, newTeamKey, ofTeam } from '../support/management-scene.js';
import { startTestService, type TestService } from '../support/test-service.js';

const graceDays = 7;

describe('a request in progress while its team is deleted', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  /** Sends a request, and deletes the team as soon as this table was read to find the caller. */
  const sendLate = async (
    teamId: string,
    { method, path, body }: { readonly method: string; readonly path: string; readonly body: object },
    key: string,
    readLast: 'api_key' | 'team' = 'api_key',
  ) => {
    const reads = new WeakSet<object>();
    let isDeleted = false;
    const db = service.deps.db.withPlugin({
      transformQuery({ node, queryId }) {
        if (JSON.stringify(node).includes(`"name":"${readLast}"`)) reads.add(queryId);
        return node;
      },
      async transformResult({ result, queryId }) {
        if (reads.has(queryId) && !isDeleted) {
          isDeleted = true;
          assert.equal((await service.call(deleteTeam, ofTeam(teamId))).status, 200);
        }
        return result;
      },
    });
    const response = await createApp({ ...service.deps, db }).request(path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(key.startsWith('sk_') ? { 'x-svc-api-key': key } : { 'x-management-key': key }),
      },
      body: JSON.stringify(body),
    });
    assert.ok(isDeleted);
    return { status: response.status, body: (await response.json()) as { detail?: { error_type?: string } } };
  };

  const application = {
    method: 'PUT',
    path: '/v2/team/custom_credentials/cadence_cycle',
    body: { client_id: 'late', client_secret: 'secret' },
  };
  const webhook = { method: 'POST', path: '/v2/webhook', body: { url: 'https://nowhere.invalid/' } };

  it('stores nothing for the team: no application, webhook or key', async () => {
    for (const request of [application, webhook]) {
      const { id } = await newTeam(service);
      const { key } = await newApiKey(service, id);
      const answer = await sendLate(id, request, key);
      assert.equal(answer.status, 404, request.path);
      assert.equal(answer.body.detail?.error_type, 'team_not_found');
    }
    const { id } = await newTeam(service);
    const { key } = await newTeamKey(service, id, (await newTeam(service)).id);
    const byManager = await sendLate(id, { ...webhook, path: `${webhook.path}?team_id=${id}` }, key, 'team');
    assert.equal(byManager.body.detail?.error_type, 'team_not_found');
    const { db } = service.deps;
    for (const table of ['webhook', 'custom_credentials'] as const)
      assert.deepEqual(await db.selectFrom(table).select('team_id').execute(), []);
  });

  it('accepts no bulk operation, which would go on for the deleted team', async () => {
    const { db } = service.deps;
    const provider = 'cadence_cycle';
    const [user_id] = [randomUUID()];
    const recipe = { user_id, access_token: 'good', refresh_token: '', provider_id: 'x', expires_at: 0 };
    for (const request of [
      {
        method: 'POST',
        path: '/v2/link/bulk_import',
        body: { provider, connections: [{ ...recipe, oauth_scopes: [] }] },
      },
      { method: 'POST', path: '/v2/link/bulk_pause', body: { provider, user_ids: [user_id] } },
    ]) {
      const { id } = await newTeam(service);
      await db
        .updateTable('team')
        .set({ flags: JSON.stringify(['management', 'bulk_import']) })
        .where('id', '=', id)
        .execute();
      const { key } = await newApiKey(service, id);
      await service.call(setCustomCredentials, {
        params: { provider },
        headers: { 'x-svc-api-key': key },
        body: { client_id: 'own', client_secret: 'secret' },
      });
      const answer = await sendLate(id, request, key);
      assert.deepEqual(
        [answer.status, answer.body.detail?.error_type],
        [404, 'team_not_found'],
        request.path,
      );
    }
    assert.deepEqual(await db.selectFrom('bulk_operation').select('id').execute(), []);
  });

  it('makes no link token, with which people would link for the deleted team', async () => {
    const { id } = await newTeam(service);
    const { key } = await newApiKey(service, id);
    const { body: user } = await service.call(createUser, {
      headers: { 'x-svc-api-key': key },
      body: { client_user_id: 'ada' },
    });
    const body = { user_id: user.user_id };
    const answer = await sendLate(id, { method: 'POST', path: '/v2/link/token', body }, key);
    assert.equal(answer.status, 404);
    assert.deepEqual(await service.deps.db.selectFrom('link_session').select('id').execute(), []);
  });

  it('leaves a team that is deleted for good after its days of grace', async () => {
    const { db, clock } = service.deps;
    const { id } = await newTeam(service);
    const { key } = await newApiKey(service, id);
    await sendLate(id, application, key);
    await service.clock.advance(graceDays * 86_400);
    await sweep(db, clock.now());
    const rows = await db.selectFrom('team').select('id').where('id', '=', id).execute();
    assert.deepEqual(rows, []);
  });
});
