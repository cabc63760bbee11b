import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  confirmLinkSession,
  listUserProviders,
  readUser,
  type ConnectionCreatedEvent,
} from 'svc-link/contract';
import { completeConnection } from '../../src/link/complete.js';
import { transact } from '../../src/db/index.js';
import { beginAttempt, lockSession } from '../../src/link/sessions.js';
import { sandboxKeys } from '../../src/server/server.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await service.hear();
});
afterAll(() => service.stop());

const { apiKey } = sandboxKeys;
const eventsOf = async (userId: string) =>
  (await service.eventsOf(userId))
    .filter(({ event_type }) => event_type === 'provider.connection.created')
    .map(({ event_type, team_id, client_user_id, data }) => ({ event_type, team_id, client_user_id, data }));

describe('provider.connection.created', () => {
  // spec 2.15.2, 6.4, 9.4
  it('reports a connection, its provider and which data can be read', async () => {
    const link = await service.newLink();
    await service.signIn(link, 'error-provider_api_error@example.com');
    assert.deepEqual(await eventsOf(link.userId), []);

    const { body: result } = await service.signIn(link, 'ok@example.com');
    const user = await service.call(readUser, { apiKey, params: { user_id: link.userId } });
    const { body } = await service.call(listUserProviders, { apiKey, params: { user_id: link.userId } });
    const [connected] = body.providers;
    assert.match(String(connected?.logo), /^http.*quartz_scale/);
    assert.equal(connected?.resource_availability['body']?.status, 'available');
    assert.deepEqual(await eventsOf(link.userId), [
      {
        event_type: 'provider.connection.created',
        team_id: user.body.team_id,
        client_user_id: user.body.client_user_id,
        data: {
          provider: { name: 'Quartz Scale', slug: 'quartz_scale', logo: connected?.logo },
          user_id: link.userId,
          provider_id: result.provider_id,
          resource_availability: connected?.resource_availability,
          consent: null,
        },
      },
    ]);
  });

  // spec 6.4
  it('reports which resources the granted scopes allow', async () => {
    const provider = 'aurora_ring';
    const granted = ['profile.read', 'sleep.read'];
    const denied = ['activity.read', 'heartrate.read', 'body_temperature.read'];
    const { userId, sessionId } = await service.newLink();
    await transact(service.deps.db, async (tx) => {
      const session = await lockSession(tx, sessionId);
      const { attempt } = await beginAttempt(tx, session, provider, service.clock.now(), null);
      const made = { provider, account: 'a', credentials: '{}', granted, denied };
      await completeConnection(tx, service.deps, sessionId, attempt, made);
    });
    const [event] = await eventsOf(userId);
    // This is checked against the contract when the service stops.
    const { resource_availability } = event?.data as ConnectionCreatedEvent['data'];
    assert.deepEqual(
      Object.entries(resource_availability).map(([name, { status }]) => [name, status]),
      [
        ['profile', 'available'],
        ['sleep', 'available'],
        ['activity', 'unavailable'],
        ['heartrate', 'unavailable'],
        ['body_temperature', 'unavailable'],
      ],
    );
  });

  it('is sent after the team’s confirmation, if the team wants to confirm', async () => {
    const link = await service.newLink({ confirm: 'host' });
    const { body } = await service.signIn(link, 'ok@example.com');
    assert.deepEqual(await eventsOf(link.userId), []);
    await service.call(confirmLinkSession, {
      apiKey,
      params: { link_session_id: link.sessionId },
      body: { confirm_code: String(body.confirm_code) },
    });
    assert.equal((await eventsOf(link.userId)).length, 1);
  });
});
