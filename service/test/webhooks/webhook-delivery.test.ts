import assert from 'node:assert/strict';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { sql } from 'kysely';
import { rotateWebhookSecret } from 'svc-link/contract';
import { transact } from '../../src/db/index.js';
import { emit } from '../../src/webhooks/events.js';
import { createDeliverer } from '../../src/webhooks/index.js';
import { jitter, waits } from '../../src/webhooks/retries.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { sweep } from '../../src/server/sweeps.js';
import { answering, hooked, verify } from './hooked.js';

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

describe('a delivery', () => {
  // spec 6.5, 6.7
  it('brings the event as it is, signed by Standard Webhooks', async () => {
    const hook = await hooked(service, receiver, { headers: { 'x-of-the-team': 'yes' } });
    await hook.emit('provider.connection.created', { some: ['data'] });
    const one = await hook.ended();
    const [received] = hook.received();
    assert.ok(received);
    const envelope = {
      event_type: 'provider.connection.created',
      data: { some: ['data'] },
      user_id: hook.user.id,
      team_id: hook.user.team_id,
      client_user_id: 'theirs',
    };
    assert.deepEqual(verify(hook.secret, received), envelope);
    assert.deepEqual(JSON.parse(received.body), envelope);
    assert.equal(received.headers['content-type'], 'application/json');
    assert.equal(received.headers['x-of-the-team'], 'yes');
    assert.equal(received.headers['webhook-id'], one.event_id);
    assert.throws(() => verify(hook.secret, { ...received, body: received.body.replace('data', 'date') }));
    assert.deepEqual(
      { ...one, id: '', event_id: '', created_on: '' },
      {
        id: '',
        event_id: '',
        event_type: 'provider.connection.created',
        status: 'success',
        attempts: 1,
        response_status: 204,
        error: null,
        next_attempt_at: null,
        created_on: '',
      },
    );
  });

  it('is sent once, even if another transaction blocks the record of its arrival', async () => {
    const hook = await hooked(service, receiver);
    const { db } = service.deps;
    const run = (statement: string) => sql.raw(statement).execute(db);
    // A sequence keeps its value when its transaction is undone.
    await run('create sequence records');
    await run(`create function in_the_way() returns trigger language plpgsql as $$
      begin
        if nextval('records') = 1 then raise exception 'deadlock' using errcode = '40P01'; end if;
        return new;
      end $$`);
    await run(`create trigger in_the_way before update on webhook_delivery
      for each row when (new.status = 'success') execute function in_the_way()`);
    try {
      await hook.emit();
      assert.equal((await hook.ended()).status, 'success');
    } finally {
      await run('drop function in_the_way cascade');
      await run('drop sequence records');
    }
    assert.equal(hook.received().length, 1);
  });

  it('reports a committed event, to the webhooks that want it', async () => {
    const hook = await hooked(service, receiver, { events: ['daily.data.sleep', 'provider.'] });
    const other = await hooked(service, receiver);
    const broken = transact(service.deps.db, async (tx) => {
      await emit(service.deps, tx, { type: 'provider.undone', user: hook.user, data: {} });
      throw new Error('no');
    });
    await assert.rejects(broken, /no/);
    for (const type of ['daily.data.sleep.created', 'daily.data.steps.created', 'historical.data.x.created'])
      await hook.emit(type);
    await hook.change({ status: 'disabled' });
    await hook.emit('provider.late');
    assert.deepEqual(
      (await hook.log()).data.map(({ event_type }) => event_type),
      ['daily.data.sleep.created'],
    );
    assert.deepEqual((await other.log()).data, []);
  });

  it('is tried again with the same id and body, later each time, until it is given up', async () => {
    receiver.answer = answering(500);
    const hook = await hooked(service, receiver);
    await hook.emit();
    let one = await hook.attempted();
    for (const wait of waits) {
      const delay = Date.parse(one.next_attempt_at ?? '') - Date.now();
      assert.ok(delay <= 1000 * wait * (1 + jitter) && delay > 1000 * wait * (1 - jitter) - 5000, `${delay}`);
      assert.deepEqual([one.status, one.response_status, one.error], ['pending', 500, 'answered with 500']);
      one = await hook.attempt();
    }
    assert.deepEqual([one.status, one.attempts, one.next_attempt_at], ['failed', 10, null]);
    const received = hook.received();
    assert.equal(received.length, 10);
    assert.equal(new Set(received.map(({ body }) => body)).size, 1);
    assert.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 1);
    for (const each of received) verify(hook.secret, each);
  });

  it('is made once, however often its job runs', async () => {
    const hook = await hooked(service, receiver);
    await hook.emit();
    const { id } = await hook.ended();
    const deliver = createDeliverer(service.deps);
    for (const lane of ['webhook', 'webhook_throttled'] as const)
      for (const attempts of [0, 1])
        await deliver({ delivery_id: id, attempts }, new AbortController().signal, lane);
    assert.equal(hook.received().length, 1);
  });

  it('waits as long as the receiver asks', async () => {
    receiver.answer = answering(503, { 'retry-after': '3600' });
    const hook = await hooked(service, receiver);
    await hook.emit();
    const one = await hook.attempted();
    assert.ok(Date.parse(one.next_attempt_at ?? '') > Date.now() + 3_500_000);
  });

  it('follows no redirect', async () => {
    const hook = await hooked(service, receiver);
    receiver.answer = answering(307, { location: `${hook.path}/elsewhere` });
    await hook.emit();
    const one = await hook.attempted();
    assert.equal(one.error, 'answered with 307: redirects are not followed');
    assert.ok(!receiver.received.some(({ path }) => path.endsWith('/elsewhere')));
  });

  it('says what went wrong', async () => {
    const gone = await startReceiver();
    await gone.close();
    const hook = await hooked(service, receiver, { url: gone.url });
    await hook.emit();
    const one = await hook.attempted();
    assert.deepEqual(
      [one.status, one.response_status, one.error],
      ['pending', null, 'the connection failed (ECONNREFUSED)'],
    );
  });
});

describe('a rotated secret', () => {
  // spec 4.13.6
  it('signs together with the old one for a day', async () => {
    const hook = await hooked(service, receiver);
    const { body } = await service.call(rotateWebhookSecret, {
      apiKey: hook.apiKey,
      params: { id: hook.id },
    });
    assert.notEqual(body.secret, hook.secret);
    await hook.emit();
    await hook.ended();
    const [during] = hook.received();
    assert.ok(during);
    for (const secret of [body.secret, hook.secret]) verify(secret, during);

    await service.clock.advance(86_400);
    await hook.replay((await hook.log()).data[0]?.id ?? '');
    await hook.attempted(2);
    const [, later] = hook.received();
    assert.ok(later);
    verify(body.secret, later);
    assert.throws(() => verify(hook.secret, later));
  });

  it('leaves nothing of the old one once its day is over', async () => {
    const { db, clock } = service.deps;
    const hook = await hooked(service, receiver);
    await service.call(rotateWebhookSecret, { apiKey: hook.apiKey, params: { id: hook.id } });
    const old = () =>
      db
        .selectFrom('webhook')
        .select(['old_secret', 'old_secret_until'])
        .where('id', '=', hook.id)
        .executeTakeFirstOrThrow();
    const { old_secret_until: until } = await old();
    assert.ok(until);
    await sweep(db, new Date(until.getTime() - 1));
    assert.notEqual((await old()).old_secret, null);
    await sweep(db, until);
    assert.deepEqual(await old(), { old_secret: null, old_secret_until: null });
    assert.ok(clock.now() < until);
    await hook.emit();
    assert.equal((await hook.ended()).status, 'success');
  });
});

describe('an event hub', () => {
  // spec 6.6
  it('receives CloudEvents, at the address with the longest prefix', async () => {
    const at = (name: string) => `${receiver.url}/hub/${name}`;
    const hook = await hooked(service, receiver, {
      kind: 'event_hub',
      url: at('other'),
      routes: [
        { prefix: 'daily.', url: at('daily') },
        { prefix: 'daily.data.sleep.', url: at('sleep') },
        { prefix: 'data.steps.', url: at('within') },
      ],
    });
    for (const type of ['daily.data.sleep.created', 'daily.data.steps.created', 'provider.x']) {
      await hook.emit(type, { n: 1 });
      await hook.settled((one) => one.event_type !== type || one.status === 'pending');
    }
    const received = receiver.received.filter(({ path }) => path.startsWith('/hub/'));
    assert.deepEqual(
      received.map(({ path }) => path),
      ['/hub/sleep', '/hub/daily', '/hub/other'],
    );
    const [first] = received;
    assert.ok(first);
    assert.match(first.headers['content-type'] ?? '', /^application\/cloudevents\+json/);
    const { time, ...event } = verify(hook.secret, first) as Record<string, unknown>;
    assert.ok(Date.parse(String(time)));
    assert.deepEqual(event, {
      specversion: '1.0',
      id: first.headers['webhook-id'],
      source: `${service.deps.publicUrl}/team/${hook.user.team_id}`,
      type: 'daily.data.sleep.created',
      subject: hook.user.id,
      datacontenttype: 'application/json',
      data: {
        event_type: 'daily.data.sleep.created',
        data: { n: 1 },
        user_id: hook.user.id,
        team_id: hook.user.team_id,
        client_user_id: 'theirs',
      },
    });
  });
});
