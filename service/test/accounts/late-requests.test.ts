// Requests whose headers came before their team was deleted, and whose body comes after it.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { deleteTeam } from 'svc-link/contract';
import { sweep } from '../../src/server/sweeps.js';
import { newApiKey, newTeam, newTeamKey, ofTeam } from '../support/management-scene.js';
import { startTestService, type TestService } from '../support/test-service.js';

const graceDays = 7;

describe('a request that is under way while its team is deleted', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  /** Sends the headers, deletes the team once the service reads on, and sends the body then. */
  const sendLate = async (teamId: string, method: string, path: string, key: string, body: object) => {
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    const stream = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          assert.equal((await service.call(deleteTeam, ofTeam(teamId))).status, 200);
          controller.enqueue(bytes);
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const response = await service.app.request(path, {
      method,
      headers: {
        'content-type': 'application/json',
        'content-length': String(bytes.length),
        ...(key.startsWith('sk_') ? { 'x-svc-api-key': key } : { 'x-management-key': key }),
      },
      body: stream,
      duplex: 'half',
    } as RequestInit);
    return { status: response.status, body: (await response.json()) as { detail?: { error_type?: string } } };
  };

  const credentials = '/v2/team/custom_credentials/cadence_cycle';
  const application = { client_id: 'late', client_secret: 'secret' };
  const webhook = { url: 'https://nowhere.invalid/' };

  it('stores nothing for it: not an application, a webhook or a key', async () => {
    for (const [method, path, body] of [
      ['PUT', credentials, application],
      ['POST', '/v2/webhook', webhook],
    ] as const) {
      const { id } = await newTeam(service);
      const { key } = await newApiKey(service, id);
      const answer = await sendLate(id, method, path, key, body);
      assert.equal(answer.status, 404, path);
      assert.equal(answer.body.detail?.error_type, 'team_not_found');
    }
    const { id } = await newTeam(service);
    const { key } = await newTeamKey(service, id, (await newTeam(service)).id);
    const byManager = await sendLate(id, 'POST', `/v2/webhook?team_id=${id}`, key, webhook);
    assert.equal(byManager.body.detail?.error_type, 'team_not_found');
    const { db } = service.deps;
    for (const table of ['webhook', 'custom_credentials'] as const)
      assert.deepEqual(await db.selectFrom(table).select('team_id').execute(), []);
  });

  it('leaves a team that is forgotten after its days of grace', async () => {
    const { db, clock } = service.deps;
    const { id } = await newTeam(service);
    const { key } = await newApiKey(service, id);
    await sendLate(id, 'PUT', credentials, key, application);
    await service.clock.advance(graceDays * 86_400);
    await sweep(db, clock.now());
    const rows = await db.selectFrom('team').select('id').where('id', '=', id).execute();
    assert.deepEqual(rows, []);
  });
});
