import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import {
  deleteUser,
  listAuditEntries,
  listWebhookDeliveries,
  replayWebhookDelivery,
  type WebhookDelivery,
} from 'svc-link/contract';
import { seededOrg } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import { sweep } from '../../src/server/sweeps.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { answering, hooked } from './hooked.js';

let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop({ madeUpEvents: true }));
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());
afterEach(() => {
  receiver.answer = (response) => void response.writeHead(204).end();
});

describe('a replay', () => {
  it('sends a delivery again, under the same id', async () => {
    const hook = await hooked(service, receiver);
    await hook.emit();
    const { id } = await hook.ended();
    const { status: code, body } = await hook.replay(id);
    assert.deepEqual([code, body.id, body.status], [202, id, 'pending']);
    const again = await hook.attempted(2);
    assert.deepEqual([again.status, again.attempts], ['success', 2]);
    const [first, second] = hook.received();
    assert.equal(first?.headers['webhook-id'], second?.headers['webhook-id']);
  });

  it('is recorded if a management key requests it, and not if the team does', async () => {
    const hook = await hooked(service, receiver);
    await hook.emit();
    const { id } = await hook.ended();
    const team_id = hook.user.team_id;
    const headers = { 'x-management-key': sandboxKeys.managementKey };
    const done = async () => {
      const query = { team_id, action: 'webhook.replayed' } as const;
      return (await service.call(listAuditEntries, { params: { org_id: seededOrg }, headers, query })).body
        .data;
    };
    await hook.replay(id);
    await hook.attempted(2);
    assert.deepEqual(await done(), []);
    const params = { id: hook.id, delivery_id: id };
    const { status } = await service.call(replayWebhookDelivery, { params, headers, query: { team_id } });
    assert.equal(status, 202);
    assert.deepEqual(
      (await done()).map(({ actor, subject, detail }) => [actor, subject, detail]),
      [['key', id, `of the webhook ${hook.id}`]],
    );
    await hook.attempted(3);
  });

  it('is refused if there is nothing to send, or no place to send it', async () => {
    const hook = await hooked(service, receiver);
    const other = await hooked(service, receiver);
    await hook.emit();
    const { id } = await hook.ended();
    assert.equal((await other.replay(id)).status, 404);
    assert.equal((await hook.replay(randomUUID())).status, 404);
    await hook.change({ status: 'disabled' });
    assert.equal((await hook.replay(id)).status, 409);
  });
});

describe('the log of deliveries', () => {
  it('can be limited to one status', async () => {
    receiver.answer = answering(503);
    const hook = await hooked(service, receiver);
    await hook.emit('daily.given_up');
    await hook.attempted();
    await hook.change({ status: 'disabled' });
    await hook.change({ status: 'enabled' });
    await hook.emit('daily.under_way');
    const types = async (status: WebhookDelivery['status']) =>
      (await hook.log({ status })).data.map(({ event_type }) => event_type);
    assert.deepEqual(await types('failed'), ['daily.given_up']);
    assert.deepEqual(await types('pending'), ['daily.under_way']);
    assert.deepEqual(await types('success'), []);
    const call = { apiKey: hook.apiKey, params: { id: hook.id }, query: { status: 'lost' as 'failed' } };
    assert.equal((await service.call(listWebhookDeliveries, call)).status, 422);
  });

  it('keeps its pages while events come between them', async () => {
    const hook = await hooked(service, receiver, { status: 'disabled' });
    await hook.change({ status: 'enabled' });
    for (const n of [1, 2, 3, 4, 5]) await hook.emit(`daily.n${n}`);
    const types = (page: { data: WebhookDelivery[] }) => page.data.map(({ event_type }) => event_type).sort();
    const first = await hook.log({ page_size: 2 });
    await hook.emit('daily.n6');
    const second = await hook.log({ page_size: 2, next_cursor: first.next_cursor });
    const third = await hook.log({ page_size: 2, next_cursor: second.next_cursor });
    assert.deepEqual(
      [first, second, third].flatMap(types).sort(),
      [1, 2, 3, 4, 5].map((n) => `daily.n${n}`),
    );
    assert.deepEqual([third.data.length, third.next_cursor], [1, null]);
    // A year of five digits.
    const late = Buffer.from(`253402300800000 ${hook.id}`).toString('base64url');
    for (const query of [
      { next_cursor: 'nonsense' },
      { next_cursor: late },
      { page_size: 0 },
      { page_size: 51 },
    ]) {
      const call = { apiKey: hook.apiKey, params: { id: hook.id }, query };
      const { status, detail } = await service.call(listWebhookDeliveries, call);
      assert.equal(status, 422);
      if ('next_cursor' in query) assert.match(JSON.stringify(detail), /begin without one/);
    }
  });
});

describe('events that are old', () => {
  it('are deleted after 30 days with their deliveries, and a user’s events with the user', async () => {
    const hook = await hooked(service, receiver);
    await hook.emit();
    await hook.ended();
    const { db, clock } = service.deps;
    const sweepAfter = (days: number) => sweep(db, new Date(clock.now().getTime() + days * 86_400_000));
    await sweepAfter(29);
    assert.equal((await hook.log()).data.length, 1);
    await sweepAfter(31);
    assert.equal((await hook.log()).data.length, 0);

    await hook.emit();
    await hook.ended();
    await service.call(deleteUser, { apiKey: hook.apiKey, params: { user_id: hook.user.id } });
    await sweepAfter(8);
    assert.equal((await hook.log()).data.length, 0);
  });
});
