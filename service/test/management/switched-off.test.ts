import assert from 'node:assert/strict';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  advanceClock,
  countTeamConnections,
  createApiKey,
  createWebhook,
  listApiKeys,
  listBrokenConnections,
  listTeamBulkOperations,
  listTeams,
  listWebhookDeliveries,
  readLinkFunnel,
  findLinkSessions,
  readLinkProblems,
  readProviderHealth,
  readTeam,
  updateTeam,
  type TeamFlag,
} from 'svc-link/contract';
import { newApiKey, newTeam, ofOrg, ofTeam } from '../support/management-scene.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  service = await startTestService();
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await service.stop();
});

const turn = (team: string, ...flags: TeamFlag[]) =>
  service.call(updateTeam, { ...ofTeam(team), body: { flags } });

describe('a team whose switch `management` is off', () => {
  // spec 5.6
  it('sends nothing to its webhooks and event hubs, and begins again when it is on', async () => {
    const { id } = await newTeam(service);
    const { key: apiKey } = await newApiKey(service, id);
    const { url } = receiver;
    const hooks: string[] = [];
    for (const kind of ['webhook', 'event_hub'] as const) {
      const body = { url, kind, events: ['provider.connection.'] };
      hooks.push((await service.call(createWebhook, { apiKey, body })).body.id);
    }
    const connect = async () => {
      const link = await service.newLink({}, apiKey);
      assert.equal((await service.signIn(link, 'ok@example.com')).body.state, 'success');
    };
    const deliveries = async () => {
      const of = (hook: string) => service.call(listWebhookDeliveries, { apiKey, params: { id: hook } });
      return (await Promise.all(hooks.map(of))).map(({ body }) =>
        body.data.map(({ status, error }) => [status, error]),
      );
    };
    // The delivery is refused, so that a later try waits.
    receiver.answer = (response) => void response.writeHead(500).end();
    await connect();
    await receiver.until(2);
    // The clock skips nothing before the time of the next try is stored.
    while ((await deliveries()).flat().some(([, error]) => error === null)) await turnOfLoop();

    await turn(id);
    receiver.answer = (response) => void response.writeHead(204).end();
    await connect();
    await service.call(advanceClock, { body: { advance_seconds: 7 * 86_400 } });
    assert.equal(receiver.received.length, 2);

    await turn(id, 'management');
    const notSent = ['failed', 'not sent: the switch `management` of the team is off'];
    // There are two connections. The event of the second one is not sent later.
    assert.deepEqual(await deliveries(), [[notSent], [notSent]]);
    await connect();
    await receiver.until(4);
  });

  // spec 5.6
  it('leaves only its settings to the organization, which can turn it on again', async () => {
    const { id } = await newTeam(service);
    await turn(id);
    const ask = ofTeam(id);
    const refused = [
      service.call(listApiKeys, ask),
      service.call(createApiKey, { ...ask, body: { name: 'x' } }),
      service.call(listTeamBulkOperations, ask),
      service.call(readLinkFunnel, ask),
      service.call(readLinkProblems, ask),
      service.call(findLinkSessions, { ...ask, query: { client_user_id: 'x' } }),
      service.call(countTeamConnections, ask),
      service.call(readProviderHealth, ask),
      service.call(listBrokenConnections, { ...ask, query: { provider: 'quartz_scale' } }),
    ];
    for (const each of refused) {
      const { status, detail } = await each;
      assert.equal(status, 403);
      assert.equal((detail as { error_type: string }).error_type, 'feature_not_enabled');
    }
    assert.equal((await service.call(listTeams, ofOrg)).status, 200);
    assert.deepEqual((await service.call(readTeam, ask)).body.flags, []);
    assert.deepEqual((await turn(id, 'management')).body.flags, ['management']);
    assert.equal((await service.call(listApiKeys, ask)).status, 200);
  });
});
