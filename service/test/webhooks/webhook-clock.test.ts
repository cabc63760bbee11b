import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { setImmediate as turn } from 'node:timers/promises';
import { createClient, type Client } from 'svc-link/client';
import type { WebhookDelivery } from 'svc-link/contract';
import { waits } from '../../src/webhooks/retries.js';
import { codeOf } from '../support/page-code.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { startTestService, type TestService } from '../support/test-service.js';

const day = 86_400;
const codeWith = codeOf('webhooks.md');

describe('retries of webhooks', () => {
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

  /** A team whose webhook has refused each event once. */
  async function failing(status = 500, events = 1) {
    receiver.answer = (response) => void response.writeHead(status).end();
    const { apiKey } = await service.newTeam();
    const client = createClient({
      baseUrl: 'http://127.0.0.1',
      apiKey,
      fetch: (input, init) => Promise.resolve(service.app.request(String(input), init)),
    });
    const path = `/${apiKey}`;
    const { id } = await client.createWebhook({
      url: receiver.url + path,
      events: ['provider.connection.created'],
    });
    for (let event = 0; event < events; event++)
      await service.signIn(await service.newLink({}, apiKey), 'ok@example.com');
    while ((await client.listWebhookDeliveries(id)).data.some(({ attempts }) => attempts === 0)) await turn();
    return { client, id, received: () => receiver.received.filter((each) => each.path === path) };
  }

  /** The only delivery, once `isThere` accepts it. */
  async function until(client: Client, id: string, isThere: (one: WebhookDelivery) => boolean) {
    for (;;) {
      const [one] = (await client.listWebhookDeliveries(id)).data;
      if (one && isThere(one)) return one;
      await turn();
    }
  }
  const now = async (client: Client, id: string) => until(client, id, () => true);

  it('follow the sandbox clock, which answers after they were made', async () => {
    const { client, id, received } = await failing();
    await client.advanceClock(day);
    const one = await now(client, id);
    // The waits of 5 s, 5 min, 30 min, 2 h, 5 h and 10 h fit into a day. The next wait of 14 h does not.
    assert.deepEqual([one.status, one.attempts], ['pending', 7]);
    assert.equal(received().length, 7);
    const { now: clock } = await client.readClock();
    assert.ok(Date.parse(one.next_attempt_at ?? '') > Date.parse(clock));
    assert.ok(Date.parse(one.next_attempt_at ?? '') < Date.parse(clock) + 0.6 * day * 1000);
  });

  it('of one webhook do not wait for each other, so that one that answers late delays the clock once', async () => {
    const events = 10;
    const { client, id } = await failing(500, events);
    const held: (() => void)[] = [];
    receiver.answer = (response) => {
      held.push(() => response.writeHead(204).end());
      if (held.length === events) for (const answer of held) answer();
    };
    await client.advanceClock(600);
    const { data } = await client.listWebhookDeliveries(id);
    assert.deepEqual(
      data.map(({ status }) => status),
      Array.from({ length: events }, () => 'success'),
    );
  });

  it('that come later have one job each, however often the clock is moved', async () => {
    const { client, id } = await failing();
    await client.advanceClock(day);
    for (let times = 0; times < 5; times++) await client.advanceClock(60);
    const one = await now(client, id);
    const { rows } = await sql<{ start_after: Date }>`select start_after from pgboss.job
      where name = 'webhook_throttled' and state = 'created' and data->>'delivery_id' = ${one.id}
        and data->>'attempts' = ${String(one.attempts)}`.execute(service.deps.db);
    assert.equal(rows.length, 1);
    const { now: clock } = await client.readClock();
    const wait = Date.parse(one.next_attempt_at ?? '') - Date.parse(clock);
    const off = Math.abs(Number(rows[0]?.start_after) - Date.now() - wait);
    assert.ok(off < 10_000, `${off} ms`);
  });

  it('are given up after all of them, by the clock', async () => {
    const { client, id, received } = await failing();
    for (let days = 0; days < 4; days++) await client.advanceClock(day);
    const one = await now(client, id);
    assert.deepEqual([one.status, one.attempts], ['failed', waits.length + 1]);
    assert.equal(received().length, waits.length + 1);
  });

  it('arrive as soon as the receiver is there again', async () => {
    const { client, id, received } = await failing();
    await client.advanceClock(60);
    receiver.answer = (response) => void response.writeHead(204).end();
    await client.advanceClock(day);
    const one = await now(client, id);
    assert.deepEqual([one.status, one.attempts, received().length], ['success', 3, 3]);
  });

  it('come earlier in real time if the clock was moved to shortly before them', async () => {
    const { client, id } = await failing();
    await client.advanceClock(60);
    // The next attempt is due in about five minutes less ten seconds, and is made without moving the clock.
    receiver.answer = (response) => void response.writeHead(204).end();
    const { next_attempt_at } = await now(client, id);
    const { now: clock } = await client.readClock();
    const left = Math.floor((Date.parse(next_attempt_at ?? '') - Date.parse(clock)) / 1000);
    await client.advanceClock(left);
    const one = await until(client, id, ({ status }) => status === 'success');
    assert.equal(one.attempts, 3);
  });

  it('disable a webhook that received nothing for five days of the clock', async () => {
    const { client, id } = await failing();
    for (let days = 0; days < 4; days++) await client.advanceClock(day);
    await client.replayWebhookDeliveries(id);
    await until(client, id, ({ attempts }) => attempts > waits.length + 1);
    assert.equal((await client.getWebhook(id)).status, 'enabled');
    await client.advanceClock(2 * day);
    const { status, disabled_reason } = await client.getWebhook(id);
    assert.deepEqual([status, disabled_reason], ['disabled', 'failing']);
  });

  it('are made at once if they are replayed with the line from docs/webhooks.md', async () => {
    const replayAll = codeWith('replayWebhookDeliveries', 'sent');
    const { client, id, received } = await failing();
    await client.advanceClock(day);
    const { attempts } = await now(client, id);
    receiver.answer = (response) => void response.writeHead(204).end();
    assert.equal(await replayAll({ client, id }), 1);
    const one = await until(client, id, ({ status }) => status === 'success');
    assert.equal(one.attempts, attempts + 1);
    const count = received().length;
    await client.advanceClock(4 * day);
    assert.equal(received().length, count);
    assert.equal(await replayAll({ client, id }), 0);
  });

  it('are replayed from the first wait if they were given up', async () => {
    const { client, id } = await failing();
    for (let days = 0; days < 4; days++) await client.advanceClock(day);
    const { attempts } = await now(client, id);
    assert.equal(await client.replayWebhookDeliveries(id), 1);
    const one = await until(client, id, (later) => later.attempts > attempts);
    assert.deepEqual([one.status, one.attempts], ['pending', attempts + 1]);
  });

  it('are not doubled by a replay while the first attempt is in progress', async () => {
    const { client, id, received } = await failing();
    let answer = (): void => {};
    receiver.answer = (response) => (answer = () => void response.writeHead(204).end());
    const [count, all] = [received().length, receiver.received.length];
    const { id: delivery } = await now(client, id);
    await client.replayWebhookDelivery(id, delivery);
    await receiver.until(all + 1);
    await client.replayWebhookDelivery(id, delivery);
    answer();
    const one = await until(client, id, ({ status }) => status === 'success');
    assert.deepEqual([one.attempts, received().length], [2, count + 1]);
  });
});
