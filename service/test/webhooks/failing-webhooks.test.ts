import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { setImmediate as turn } from 'node:timers/promises';
import { lanes } from '../../src/jobs/lanes.js';
import { createSecrets } from '../../src/crypto/secrets.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { transact } from '../../src/db/index.js';
import { emit } from '../../src/webhooks/events.js';
import { createDeliverer } from '../../src/webhooks/index.js';
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

describe('a webhook whose secret this service cannot read', () => {
  it('gets nothing until the secret can be read, its deliveries say why, and it does not count as failing', async () => {
    const hook = await hooked(service, receiver);
    const another = createSecrets(randomBytes(32)).seal('webhook-secret', hook.id, hook.secret);
    const row = service.deps.db.updateTable('webhook').where('id', '=', hook.id);
    await row.set({ secret: another }).execute();
    await hook.emit();
    const one = await hook.settled(({ error }) => error === null);
    assert.deepEqual([one.status, one.attempts, one.response_status], ['pending', 0, null]);
    const wait = Date.parse(one.next_attempt_at ?? '') - Date.now();
    assert.ok(wait > 200_000 && wait < 400_000, `${wait} ms`);
    assert.match(one.error ?? '', /^not sent: .* cannot be read with the master key/);
    assert.match(service.logged(), new RegExp(`"webhook_id":"${hook.id}".*cannot be read with this key`));
    assert.equal(hook.received().length, 0);
    const { failing_since } = await service.deps.db
      .selectFrom('webhook')
      .select('failing_since')
      .where('id', '=', hook.id)
      .executeTakeFirstOrThrow();
    assert.equal(failing_since, null);

    await row.set({ secret: service.deps.secrets.seal('webhook-secret', hook.id, hook.secret) }).execute();
    const arrived = await hook.attempt();
    assert.deepEqual([arrived.status, arrived.attempts, arrived.error], ['success', 1, null]);
  });
});

describe('a webhook that fails', () => {
  it('is disabled at once if it answers 410, and all waiting deliveries are given up', async () => {
    receiver.answer = answering(500);
    const hook = await hooked(service, receiver);
    await hook.emit();
    await hook.attempted();
    receiver.answer = answering(410);
    await hook.attempt();
    const { status: is, disabled_reason } = await hook.read();
    assert.deepEqual([is, disabled_reason], ['disabled', 'gone']);
    assert.equal((await hook.log()).data[0]?.error, 'answered with 410: the webhook is disabled');
    assert.deepEqual(
      (await hook.log()).data.map(({ status: each }) => each),
      ['failed'],
    );
  });

  it('is disabled at once if many answers of 410 come together', async () => {
    const hook = await hooked(service, receiver);
    const held: ServerResponse[] = [];
    receiver.answer = (response) => void held.push(response);
    for (let n = 0; n < 60; n++) await hook.emit();
    while (held.length < (lanes.webhook.perGroup ?? 0)) await turn();
    receiver.answer = answering(410);
    const began = performance.now();
    for (const response of held) response.writeHead(410).end();
    const left = () =>
      service.deps.db
        .selectFrom('webhook_delivery')
        .select('id')
        .where('webhook_id', '=', hook.id)
        .where('status', '=', 'pending')
        .execute();
    while ((await left()).length > 0) await turn();
    // PostgreSQL ends a deadlock only after one second.
    const took = performance.now() - began;
    assert.ok(took < 20_000, `${took} ms`);
    assert.equal((await hook.read()).disabled_reason, 'gone');
  });

  it('stays enabled if the 410 comes from an address that was replaced meanwhile', async () => {
    const hook = await hooked(service, receiver);
    const held: ServerResponse[] = [];
    receiver.answer = (response) => void held.push(response);
    await hook.emit();
    while (held.length === 0) await turn();
    await hook.change({ url: `${receiver.url}${hook.path}/new` });
    receiver.answer = (response) => void response.writeHead(204).end();
    held[0]?.writeHead(410).end();
    const failed = await hook.attempted();
    assert.deepEqual([failed.error, (await hook.read()).status], ['answered with 410', 'enabled']);
    assert.equal((await hook.attempt()).status, 'success');
  });

  it('is disabled after five days without a success, counted from the last one', async () => {
    receiver.answer = answering(500);
    const hook = await hooked(service, receiver);
    const failingSince = (days: number) =>
      service.deps.db
        .updateTable('webhook')
        .set({ failing_since: new Date(Date.now() - days * 86_400_000) })
        .where('id', '=', hook.id)
        .execute();
    await hook.emit();
    await hook.attempted();
    await failingSince(4.9);
    await hook.attempt();
    assert.equal((await hook.read()).status, 'enabled');

    receiver.answer = answering(200);
    await hook.attempt();
    receiver.answer = answering(500);
    await hook.replay((await hook.log()).data[0]?.id ?? '');
    await hook.attempted(4);
    assert.equal((await hook.read()).status, 'enabled');
    await failingSince(5);
    await hook.attempt();
    const { status: is, disabled_reason } = await hook.read();
    assert.deepEqual([is, disabled_reason], ['disabled', 'failing']);
  });

  it('does not keep others waiting', async () => {
    const slow = await hooked(service, receiver);
    const quick = await hooked(service, receiver);
    const held: ServerResponse[] = [];
    receiver.answer = (response, { path }) => {
      if (path === slow.path) held.push(response);
      else response.writeHead(204).end();
    };
    const limit = lanes.webhook.perGroup ?? 0;
    assert.ok(limit > 1 && limit < lanes.webhook.places);
    const all = 3 * limit;
    for (let n = 0; n < all; n++) await slow.emit();
    await quick.emit();
    assert.equal((await quick.ended()).status, 'success');
    assert.ok(held.length <= limit, `${held.length} at once`);
    // Each answer lets the next request in, and never too many at once.
    let most = 0;
    for (let answered = 0; answered < all; answered++) {
      await receiver.until(receiver.received.length - slow.received().length + answered + 1);
      most = Math.max(most, held.length - answered);
      held[answered]?.writeHead(204).end();
    }
    assert.ok(most <= limit, `${most} at once`);
  });
});

describe('a webhook that is enabled again', () => {
  it('stays enabled and gets what waited, if it was still disabled when a delivery was read', async () => {
    const { deps } = service;
    const hook = await hooked(service, receiver);
    // No process is told about the delivery.
    const silent = { ...deps, jobs: { ...deps.jobs, enqueueAll: () => Promise.resolve() } };
    const event = { type: 'daily.data.steps.created', user: hook.user, data: { data: [], source: 1 } };
    await transact(deps.db, (tx) => emit(silent, tx, event));
    await deps.db
      .updateTable('webhook')
      .set({ status: 'disabled', disabled_reason: 'requested' })
      .where('id', '=', hook.id)
      .execute();
    let isRead = false;
    const db = deps.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (!isRead && result.rows.some((row) => 'delivery_id' in row)) {
          isRead = true;
          await hook.change({ status: 'enabled' });
        }
        return result;
      },
    });
    const [{ id, attempts } = assert.fail()] = (await hook.log()).data;
    await createDeliverer({ ...deps, db })(
      { delivery_id: id, attempts },
      new AbortController().signal,
      'webhook',
    );
    assert.deepEqual([isRead, (await hook.read()).status], [true, 'enabled']);
    assert.equal((await hook.ended()).status, 'success');
  });
});
