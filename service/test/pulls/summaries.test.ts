import assert from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  readActivitySummary,
  readBodySummary,
  readMealSummary,
  readProfileSummary,
  readSleepSummary,
  readWorkoutsSummary,
} from 'svc-link/contract';
import { transact } from '../../src/db/index.js';
import { storeDays } from '../../src/pulls/store-days.js';
import { addDays } from '../../src/work/calendar.js';
import { sandboxKeys } from '../../src/server/server.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { pullScene, type PullScene } from './pull-scene.js';

let service: TestService;
let scene: PullScene;
beforeAll(async () => {
  service = await startTestService();
  scene = pullScene(service);
  await service.hear();
});
afterAll(() => service.stop());

const { apiKey } = sandboxKeys;

describe('reading', () => {
  it('is of all days of a year, and holds none of them ready that nobody takes yet', async () => {
    const { db, secrets } = service.deps;
    const user_id = await service.newUser();
    const connection_id = await scene.connectionWithoutJob(user_id, { next_pull_at: null });
    const [last, resource] = [scene.yesterday(), 'workouts'];
    const days = Array.from({ length: 367 }, (_, at) => addDays(last, at - 366));
    const query = { start_date: days[0] ?? '', end_date: last };
    const title = 'x'.repeat(40_000);
    await transact(db, (tx) =>
      storeDays(
        tx,
        { secrets },
        connection_id,
        days.map((date) => ({ resource, date, items: [{ id: date, calendar_date: date, title }] })),
      ),
    );
    const path = `/v2/summary/workouts/${user_id}?${new URLSearchParams(query)}`;
    const ask = (headers: Record<string, string> = {}) =>
      service.app.request(path, { headers: { 'x-svc-api-key': apiKey, ...headers } });
    const dates = (body: unknown) =>
      (body as { workouts: { calendar_date: string }[] }).workouts.map(({ calendar_date }) => calendar_date);
    assert.deepEqual(dates(await (await ask()).json()), days);
    const packed = await ask({ 'accept-encoding': 'gzip' });
    assert.deepEqual(
      [packed.headers.get('content-encoding'), packed.headers.get('vary')],
      ['gzip', 'accept-encoding'],
    );
    assert.deepEqual(
      dates(JSON.parse(gunzipSync(new Uint8Array(await packed.arrayBuffer())).toString())),
      days,
    );

    const reader = ((await ask()).body ?? assert.fail()).getReader();
    assert.ok(((await reader.read()).value?.length ?? 0) < 5 * 2 ** 20);
    await reader.cancel();
  });

  // spec 2.15.1, 4.13.4
  it('puts several providers side by side, the earliest day first', async () => {
    const userId = await scene.connected('ok@example.com', 'vertex_trainer');
    await scene.advance(1);
    await service.signIn(await service.newLink({ user_id: userId }), 'ok@example.com', {
      provider: 'quartz_scale',
    });
    await scene.advance(0);
    const [first, last] = [addDays(scene.yesterday(), -1), scene.yesterday()];
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
    for (const item of body.body) assert.equal(item.user_id, userId);
    assert.deepEqual(
      body.body.slice(0, 2).map(({ source }) => source),
      [
        { provider: 'vertex_trainer', type: 'app', app_id: null },
        { provider: 'quartz_scale', type: 'scale', app_id: null },
      ],
    );
    const profile = await service.call(readProfileSummary, { apiKey, params: { user_id: userId } });
    assert.deepEqual([profile.body.user_id, profile.body.source.provider], [userId, 'quartz_scale']);
  });

  // spec 4.13.4
  it('has six resources, each under its name with its own fields', async () => {
    const user_id = await scene.connected('ok@example.com', 'tundra_watch');
    for (const provider of ['umbra_sleep', 'quartz_scale', 'willow_diary'])
      await service.signIn(await service.newLink({ user_id }), 'ok@example.com', { provider });
    await scene.advance(0);
    const query = { start_date: addDays(scene.yesterday(), -89), end_date: scene.yesterday() };
    const days = { apiKey, params: { user_id }, query };
    const [activity] = (await service.call(readActivitySummary, days)).body.activity;
    assert.ok(activity && Number(activity.steps) > 0, 'activity');
    const [measured] = (await service.call(readBodySummary, days)).body.body;
    assert.ok(measured && Number(measured.weight) > 0, 'body');
    const [eaten] = (await service.call(readMealSummary, days)).body.meal;
    assert.ok(eaten && eaten.energy.value > 0, 'meal');
    const [night] = (await service.call(readSleepSummary, days)).body.sleep;
    assert.ok(night && night.total > 0, 'sleep');
    const [workout] = (await service.call(readWorkoutsSummary, days)).body.workouts;
    assert.ok(workout && workout.sport.slug !== '', 'workouts');
    const { body: profile } = await service.call(readProfileSummary, { apiKey, params: { user_id } });
    assert.ok(Number(profile.height) > 0, 'profile');
  });

  it('finds nothing if no data has come', async () => {
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

  it('refuses an invalid range, an unknown resource or a user of another team', async () => {
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
