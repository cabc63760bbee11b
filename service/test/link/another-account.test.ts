// A person who links another account in place of the first one ends the first connection, with everything that came over it.
import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, it } from 'vitest';
import { advanceClock, replayWebhookDelivery, type ConnectionCreatedEvent } from 'svc-link/contract';
import { sweep } from '../../src/server/sweeps.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { hooked } from '../webhooks/hooked.js';

let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  service = await startTestService();
  receiver = await startReceiver();
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});

const provider = 'quartz_scale';
type Hook = Awaited<ReturnType<typeof hooked>>;

/** A user whose account has brought data, and a webhook that has received it. */
async function toldOf(): Promise<Hook> {
  const hook = await hooked(service, receiver);
  await signIn(hook, 'ok@example.com');
  await service.call(advanceClock, { body: { advance_seconds: 2 * 86_400 } });
  // The database answers within one turn of the event loop. Deliveries need other turns to make progress.
  while ((await hook.log({ page_size: 50 })).data.some(({ status }) => status === 'pending')) await turn();
  return hook;
}

const signIn = async ({ user, apiKey }: Hook, username: string) => {
  const link = await service.newLink({ user_id: user.id }, apiKey);
  const { body } = await service.signIn(link, username, { provider });
  assert.equal(body.state, 'success');
  return body.provider_id;
};
const idsOf = async ({ user }: Hook) => (await service.eventsOf(user.id)).map(({ id }) => id);

it('deletes the events of the first account, and sends those of the other one', async () => {
  const hook = await toldOf();
  const [before, told] = [await idsOf(hook), await hook.log({ page_size: 50 })];
  assert.ok(before.length > 1, 'of the connection and of its data');
  const other = await signIn(hook, 'ok@example.org');
  const events = await service.eventsOf(hook.user.id);
  assert.deepEqual(
    events.filter(({ id }) => before.includes(id)),
    [],
  );
  const created = events.filter(({ event_type }) => event_type === 'provider.connection.created');
  assert.deepEqual(
    created.map(({ data }) => (data as ConnectionCreatedEvent['data']).provider_id),
    [other],
  );
  const again = await service.call(replayWebhookDelivery, {
    apiKey: hook.apiKey,
    params: { id: hook.id, delivery_id: told.data[0]?.id ?? '' },
  });
  assert.equal(again.status, 404, 'nothing of it is sent once more');
});

it('keeps the events of the same account', async () => {
  const hook = await toldOf();
  const before = await idsOf(hook);
  await signIn(hook, 'ok@example.com');
  await sweep(service.deps.db, service.clock.now());
  const after = await idsOf(hook);
  assert.deepEqual(
    before.filter((id) => !after.includes(id)),
    [],
  );
});
