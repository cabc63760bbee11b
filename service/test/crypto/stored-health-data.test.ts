// Which health data of people is in the database, and for how long.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { setImmediate as turn } from 'node:timers/promises';
import {
  createOrder,
  createUser,
  createWebhook,
  deleteUser,
  deleteWebhook,
  disconnectProvider,
  listWebhookDeliveries,
  readBodySummary,
  readOrder,
  readProfileSummary,
  readSleepSummary,
  replayWebhookDelivery,
  updateWebhook,
} from 'svc-link/contract';
import { addDays, lastWholeDay } from '../../src/work/calendar.js';
import { emit } from '../../src/webhooks/events.js';
import { transact } from '../../src/db/index.js';
import { pullDue } from '../../src/pulls/index.js';
import { progressDue } from '../../src/orders/index.js';
import { sandboxKeys } from '../../src/server/server.js';
import { sweep } from '../../src/server/sweeps.js';
import { dump } from '../support/dump.js';
import { heartHealth } from '../support/lab-service.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { startTestService, type TestService } from '../support/test-service.js';

const { apiKey } = sandboxKeys;

/** The fields of a person's data, with their values: `hr_average` with 61. */
const fieldsOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  Array.isArray(value)
    ? value.flatMap(fieldsOf)
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, inner]) => [[name, inner] as const, ...fieldsOf(inner)])
      : [];

/** Names of fields that are also in other columns, or that are not health data by themselves. */
const elsewhere = new Set([
  'id',
  'user_id',
  'source',
  'provider',
  'type',
  'app_id',
  'interpretation',
  'name',
]);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
const receivers: Receiver[] = [];
afterAll(async () => {
  await service.stop({ madeUpEvents: true });
  for (const receiver of receivers) await receiver.close();
});

describe('the database', () => {
  it('contains no readable part of an event, a day or a result', async () => {
    await service.hear();
    const client_user_id = 'lab-critical';
    const { body: user } = await service.call(createUser, { apiKey, body: { client_user_id } });
    const { user_id } = user;
    for (const provider of ['quartz_scale', 'umbra_sleep'])
      await service.signIn(await service.newLink({ user_id }), 'ok@example.com', { provider });
    const { body: ordered } = await service.call(createOrder, {
      apiKey,
      body: { user_id, lab_test_id: heartHealth },
    });
    await transact(service.deps.db, (tx) =>
      emit(service.deps, tx, {
        type: 'daily.data.glucose.created',
        user: { id: user_id, team_id: ordered.team_id, client_user_id },
        data: { data: [{ only_in_this_event: 'a mark that stands in no other' }], source: 'made up' },
      }),
    );
    await pullDue(service.deps, service.clock.now());
    await service.clock.advance(30 * 86_400);
    await pullDue(service.deps, service.clock.now());
    await progressDue(service.deps, service.clock.now());

    const yesterday = lastWholeDay(service.clock.now());
    const query = { start_date: addDays(yesterday, -99), end_date: yesterday };
    const asked = { apiKey, params: { user_id } };
    const { body: order } = await service.call(readOrder, { apiKey, params: { order_id: ordered.id } });
    const { sleep } = (await service.call(readSleepSummary, { ...asked, query })).body;
    const { body } = (await service.call(readBodySummary, { ...asked, query })).body;
    const { body: profile } = await service.call(readProfileSummary, asked);
    assert.ok(order.results && order.results.length > 2 && sleep.length > 90 && body.length > 90);
    const events = await service.eventsOf(user_id);
    for (const type of ['daily.data.sleep.created', 'labtest.result.created', 'daily.data.glucose.created'])
      assert.ok(
        events.some(({ event_type }) => event_type === type),
        type,
      );

    const stored = await dump(service.deps.db);
    const isShown = (text: string): boolean => stored.includes(text);
    for (const mark of ['only_in_this_event', 'a mark that stands', 'hr_average', 'reference_range'])
      assert.ok(!isShown(mark), mark);
    const known = [sleep, body, profile, order.results, events.map(({ data }) => data)].flatMap(fieldsOf);
    for (const [name, value] of known)
      if (value !== null && !elsewhere.has(name))
        // In the spelling of JavaScript, and in that of PostgreSQL.
        for (const colon of [':', ': '])
          assert.ok(!isShown(`"${name}"${colon}${JSON.stringify(value)}`), `${name} ${String(value)}`);
    for (const { name } of order.results) assert.ok(!isShown(name), name);
  });
});

/** A team whose own server receives all events, or only those of these types. */
async function heard(events: readonly string[] = []) {
  const { id: teamId, apiKey: key } = await service.newTeam();
  const receiver = await startReceiver();
  receivers.push(receiver);
  const webhook = async () => {
    const { body } = await service.call(createWebhook, {
      apiKey: key,
      body: { url: receiver.url, events: [...events] },
    });
    return body.id;
  };
  const id = await webhook();
  const log = async (of = id) =>
    (await service.call(listWebhookDeliveries, { apiKey: key, params: { id: of } })).body.data;
  return {
    ...{ teamId, apiKey: key, id, receiver, webhook, log },
    connect: async (provider: string, user_id?: string) => {
      const link = await service.newLink(user_id === undefined ? {} : { user_id }, key);
      assert.equal((await service.signIn(link, 'ok@example.com', { provider })).body.state, 'success');
      await pullDue(service.deps, service.clock.now());
      return link.userId;
    },
    /** Resolves when everything that was sent has arrived. */
    arrived: async () => {
      while ((await log()).some(({ status }) => status !== 'success')) await turn();
    },
    /** The types of the stored events of a user. */
    types: async (userId: string) => (await service.eventsOf(userId)).map(({ event_type }) => event_type),
    disconnect: (user_id: string, provider: string) =>
      service.call(disconnectProvider, { apiKey: key, params: { user_id, provider } }),
  };
}

const sweepNow = () => sweep(service.deps.db, service.clock.now());
const ofScale = [
  'historical.data.body.created',
  'historical.data.profile.created',
  'provider.connection.created',
];

describe('an event that nobody receives', () => {
  const made = async (key: string) => {
    const link = await service.newLink({}, key);
    assert.equal((await service.signIn(link, 'ok@example.com')).body.state, 'success');
    await pullDue(service.deps, service.clock.now());
    return link.userId;
  };

  it('is not stored if the team has no webhook, or its switch is off', async () => {
    const { id, apiKey: key } = await service.newTeam();
    assert.deepEqual(await service.eventsOf(await made(key)), []);
    await service.hear(key);
    assert.equal((await service.eventsOf(await made(key))).length, 3);
    await service.deps.db.updateTable('team').set({ flags: '[]' }).where('id', '=', id).execute();
    assert.deepEqual(await service.eventsOf(await made(key)), []);
  });

  it('is not stored if no webhook asks for its type, or all are disabled', async () => {
    const team = await heard(['provider.']);
    const userId = await team.connect('quartz_scale');
    assert.deepEqual(await team.types(userId), ['provider.connection.created']);
    await team.arrived();
    await service.call(updateWebhook, {
      apiKey: team.apiKey,
      params: { id: team.id },
      body: { status: 'disabled' },
    });
    assert.deepEqual(await team.types(await team.connect('quartz_scale')), []);
  });

  it('is deleted with the last webhook that it was for', async () => {
    const team = await heard();
    const userId = await team.connect('quartz_scale');
    const other = await team.webhook();
    const later = await team.connect('quartz_scale');
    await team.arrived();
    const remove = async (id: string) => {
      await service.call(deleteWebhook, { apiKey: team.apiKey, params: { id } });
      await sweepNow();
    };
    await remove(team.id);
    assert.deepEqual(await team.types(userId), []);
    assert.deepEqual((await team.types(later)).sort(), ofScale);
    assert.equal((await team.log(other)).length, 3);
    await remove(other);
    assert.deepEqual(await team.types(later), []);
  });
});

describe('an event about a connection', () => {
  it('is deleted with its connection, and only that one', async () => {
    const team = await heard();
    const userId = await team.connect('quartz_scale');
    await team.connect('willow_diary', userId);
    const other = await team.connect('quartz_scale');
    // Connected again, so that the events were sent twice.
    await team.connect('quartz_scale', userId);
    await team.arrived();
    assert.equal((await team.types(userId)).length, 10);
    assert.equal((await team.disconnect(userId, 'quartz_scale')).status, 200);
    assert.deepEqual(
      (await service.eventsOf(userId)).filter(({ data }) => JSON.stringify(data).includes('quartz_scale')),
      [],
    );
    assert.equal((await team.types(userId)).length, 4);
    assert.deepEqual((await team.types(other)).sort(), ofScale);
    assert.equal((await team.log()).length, 7);
  });

  it('is deleted with its user, and so are the events about orders', async () => {
    const team = await heard();
    const userId = await team.connect('quartz_scale');
    const body = { user_id: userId, lab_test_id: heartHealth };
    assert.equal((await service.call(createOrder, { apiKey: team.apiKey, body })).status, 200);
    await team.arrived();
    assert.equal((await team.types(userId)).length, 4);
    await service.call(deleteUser, { apiKey: team.apiKey, params: { user_id: userId } });
    assert.deepEqual([await team.types(userId), await team.log()], [[], []]);
  });

  it('is still delivered if that has begun', async () => {
    const team = await heard(['provider.']);
    team.receiver.answer = (response) => void response.writeHead(503).end();
    const userId = await team.connect('quartz_scale');
    while ((await team.log())[0]?.attempts !== 1) await turn();
    await team.disconnect(userId, 'quartz_scale');
    await sweepNow();
    const [delivery] = await team.log();
    assert.deepEqual(
      [await team.types(userId), delivery?.status],
      [['provider.connection.created'], 'pending'],
    );

    team.receiver.answer = (response) => void response.writeHead(204).end();
    const params = { id: team.id, delivery_id: String(delivery?.id) };
    await service.call(replayWebhookDelivery, { apiKey: team.apiKey, params });
    await team.arrived();
    const { body } = team.receiver.received.at(-1)!;
    assert.equal((JSON.parse(body) as { data: { user_id: string } }).data.user_id, userId);
    await sweepNow();
    assert.deepEqual([await team.types(userId), await team.log()], [[], []]);
  });

  it('is not sent again if it was given up', async () => {
    const team = await heard(['provider.']);
    team.receiver.answer = (response) => void response.writeHead(410).end();
    const userId = await team.connect('quartz_scale');
    while ((await team.log())[0]?.status !== 'failed') await turn();
    const [delivery] = await team.log();
    await team.disconnect(userId, 'quartz_scale');
    assert.deepEqual([await team.types(userId), await team.log()], [[], []]);
    const params = { id: team.id, delivery_id: String(delivery?.id) };
    const at = { apiKey: team.apiKey, params: { id: team.id } };
    await service.call(updateWebhook, { ...at, body: { status: 'enabled' } });
    const again = await service.call(replayWebhookDelivery, { apiKey: team.apiKey, params });
    assert.equal(again.status, 404);
  });
});
