import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { after, afterEach, before, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { Webhook as Verifier } from 'standardwebhooks';
import {
  createWebhook,
  deleteUser,
  getWebhook,
  listWebhookDeliveries,
  replayWebhookDelivery,
  rotateWebhookSecret,
  updateWebhook,
  type BodyOf,
  type WebhookDelivery,
} from 'svc-link/contract';
import { transact } from '../../src/db/index.js';
import { emit } from '../../src/webhooks/events.js';
import { lanes } from '../../src/jobs/lanes.js';
import { createSecrets } from '../../src/crypto/secrets.js';
import { sweep } from '../../src/server/sweeps.js';
import { delivering } from '../../src/webhooks/index.js';
import { jitter, waits } from '../../src/webhooks/retries.js';
import { startReceiver, type Received, type Receiver } from '../support/receiver.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
let receiver: Receiver;
before(async () => {
  service = await startTestService();
});
after(() => service.stop({ madeUpEvents: true }));
before(async () => {
  receiver = await startReceiver();
});
after(() => receiver.close());
afterEach(() => {
  receiver.answer = (response) => void response.writeHead(204).end();
});

const status =
  (code: number, headers = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(code, headers).end();

/** A team with a webhook at a path of its own. */
async function hooked(body: Partial<BodyOf<typeof createWebhook>> = {}) {
  const team = await service.newTeam();
  const path = `/${randomUUID()}`;
  const answer = await service.call(createWebhook, {
    apiKey: team.apiKey,
    body: { url: receiver.url + path, ...body },
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.detail));
  const { id, secret } = answer.body;
  const user = { id: await service.newUser(team.apiKey), team_id: team.id, client_user_id: 'theirs' };
  const key = { apiKey: team.apiKey, params: { id } };
  return {
    id,
    secret,
    user,
    path,
    apiKey: team.apiKey,
    received: () => receiver.received.filter((each) => each.path === path),
    emit: (type = 'daily.data.steps.created', data: object = { data: [], source: 1 }) =>
      transact(service.deps.db, (tx) => emit(service.deps, tx, { type, user, data })),
    read: async () => (await service.call(getWebhook, key)).body,
    log: async (query = {}) => (await service.call(listWebhookDeliveries, { ...key, query })).body,
    change: (changes: BodyOf<typeof updateWebhook>) => service.call(updateWebhook, { ...key, body: changes }),
    replay: (delivery_id: string) =>
      service.call(replayWebhookDelivery, { apiKey: team.apiKey, params: { id, delivery_id } }),
  };
}
type Hooked = Awaited<ReturnType<typeof hooked>>;

/** The one delivery of a webhook, once it is no more as `before` says. */
async function settled(hook: Hooked, was: (one: WebhookDelivery) => boolean): Promise<WebhookDelivery> {
  for (;;) {
    const [one] = (await hook.log()).data;
    if (one && !was(one)) return one;
    // The database answers without a turn of the event loop, in which the delivery goes on.
    await turn();
  }
}
const ended = (hook: Hooked) => settled(hook, (one) => one.status === 'pending');
const attempted = (hook: Hooked, attempts = 1) => settled(hook, (one) => one.attempts < attempts);

/** Makes the next attempt now, whenever it is due. */
async function attempt(hook: Hooked): Promise<WebhookDelivery> {
  const [one] = (await hook.log()).data;
  assert.ok(one);
  const job = { delivery_id: one.id, attempts: one.attempts, slow: true as const };
  await delivering(service.deps)(job, new AbortController().signal);
  const [later] = (await hook.log()).data;
  assert.ok(later);
  return later;
}

const verify = (secret: string, { body, headers }: Received) =>
  new Verifier(secret).verify(body, headers as Record<string, string>);

describe('a delivery', () => {
  // spec 6.5, 6.7
  it('brings the event as it is, signed by Standard Webhooks', async () => {
    const hook = await hooked({ headers: { 'x-of-the-team': 'yes' } });
    await hook.emit('provider.connection.created', { some: ['data'] });
    const one = await ended(hook);
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

  it('is sent once, also where another transaction is in the way when its arrival is recorded', async () => {
    const hook = await hooked();
    const { db } = service.deps;
    const run = (statement: string) => sql.raw(statement).execute(db);
    // A sequence goes on where its transaction is undone.
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
      assert.equal((await ended(hook)).status, 'success');
    } finally {
      await run('drop function in_the_way cascade');
      await run('drop sequence records');
    }
    assert.equal(hook.received().length, 1);
  });

  it('is of an event that was committed, to the webhooks that are for it', async () => {
    const hook = await hooked({ events: ['daily.data.sleep', 'provider.'] });
    const other = await hooked();
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
    receiver.answer = status(500);
    const hook = await hooked();
    await hook.emit();
    let one = await attempted(hook);
    for (const wait of waits) {
      const delay = Date.parse(one.next_attempt_at ?? '') - Date.now();
      assert.ok(delay <= 1000 * wait * (1 + jitter) && delay > 1000 * wait * (1 - jitter) - 5000, `${delay}`);
      assert.deepEqual([one.status, one.response_status, one.error], ['pending', 500, 'answered with 500']);
      one = await attempt(hook);
    }
    assert.deepEqual([one.status, one.attempts, one.next_attempt_at], ['failed', 10, null]);
    const received = hook.received();
    assert.equal(received.length, 10);
    assert.equal(new Set(received.map(({ body }) => body)).size, 1);
    assert.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 1);
    for (const each of received) verify(hook.secret, each);
  });

  it('is made once, however often its job runs', async () => {
    const hook = await hooked();
    await hook.emit();
    const { id } = await ended(hook);
    for (const attempts of [0, 1])
      await delivering(service.deps)({ delivery_id: id, attempts }, new AbortController().signal);
    assert.equal(hook.received().length, 1);
  });

  it('waits as long as it is asked to', async () => {
    receiver.answer = status(503, { 'retry-after': '3600' });
    const hook = await hooked();
    await hook.emit();
    const one = await attempted(hook);
    assert.ok(Date.parse(one.next_attempt_at ?? '') > Date.now() + 3_500_000);
  });

  it('follows no redirect', async () => {
    const hook = await hooked();
    receiver.answer = status(307, { location: `${hook.path}/elsewhere` });
    await hook.emit();
    const one = await attempted(hook);
    assert.equal(one.error, 'answered with 307: redirects are not followed');
    assert.ok(!receiver.received.some(({ path }) => path.endsWith('/elsewhere')));
  });

  it('says what went wrong on the way', async () => {
    const gone = await startReceiver();
    await gone.close();
    const hook = await hooked({ url: gone.url });
    await hook.emit();
    const one = await attempted(hook);
    assert.deepEqual(
      [one.status, one.response_status, one.error],
      ['pending', null, 'the connection failed (ECONNREFUSED)'],
    );
  });
});

describe('a webhook whose secret this service cannot read', () => {
  it('gets nothing until it can be read, its deliveries say why, and it is not taken for failing', async () => {
    const hook = await hooked();
    const another = createSecrets(randomBytes(32)).seal('webhook-secret', hook.id, hook.secret);
    const row = service.deps.db.updateTable('webhook').where('id', '=', hook.id);
    await row.set({ secret: another }).execute();
    await hook.emit();
    const one = await settled(hook, ({ error }) => error === null);
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
    const arrived = await attempt(hook);
    assert.deepEqual([arrived.status, arrived.attempts, arrived.error], ['success', 1, null]);
  });
});

describe('a webhook that fails', () => {
  it('is disabled at once where it answers 410, and all that waits is given up', async () => {
    receiver.answer = status(500);
    const hook = await hooked();
    await hook.emit();
    await attempted(hook);
    receiver.answer = status(410);
    await attempt(hook);
    const { status: is, disabled_reason } = await hook.read();
    assert.deepEqual([is, disabled_reason], ['disabled', 'gone']);
    assert.deepEqual(
      (await hook.log()).data.map(({ status: each }) => each),
      ['failed'],
    );
  });

  it('is disabled at once where many answers of 410 come together', async () => {
    const hook = await hooked();
    const held: ServerResponse[] = [];
    receiver.answer = (response) => void held.push(response);
    for (let n = 0; n < 60; n++) await hook.emit();
    while (held.length < (lanes.webhook.perGroup?.default ?? 0)) await turn();
    receiver.answer = status(410);
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
    // Those that wait for each other are let go by PostgreSQL one in a second.
    const took = performance.now() - began;
    assert.ok(took < 5_000, `${took} ms`);
    assert.equal((await hook.read()).disabled_reason, 'gone');
  });

  it('is disabled after five days without a success, which begin anew with one', async () => {
    receiver.answer = status(500);
    const hook = await hooked();
    const failingSince = (days: number) =>
      service.deps.db
        .updateTable('webhook')
        .set({ failing_since: new Date(Date.now() - days * 86_400_000) })
        .where('id', '=', hook.id)
        .execute();
    await hook.emit();
    await attempted(hook);
    await failingSince(4.9);
    await attempt(hook);
    assert.equal((await hook.read()).status, 'enabled');

    receiver.answer = status(200);
    await attempt(hook);
    receiver.answer = status(500);
    await hook.replay((await hook.log()).data[0]?.id ?? '');
    await attempted(hook, 4);
    assert.equal((await hook.read()).status, 'enabled');
    await failingSince(5);
    await attempt(hook);
    const { status: is, disabled_reason } = await hook.read();
    assert.deepEqual([is, disabled_reason], ['disabled', 'failing']);
  });

  it('keeps no other one waiting', async () => {
    const slow = await hooked();
    const quick = await hooked();
    const held: ServerResponse[] = [];
    receiver.answer = (response, { path }) => {
      if (path === slow.path) held.push(response);
      else response.writeHead(204).end();
    };
    const limit = lanes.webhook.perGroup?.default ?? 0;
    assert.ok(limit > 1 && limit < lanes.webhook.places);
    const all = 3 * limit;
    for (let n = 0; n < all; n++) await slow.emit();
    await quick.emit();
    assert.equal((await ended(quick)).status, 'success');
    assert.ok(held.length <= limit, `${held.length} at once`);
    // Each answer lets the next one in, never more than so many at once.
    let most = 0;
    for (let answered = 0; answered < all; answered++) {
      await receiver.until(receiver.received.length - slow.received().length + answered + 1);
      most = Math.max(most, held.length - answered);
      held[answered]?.writeHead(204).end();
    }
    assert.ok(most <= limit, `${most} at once`);
  });
});

describe('a rotated secret', () => {
  it('signs beside the old one for a day', async () => {
    const hook = await hooked();
    const { body } = await service.call(rotateWebhookSecret, {
      apiKey: hook.apiKey,
      params: { id: hook.id },
    });
    assert.notEqual(body.secret, hook.secret);
    await hook.emit();
    await ended(hook);
    const [during] = hook.received();
    assert.ok(during);
    for (const secret of [body.secret, hook.secret]) verify(secret, during);

    await service.deps.db
      .updateTable('webhook')
      .set({ old_secret_until: new Date() })
      .where('id', '=', hook.id)
      .execute();
    await hook.replay((await hook.log()).data[0]?.id ?? '');
    await attempted(hook, 2);
    const [, later] = hook.received();
    assert.ok(later);
    verify(body.secret, later);
    assert.throws(() => verify(hook.secret, later));
  });
});

describe('a replay', () => {
  it('sends a delivery again, under the same id', async () => {
    const hook = await hooked();
    await hook.emit();
    const { id } = await ended(hook);
    const { status: code, body } = await hook.replay(id);
    assert.deepEqual([code, body.id, body.status], [202, id, 'pending']);
    const again = await attempted(hook, 2);
    assert.deepEqual([again.status, again.attempts], ['success', 2]);
    const [first, second] = hook.received();
    assert.equal(first?.headers['webhook-id'], second?.headers['webhook-id']);
  });

  it('is refused where there is nothing to send, or nowhere', async () => {
    const hook = await hooked();
    const other = await hooked();
    await hook.emit();
    const { id } = await ended(hook);
    assert.equal((await other.replay(id)).status, 404);
    assert.equal((await hook.replay(randomUUID())).status, 404);
    await hook.change({ status: 'disabled' });
    assert.equal((await hook.replay(id)).status, 409);
  });
});

describe('the log of deliveries', () => {
  it('holds those of one status where it is asked for', async () => {
    receiver.answer = status(503);
    const hook = await hooked();
    await hook.emit('daily.given_up');
    await attempted(hook);
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
    const hook = await hooked({ status: 'disabled' });
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
    for (const query of [{ next_cursor: 'nonsense' }, { page_size: 0 }, { page_size: 51 }]) {
      const call = { apiKey: hook.apiKey, params: { id: hook.id }, query };
      assert.equal((await service.call(listWebhookDeliveries, call)).status, 422);
    }
  });
});

describe('events that are old', () => {
  it('are forgotten after 30 days with their deliveries, and those of a user with the user', async () => {
    const hook = await hooked();
    await hook.emit();
    await ended(hook);
    const { db, clock } = service.deps;
    const sweepAfter = (days: number) => sweep(db, new Date(clock.now().getTime() + days * 86_400_000));
    await sweepAfter(29);
    assert.equal((await hook.log()).data.length, 1);
    await sweepAfter(31);
    assert.equal((await hook.log()).data.length, 0);

    await hook.emit();
    await ended(hook);
    await service.call(deleteUser, { apiKey: hook.apiKey, params: { user_id: hook.user.id } });
    await sweepAfter(8);
    assert.equal((await hook.log()).data.length, 0);
  });
});

describe('an event hub', () => {
  // spec 6.6
  it('gets CloudEvents, at the address with the longest prefix', async () => {
    const at = (name: string) => `${receiver.url}/hub/${name}`;
    const hook = await hooked({
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
      await settled(hook, (one) => one.event_type !== type || one.status === 'pending');
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
