import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { readSleepSummary } from 'svc-link/contract';
import { addDays } from '../../src/work/calendar.js';
import { pullNewDay } from '../../src/pulls/daily.js';
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
const day = 86_400;

describe('a new day', () => {
  // spec 6.2, 9.4
  it('brings its data to each connection, day by day, before the clock answers', async () => {
    const userId = await scene.connected('ok@example.com', 'quartz_scale');
    await scene.advance(0);
    const known = scene.yesterday();
    await scene.advance(2 * day);
    const created = (await scene.eventsOf(userId)).filter(
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
    assert.equal((await scene.pullsOf(userId))[0]?.pulled_until, addDays(known, 2));
  });

  it('comes no sooner than a day after the connection, and once', async () => {
    const userId = await scene.connected('ok@example.com', 'willow_diary');
    await scene.advance(day - 3600);
    assert.ok((await scene.typesOf(userId)).every((type) => type.startsWith('historical.')));
    await scene.advance(3600);
    const daily = (await scene.typesOf(userId)).filter(
      (type) => type.endsWith('created') && type.startsWith('daily'),
    );
    assert.deepEqual(daily, [
      'daily.data.meal.created',
      'daily.data.mood.created',
      'daily.data.water.created',
    ]);
    await scene.advance(3600);
    assert.deepEqual(
      (await scene.typesOf(userId)).filter((type) => type.endsWith('created') && type.startsWith('daily')),
      daily,
    );
  });

  it('comes with many others if very many were missed', async () => {
    const userId = await scene.connected('ok@example.com', 'quartz_scale');
    await scene.advance(0);
    const known = scene.yesterday();
    const { id } = await service.deps.db
      .selectFrom('connection')
      .select('id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const later = new Date(service.clock.now().getTime() + 365 * day * 1000);
    let more = true;
    while (more) more = await pullNewDay(service.deps, id, later);
    const created = (await scene.eventsOf(userId)).filter(
      ({ event_type }) => event_type === 'daily.data.body.created',
    );
    const days = created.flatMap(({ data }) => (data as { data: object[] }).data);
    assert.deepEqual([created.length, days.length], [15, 365]);
    assert.equal((await scene.pullsOf(userId))[0]?.pulled_until, addDays(known, 365));
  });

  // spec 6.1, 9.5
  it('changes an earlier one with the same id if more of its data has arrived', async () => {
    const userId = await scene.connected();
    await scene.advance(0);
    const read = async () => {
      const { body } = await service.call(readSleepSummary, {
        apiKey,
        params: { user_id: userId },
        query: { start_date: addDays(scene.yesterday(), -10), end_date: scene.yesterday() },
      });
      return body.sleep;
    };
    await scene.advance(3 * day);
    const types = await scene.typesOf(userId);
    for (const resource of ['sleep', 'sleep_cycle']) {
      assert.equal(types.filter((type) => type === `daily.data.${resource}.created`).length, 3);
      assert.equal(types.filter((type) => type === `daily.data.${resource}.updated`).length, 1);
    }
    assert.deepEqual([...new Set(types)].sort(), [
      'daily.data.sleep.created',
      'daily.data.sleep.updated',
      'daily.data.sleep_cycle.created',
      'daily.data.sleep_cycle.updated',
      'historical.data.sleep.created',
      'historical.data.sleep_cycle.created',
    ]);
    const updated = (await scene.eventsOf(userId)).find(
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
    const userId = await scene.connected('ok@example.com', 'quartz_scale');
    await scene.advance(0);
    await service.deps.db
      .updateTable('connection')
      .set({ status: 'paused' })
      .where('user_id', '=', userId)
      .execute();
    await scene.advance(2 * day);
    assert.ok((await scene.typesOf(userId)).every((type) => type.startsWith('historical.')));
  });
});
