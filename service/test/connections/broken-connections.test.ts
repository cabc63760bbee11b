import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  advanceClock,
  listHistoricalPulls,
  listLinkProviders,
  listUserProviders,
  readUser,
} from 'svc-link/contract';
import { isConnectionError, isConnectionHealed, readEvent } from 'svc-link/webhooks';
import { transact } from '../../src/db/index.js';
import { breakConnection } from '../../src/pulls/break-connection.js';
import { lockConnection } from '../../src/pulls/connection.js';
import { sandboxKeys } from '../../src/server/server.js';
import { startTestService, type TestService } from '../support/test-service.js';

const { apiKey } = sandboxKeys;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await service.hear();
});
afterAll(() => service.stop());

const advance = (seconds: number) => service.call(advanceClock, { body: { advance_seconds: seconds } });
async function link(username: string, user_id?: string) {
  const session = await service.newLink(user_id === undefined ? {} : { user_id });
  const { body } = await service.signIn(session, username);
  assert.equal(body.state, 'success');
  await advance(0);
  return { userId: session.userId, providerId: body.provider_id };
}
const connectionOf = async (user_id: string) =>
  (await service.call(listUserProviders, { apiKey, params: { user_id } })).body.providers[0]!;
const eventsOf = async (userId: string) =>
  (await service.eventsOf(userId))
    .filter(({ event_type }) => event_type.startsWith('provider.connection.'))
    .map((event) => readEvent(event));
const typesOf = async (userId: string) =>
  (await eventsOf(userId)).map(({ event_type }) => event_type.replace('provider.connection.', '')).sort();
const badge = async (user_id: string) => {
  const { token } = await service.newLink({ user_id });
  const { body } = await service.call(listLinkProviders, { token });
  return body.find(({ slug }) => slug === 'quartz_scale')?.connected;
};

describe('a connection whose provider refuses permanently', () => {
  // spec 2.6.1, 3.4.2
  it('has the status error with the reason and time, once, and an event reports it', async () => {
    const { userId, providerId } = await link('pull-fail@example.com');
    const { status, error_details } = await connectionOf(userId);
    assert.equal(status, 'error');
    const problem = {
      error_type: 'provider_data_refused',
      error_message: 'The provider refuses the data of this account for good.',
    };
    assert.deepEqual({ ...error_details, since: '' }, { ...problem, since: '' });
    assert.equal(error_details!.since, new Date(error_details!.since).toISOString());
    const [event] = (await eventsOf(userId)).filter(isConnectionError);
    assert.deepEqual(
      { ...event!.data, provider: event!.data.provider.slug },
      { provider: 'quartz_scale', user_id: userId, provider_id: providerId, error_details },
    );
    const { data } = (await service.call(listHistoricalPulls, { apiKey, query: { user_id: userId } })).body;
    assert.ok(data.length > 1);
    assert.ok(data.every((pull) => pull.status === 'failure' && pull.next_attempt_at === null));

    await advance(3 * 86_400);
    assert.deepEqual(await typesOf(userId), ['created', 'error']);
    assert.deepEqual((await connectionOf(userId)).error_details, error_details);
    const user = await service.call(readUser, { apiKey, params: { user_id: userId } });
    assert.equal(user.body.connected_sources.length, 1);
  });

  it('can be linked again, which heals it', async () => {
    const { userId } = await link('pull-fail@example.com');
    const broken = await connectionOf(userId);
    assert.equal(await badge(userId), false);
    const { providerId } = await link('ok@example.com', userId);
    const { status, error_details } = await connectionOf(userId);
    assert.deepEqual([status, error_details], ['connected', null]);
    assert.equal(await badge(userId), true);
    assert.deepEqual(await typesOf(userId), ['created', 'healed']);
    const [healed] = (await eventsOf(userId)).filter(isConnectionHealed);
    assert.deepEqual(healed!.data.error_details, broken.error_details);
    assert.notEqual(healed!.data.provider_id, providerId);

    await link('ok@example.com', userId);
    assert.equal((await typesOf(userId)).filter((type) => type === 'healed').length, 1);
  });

  it('does not break because of a temporary failure', async () => {
    const { userId } = await link('pull-retry@example.com');
    await advance(3600);
    const { status, error_details } = await connectionOf(userId);
    assert.deepEqual([status, error_details], ['connected', null]);
    assert.deepEqual(await typesOf(userId), ['created']);
  });

  it('gets no more of the data that was still to be pulled', async () => {
    const { db } = service.deps;
    const { userId } = await link('ok@example.com');
    const { id } = await db
      .selectFrom('connection')
      .select('id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const now = service.clock.now();
    const later = new Date(now.getTime() + 60_000);
    await db
      .updateTable('historical_pull')
      .set({ status: 'retrying', next_attempt_at: later, ended_on: null })
      .where('connection_id', '=', id)
      .where('resource', '=', 'profile')
      .execute();
    await transact(db, async (tx) => {
      const connection = await lockConnection(tx, id);
      const problem = { error_type: 'access_revoked', error_message: 'of a test' };
      await breakConnection(tx, service.deps, connection!, problem, now);
    });
    const { data } = (await service.call(listHistoricalPulls, { apiKey, query: { user_id: userId } })).body;
    assert.deepEqual(
      data.map(({ resource, status, next_attempt_at }) => [resource, status, next_attempt_at]),
      [
        ['body', 'success', null],
        ['profile', 'failure', null],
      ],
    );
    await advance(3 * 86_400);
    assert.deepEqual(await typesOf(userId), ['created', 'error']);
  });
});
