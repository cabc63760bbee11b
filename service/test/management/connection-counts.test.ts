import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  advanceClock,
  bulkPause,
  ConnectionCount,
  countTeamConnections,
  listUserProviders,
} from 'svc-link/contract';
import { newBulkTeam, provider, recipeFor } from '../support/bulk-service.js';
import { newApiKey, newTeam, newTeamKey, ofTeam } from '../support/management-scene.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const count = (teamId: string, key?: string) => service.call(countTeamConnections, ofTeam(teamId, key));
const advance = (seconds: number) => service.call(advanceClock, { body: { advance_seconds: seconds } });

describe('GET /v1/org/{org_id}/team/{team_id}/connection_counts', () => {
  // spec 2.6.1
  it('counts connections by provider, state and reason, and names no user', async () => {
    const { id } = await newTeam(service);
    const { key: apiKey } = await newApiKey(service, id);
    const { key } = await newTeamKey(service, id);
    assert.deepEqual((await count(id, key)).body, { data: [] });

    const users: string[] = [];
    const link = async (username: string, provider = 'quartz_scale') => {
      const session = await service.newLink({}, apiKey);
      users.push(session.userId);
      await service.signIn(session, username, { provider });
      await advance(0);
      return session.userId;
    };
    const first = await link('pull-fail@example.com');
    await advance(60);
    await link('pull-fail@example.com');
    await link('ok@example.com');
    await link('ok@example.com', 'umbra_sleep');

    const { body } = await service.call(listUserProviders, { apiKey, params: { user_id: first } });
    const { since } = body.providers[0]!.error_details!;
    const refused = { error_type: 'provider_data_refused', since };
    const fine = { error_type: null, since: null };
    const counted = await count(id, key);
    assert.equal(counted.status, 200);
    assert.deepEqual(counted.body.data, [
      { provider: 'quartz_scale', status: 'connected', connections: 1, ...fine },
      { provider: 'quartz_scale', status: 'error', connections: 2, ...refused },
      { provider: 'umbra_sleep', status: 'connected', connections: 1, ...fine },
    ]);
    for (const each of counted.body.data)
      assert.deepEqual(Object.keys(each).sort(), Object.keys(ConnectionCount.shape).sort());
    for (const user of users) assert.ok(!JSON.stringify(counted.body).includes(user));
  });

  it('counts what is paused', async () => {
    const team = await newBulkTeam(service);
    const [one, two] = await team.users(2);
    await team.ended(await team.import([recipeFor(one!), recipeFor(two!)]));
    const body = { provider, user_ids: [one!] };
    await team.ended(await service.call(bulkPause, { apiKey: team.apiKey, body }));

    const { data } = (await count(team.id)).body;
    assert.deepEqual(
      data.map((each) => [each.provider, each.status, each.connections]),
      [
        [provider, 'connected', 1],
        [provider, 'paused', 1],
      ],
    );
  });

  it('shows only teams that the key reaches', async () => {
    const [own, other] = [await newTeam(service), await newTeam(service)];
    const { key } = await newTeamKey(service, own.id);
    assert.equal((await count(own.id, key)).status, 200);
    assert.equal((await count(other.id, key)).status, 403);
    assert.equal((await count(randomUUID())).status, 404);
  });
});
