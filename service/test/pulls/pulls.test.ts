import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  advanceClock,
  deleteUser,
  disconnectProvider,
  listHistoricalPulls,
  readBodySummary,
  readProfileSummary,
  readSleepSummary,
  type HistoricalPull,
} from 'svc-link/contract';
import { transact, type Tx } from '../../src/db/index.js';
import { scheduleLate } from '../../src/pulls/begin.js';
import { addDays, lastWholeDay } from '../../src/work/calendar.js';
import { pullNewDay } from '../../src/pulls/daily.js';
import { pullDue } from '../../src/pulls/index.js';
import { askForPast, stepPulls, storePast } from '../../src/pulls/historical.js';
import { seededTeam } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
before(async () => {
  service = await startTestService();
  await service.hear();
});
after(() => service.stop());

const { apiKey } = sandboxKeys;
const day = 86_400;
const yesterday = () => lastWholeDay(service.clock.now());

/** Moves the clock; the answer comes after all that fell due was done. */
const advance = async (seconds: number) => {
  const { status } = await service.call(advanceClock, { body: { advance_seconds: seconds } });
  assert.equal(status, 200);
};
/** A user with a connection, whose data is not pulled yet or is. */
async function connected(username = 'ok@example.com', provider = 'umbra_sleep') {
  const link = await service.newLink();
  const { body } = await service.signIn(link, username, { provider });
  assert.equal(body.state, 'success');
  return link.userId;
}
const pullsOf = async (user_id: string): Promise<HistoricalPull[]> =>
  (await service.call(listHistoricalPulls, { apiKey, query: { user_id } })).body.data;
const eventsOf = async (userId: string) =>
  (await service.eventsOf(userId))
    .filter(({ event_type }) => event_type !== 'provider.connection.created')
    .map(({ event_type, data }) => ({ event_type, data }))
    .sort((one, other) =>
      one.event_type < other.event_type ? -1 : one.event_type > other.event_type ? 1 : 0,
    );
const typesOf = async (userId: string) => (await eventsOf(userId)).map(({ event_type }) => event_type);
const storedOf = (userId: string) =>
  service.deps.db
    .selectFrom('pulled_day')
    .innerJoin('connection', 'connection.id', 'pulled_day.connection_id')
    .select(['pulled_day.resource', 'pulled_day.date'])
    .where('connection.user_id', '=', userId)
    .orderBy('pulled_day.date')
    .execute();

describe('a historical pull', () => {
  // spec 6.1, 6.3, 9.3
  it('brings 90 days of each resource, and says so once for each', async () => {
    const userId = await connected();
    await advance(0);
    const pulls = await pullsOf(userId);
    assert.deepEqual(
      pulls.map(({ provider, resource, status, error_details }) => [
        provider,
        resource,
        status,
        error_details,
      ]),
      [
        ['umbra_sleep', 'sleep', 'success', null],
        ['umbra_sleep', 'sleep_cycle', 'success', null],
      ],
    );
    const { range_start, range_end, pulled_until, ended_on, next_attempt_at } = pulls[0]!;
    assert.deepEqual(
      [range_start, range_end, pulled_until],
      [addDays(yesterday(), -89), yesterday(), yesterday()],
    );
    assert.ok(ended_on && next_attempt_at === null);

    const days = await storedOf(userId);
    assert.equal(days.filter(({ resource }) => resource === 'sleep').length, 90);
    assert.deepEqual([days[0]?.date, days.at(-1)?.date], [range_start, range_end]);
    assert.deepEqual(
      await eventsOf(userId),
      ['sleep', 'sleep_cycle'].map((resource) => ({
        event_type: `historical.data.${resource}.created`,
        data: { user_id: userId, provider: 'umbra_sleep', start_date: range_start, end_date: range_end },
      })),
    );
    await advance(0);
    assert.equal((await eventsOf(userId)).length, 2);
  });

  it('begins by itself when the connection is made', async () => {
    const userId = await connected('ok@example.com', 'quartz_scale');
    // No clock is moved here: the lane's own job does it.
    while ((await pullsOf(userId)).some(({ status }) => status !== 'success'))
      await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(await typesOf(userId), [
      'historical.data.body.created',
      'historical.data.profile.created',
    ]);
  });

  // spec 6.8
  it('goes step by step, and on from the last one after a break', async () => {
    const userId = await service.newUser();
    // Made without the lane's job, so that nobody but this test takes the steps.
    const connectionId = await connectionWithoutJob(userId, {
      provider: 'nimbus_health',
      scopes_granted: JSON.stringify(['profile.read', 'activity.read', 'body.read', 'meal.read']),
    });
    await transact(service.deps.db, (tx) => scheduleLate(tx, connectionId, service.clock.now()));
    const now = service.clock.now();
    const step = () => stepPulls(service.deps, connectionId, now);
    const standing = async () => [
      (await pullsOf(userId)).map(({ resource, status, pulled_until }) => [resource, status, pulled_until]),
      (await storedOf(userId)).length,
      await typesOf(userId),
    ];
    const done = (resource: string) => [resource, 'success', yesterday()];
    const waiting = (resource: string) => [resource, 'scheduled', null];
    await service.deps.db
      .updateTable('historical_pull')
      .set({ pulled_until: addDays(yesterday(), -60), status: 'in_progress' })
      .where('connection_id', '=', connectionId)
      .where('resource', '=', 'activity')
      .execute();
    const begun = ['activity', 'in_progress', addDays(yesterday(), -60)];
    const first = [[begun, waiting('body'), waiting('meal'), waiting('profile')], 0, []];
    assert.deepEqual(await standing(), first);
    // Breaks off before it is committed.
    const asked = await askForPast(service.deps, connectionId, now);
    const store = (tx: Tx) => storePast(tx, service.deps, asked!, now);
    const breaking = transact(service.deps.db, async (tx) => {
      await store(tx);
      throw new Error('killed');
    });
    await assert.rejects(breaking, /killed/);
    assert.deepEqual(await standing(), first);
    assert.ok(await step());
    const second = await standing();
    // Somebody else had asked at the same time.
    assert.ok(await transact(service.deps.db, store));
    assert.deepEqual(await standing(), second);
    const [pulls, days, types] = await standing();
    // 60 and 90 days, and 30 of the third.
    assert.deepEqual(pulls, [
      done('activity'),
      done('body'),
      ['meal', 'in_progress', addDays(yesterday(), -60)],
      waiting('profile'),
    ]);
    assert.deepEqual(types, ['historical.data.activity.created', 'historical.data.body.created']);
    assert.ok(Number(days) > 150 && Number(days) <= 180, `${String(days)} days`);
    assert.equal(await step(), false);
    assert.deepEqual((await standing())[0], ['activity', 'body', 'meal', 'profile'].map(done));
    assert.equal((await typesOf(userId)).length, 4);
    assert.equal(await step(), false);
  });

  // spec 3.4.1
  it('is tried again where the failure passes, when the clock gets there', async () => {
    const userId = await connected('pull-retry@example.com', 'zephyr_bed');
    await pullDue(service.deps, service.clock.now());
    const [first] = await pullsOf(userId);
    assert.equal(first?.status, 'retrying');
    assert.deepEqual(first.error_details, {
      error_type: 'provider_api_error',
      error_message: 'The provider could not be reached.',
      attempts: 1,
    });
    assert.ok(first.next_attempt_at !== null && first.ended_on === null && first.pulled_until === null);
    await advance(60);
    assert.equal((await pullsOf(userId))[0]?.error_details?.attempts, 2);
    await advance(200);
    assert.equal((await pullsOf(userId))[0]?.status, 'retrying');
    assert.deepEqual(await typesOf(userId), []);
    await advance(100);
    for (const { status, error_details } of await pullsOf(userId))
      assert.deepEqual([status, error_details], ['success', null]);
    assert.equal((await typesOf(userId)).length, 3);
  });

  // spec 3.4.4
  it('is tried again for a connection of 10 May 2025 as for one of today', async () => {
    const userId = await connected('pull-retry@example.com');
    const { db, clock } = service.deps;
    await db
      .updateTable('connection')
      .set({ created_on: new Date('2025-05-10T00:00:00Z') })
      .where('user_id', '=', userId)
      .execute();
    await pullDue(service.deps, clock.now());
    assert.equal((await pullsOf(userId))[0]?.status, 'retrying');
  });

  it('has all of its tries within one long move of the clock', async () => {
    const userId = await connected('pull-retry@example.com');
    await advance(2 * day);
    assert.deepEqual(
      (await pullsOf(userId)).map(({ status }) => status),
      ['success', 'success'],
    );
    assert.ok((await typesOf(userId)).includes('daily.data.sleep.created'));
  });

  // spec 3.4.2
  it('fails for good where the provider says so, without data, and breaks the connection', async () => {
    const userId = await connected('pull-fail@example.com');
    await advance(3 * day);
    for (const pull of await pullsOf(userId)) {
      assert.equal(pull.status, 'failure');
      assert.deepEqual(pull.error_details, {
        error_type: 'provider_data_refused',
        error_message: 'The provider refuses the data of this account for good.',
        attempts: 1,
      });
      assert.ok(pull.ended_on && pull.next_attempt_at === null);
    }
    assert.deepEqual([await storedOf(userId), await typesOf(userId)], [[], ['provider.connection.error']]);
  });

  it('is of the resources alone that the person granted', async () => {
    const userId = await service.newUser();
    const connectionId = await connectionWithoutJob(userId, {
      provider: 'nimbus_health',
      scopes_granted: JSON.stringify(['profile.read', 'activity.read', 'body.read', 'meal.read']),
    });
    await transact(service.deps.db, (tx) => scheduleLate(tx, connectionId, service.clock.now()));
    assert.deepEqual(
      (await pullsOf(userId)).map(({ resource }) => resource),
      ['activity', 'body', 'meal', 'profile'],
    );
  });

  it('begins for connections that nobody began with, such as those of an earlier version', async () => {
    const userId = await service.newUser();
    await connectionWithoutJob(userId);
    assert.deepEqual(await pullsOf(userId), []);
    await advance(0);
    assert.deepEqual(
      (await pullsOf(userId)).map(({ status }) => status),
      ['success', 'success'],
    );
  });

  it('ends with its connection, and takes the data along', async () => {
    const userId = await connected();
    await advance(0);
    assert.ok((await storedOf(userId)).length > 0);
    await service.call(disconnectProvider, { apiKey, params: { user_id: userId, provider: 'umbra_sleep' } });
    assert.deepEqual([await pullsOf(userId), await storedOf(userId)], [[], []]);

    const deleted = await connected();
    await service.call(deleteUser, { apiKey, params: { user_id: deleted } });
    await advance(2 * day);
    assert.deepEqual(await storedOf(deleted), []);
    assert.ok((await typesOf(deleted)).every((type) => type.startsWith('historical.')));
    const left = await service.deps.db
      .selectFrom('historical_pull')
      .select('id')
      .where('connection_id', 'not in', service.deps.db.selectFrom('connection').select('id'))
      .execute();
    assert.deepEqual(left, []);
  });

  it('begins anew when the person links again', async () => {
    const userId = await connected('ok@example.com', 'quartz_scale');
    await advance(0);
    await service.signIn(await service.newLink({ user_id: userId }), 'pull-fail@example.com');
    await advance(0);
    assert.deepEqual(
      (await pullsOf(userId)).map(({ status }) => status),
      ['failure', 'failure'],
    );
    assert.deepEqual(await storedOf(userId), []);
  });

  it('of many connections lets other work in between', async () => {
    const now = service.clock.now();
    const count = 6;
    for (let n = 0; n < count; n++) await connectionWithoutJob(await service.newUser());
    let turns = 0;
    let done = false;
    const turn = (): void => {
      turns += 1;
      if (!done) setImmediate(turn);
    };
    setImmediate(turn);
    await pullDue(service.deps, now);
    done = true;
    // Each is scheduled, and pulled.
    assert.ok(turns >= 2 * count, `${turns} turns`);
  });

  it('waits while the connection is paused', async () => {
    const userId = await service.newUser();
    const id = await connectionWithoutJob(userId);
    await transact(service.deps.db, (tx) => scheduleLate(tx, id, service.clock.now()));
    const set = (status: 'paused' | 'connected') =>
      service.deps.db.updateTable('connection').set({ status }).where('id', '=', id).execute();
    await set('paused');
    await advance(2 * day);
    assert.equal((await pullsOf(userId))[0]?.status, 'scheduled');
    await set('connected');
    await advance(0);
    assert.equal((await pullsOf(userId))[0]?.status, 'success');
  });
});

/** A connection as an earlier version left it: with nothing pulled, and nobody who begins. */
async function connectionWithoutJob(userId: string, values: Readonly<Record<string, unknown>> = {}) {
  const { db, secrets, clock } = service.deps;
  const id = randomUUID();
  await db
    .insertInto('connection')
    .values({
      id,
      team_id: seededTeam,
      user_id: userId,
      provider: 'umbra_sleep',
      provider_account: id,
      credentials: secrets.seal('connection', id, JSON.stringify({ username: 'ok@example.com' })),
      scopes_granted: '[]',
      scopes_denied: '[]',
      status: 'connected',
      application: null,
      created_on: clock.now(),
      ...values,
    })
    .execute();
  return id;
}

describe('a new day', () => {
  // spec 6.2, 9.4
  it('brings its data to each connection, a day after the other, before the clock answers', async () => {
    const userId = await connected('ok@example.com', 'quartz_scale');
    await advance(0);
    const known = yesterday();
    await advance(2 * day);
    const created = (await eventsOf(userId)).filter(
      ({ event_type }) => event_type === 'daily.data.body.created',
    );
    assert.deepEqual(
      created
        .flatMap(({ data }) => (data as { data: { calendar_date: string }[] }).data)
        .map(({ calendar_date }) => calendar_date)
        .sort(),
      [addDays(known, 1), addDays(known, 2)],
    );
    assert.equal(created.length, 2);
    for (const { data } of created) {
      const { source } = data as { source: unknown };
      assert.deepEqual(source, { provider: 'quartz_scale', type: 'scale', app_id: null });
    }
    assert.equal((await pullsOf(userId))[0]?.pulled_until, addDays(known, 2));
  });

  it('comes no sooner than a day after the connection, and once', async () => {
    const userId = await connected('ok@example.com', 'willow_diary');
    await advance(day - 3600);
    assert.ok((await typesOf(userId)).every((type) => type.startsWith('historical.')));
    await advance(3600);
    const daily = (await typesOf(userId)).filter(
      (type) => type.endsWith('created') && type.startsWith('daily'),
    );
    assert.deepEqual(daily, [
      'daily.data.meal.created',
      'daily.data.mood.created',
      'daily.data.water.created',
    ]);
    await advance(3600);
    assert.deepEqual(
      (await typesOf(userId)).filter((type) => type.endsWith('created') && type.startsWith('daily')),
      daily,
    );
  });

  it('comes with many others where very many were missed', async () => {
    const userId = await connected('ok@example.com', 'quartz_scale');
    await advance(0);
    const known = yesterday();
    const { id } = await service.deps.db
      .selectFrom('connection')
      .select('id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const later = new Date(service.clock.now().getTime() + 365 * day * 1000);
    let more = true;
    while (more) more = await pullNewDay(service.deps, id, later);
    const created = (await eventsOf(userId)).filter(
      ({ event_type }) => event_type === 'daily.data.body.created',
    );
    const days = created.flatMap(({ data }) => (data as { data: object[] }).data);
    assert.deepEqual([created.length, days.length], [15, 365]);
    assert.equal((await pullsOf(userId))[0]?.pulled_until, addDays(known, 365));
  });

  // spec 6.1
  it('changes an earlier one where more of it has arrived, under the same id', async () => {
    const userId = await connected();
    await advance(0);
    const read = async () => {
      const { body } = await service.call(readSleepSummary, {
        apiKey,
        params: { user_id: userId },
        query: { start_date: addDays(yesterday(), -10), end_date: yesterday() },
      });
      return body.sleep;
    };
    await advance(3 * day);
    const types = await typesOf(userId);
    for (const resource of ['sleep', 'sleep_cycle']) {
      assert.equal(types.filter((type) => type === `daily.data.${resource}.created`).length, 3);
      assert.equal(types.filter((type) => type === `daily.data.${resource}.updated`).length, 1);
    }
    const updated = (await eventsOf(userId)).find(
      ({ event_type }) => event_type === 'daily.data.sleep.updated',
    );
    const [item, ...others] = (updated?.data as { data: { id: string; score: number; user_id: string }[] })
      .data;
    assert.ok(item && others.length === 0);
    assert.equal(item.user_id, userId);
    const nights = await read();
    const night = nights.find(({ id }) => id === item.id);
    assert.deepEqual(night, {
      ...item,
      source: { provider: 'umbra_sleep', type: 'sleep_sensor', app_id: null },
    });
    assert.ok(night.score !== null);
    assert.equal(new Set(nights.map(({ id }) => id)).size, nights.length);
  });

  it('is not asked for while the connection is paused', async () => {
    const userId = await connected('ok@example.com', 'quartz_scale');
    await advance(0);
    await service.deps.db
      .updateTable('connection')
      .set({ status: 'paused' })
      .where('user_id', '=', userId)
      .execute();
    await advance(2 * day);
    assert.ok((await typesOf(userId)).every((type) => type.startsWith('historical.')));
  });
});

describe('reading', () => {
  // spec 2.15.1, 4.13.4
  it('puts several providers side by side, the earliest day first', async () => {
    const userId = await connected('ok@example.com', 'vertex_trainer');
    await advance(1);
    await service.signIn(await service.newLink({ user_id: userId }), 'ok@example.com', {
      provider: 'quartz_scale',
    });
    await advance(0);
    const [first, last] = [addDays(yesterday(), -1), yesterday()];
    const { body } = await service.call(readBodySummary, {
      apiKey,
      params: { user_id: userId },
      query: { start_date: first, end_date: last },
    });
    assert.deepEqual(
      body.body.map(({ calendar_date, source }) => [calendar_date, source.provider]),
      [
        [first, 'vertex_trainer'],
        [first, 'quartz_scale'],
        [last, 'vertex_trainer'],
        [last, 'quartz_scale'],
      ],
    );
    const [item] = body.body;
    assert.equal(item?.user_id, userId);
    assert.deepEqual(Object.keys(item.source).sort(), ['app_id', 'provider', 'type']);
    const profile = await service.call(readProfileSummary, { apiKey, params: { user_id: userId } });
    assert.deepEqual([profile.body.user_id, profile.body.source.provider], [userId, 'quartz_scale']);
  });

  it('finds nothing where nothing has come', async () => {
    const userId = await service.newUser();
    const range = { start_date: '2026-01-01', end_date: '2026-01-31' };
    const sleep = await service.call(readSleepSummary, { apiKey, params: { user_id: userId }, query: range });
    assert.deepEqual(sleep.body, { sleep: [] });
    const profile = await service.call(readProfileSummary, { apiKey, params: { user_id: userId } });
    assert.deepEqual(
      [profile.status, (profile.detail as { error_type: string }).error_type],
      [404, 'profile_not_found'],
    );
  });

  it('refuses what is no range, no resource or no user of the team', async () => {
    const userId = await service.newUser();
    const get = async (path: string, key = apiKey) => {
      const response = await service.app.request(path, { headers: { 'x-svc-api-key': key } });
      const { detail } = (await response.json()) as { detail?: unknown };
      return [response.status, Array.isArray(detail) ? (detail as { msg: string }[])[0]?.msg : undefined];
    };
    const at = (query: string, resource = 'sleep') => `/v2/summary/${resource}/${userId}${query}`;
    const may = '?start_date=2026-05-01&end_date=2026-05-31';
    assert.deepEqual(await get(at(may)), [200, undefined]);
    assert.deepEqual(await get(at(`/${may}`)), [200, undefined]);
    assert.equal((await get(at('')))[0], 422);
    assert.equal((await get(at('?start_date=2026-05-01')))[0], 422);
    assert.deepEqual(await get(at('?start_date=2026-05-02&end_date=2026-05-01')), [
      422,
      'end_date is before start_date',
    ]);
    assert.match(String((await get(at('?start_date=2025-05-02&end_date=2026-05-31')))[1]), /366 days/);
    assert.match(
      String((await get(at(may, 'horoscope')))[1]),
      /activity, body, meal, profile, sleep, workouts/,
    );
    assert.equal((await get(at(may, 'heartrate')))[0], 422);
    assert.equal((await get(at(may, 'horoscope'), 'sk_unknown'))[0], 401);
    const another = await service.newTeam();
    assert.equal((await get(at(may), another.apiKey))[0], 404);
    assert.equal((await get(at('', 'profile'), another.apiKey))[0], 404);
    const pulls = '/v2/introspect/historical_pull';
    assert.equal((await get(pulls))[0], 422);
    assert.equal((await get(`${pulls}?user_id=nobody`))[0], 422);
    assert.equal((await get(`${pulls}?user_id=${userId}`, another.apiKey))[0], 404);
    assert.equal((await get(`${pulls}?user_id=${userId}`, sandboxKeys.managementKey))[0], 403);
  });
});
