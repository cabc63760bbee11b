// The past of a connection: its windows, what is stored and reported, and the effects of a provider's refusal.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  listHistoricalPulls,
  readBodySummary,
  readProfileSummary,
  readSleepSummary,
  readWorkoutsSummary,
} from 'svc-link/contract';
import { stepHistory } from '../../src/provider-data/history.js';
import { sandboxKeys } from '../../src/server/server.js';
import { addDays, lastWholeDay } from '../../src/work/index.js';
import { createWithingsSimulator } from '../adapters/simulators/withings.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { playProvider, type ProviderScene } from './scene.js';

const { apiKey } = sandboxKeys;
/** Later than everything that these tests connect. */
const now = new Date(Date.now() + 3_600_000);
const last = lastWholeDay(now);
const simulator = createWithingsSimulator({ accountOf: (token) => token, until: last });

let service: TestService;
let scene: ProviderScene;
beforeAll(async () => {
  service = await startTestService();
  await service.hear();
  scene = await playProvider(service, 'withings', simulator);
});
afterAll(async () => {
  await scene.stop();
  await service.stop();
});

/** Takes all steps that are due. Returns how many there were. */
async function takeAll(id: string, at = now): Promise<number> {
  let steps = 0;
  while (await stepHistory(scene.deps, scene.adapter, id, at)) steps++;
  return steps;
}
const pullsOf = async (userId: string) =>
  (await service.call(listHistoricalPulls, { query: { user_id: userId }, apiKey })).body.data;
const storedOf = (id: string) =>
  service.deps.db
    .selectFrom('pulled_day')
    .select(['resource', 'date', 'sealed_items'])
    .where('connection_id', '=', id)
    .orderBy('resource')
    .orderBy('date')
    .execute();
const range = { start_date: addDays(last, -200), end_date: addDays(last, 2) };

describe('the past of a connection', () => {
  it('comes newest first, and is complete', async () => {
    const { id, userId } = await scene.connect('900');
    assert.equal(await stepHistory(scene.deps, scene.adapter, id, now), true);
    const [first] = (await storedOf(id)).filter(({ resource }) => resource === 'sleep');
    assert.ok(first && first.date > addDays(last, -31), 'the newest window is there after a step');
    await takeAll(id);
    const pulls = await pullsOf(userId);
    assert.ok(pulls.length >= 4);
    for (const pull of pulls)
      assert.deepEqual(
        [pull.status, pull.error_details, pull.pulled_until],
        ['success', null, pull.range_end],
        pull.resource,
      );
    const read = { params: { user_id: userId }, query: range, apiKey };
    const { sleep } = (await service.call(readSleepSummary, read)).body;
    const days = new Set(sleep.map(({ calendar_date }) => calendar_date));
    assert.ok(days.size > 80, `${days.size} nights`);
    assert.ok(sleep.every(({ source }) => source.provider === 'withings'));
    assert.ok((await service.call(readBodySummary, read)).body.body.length > 0);
    assert.ok((await service.call(readWorkoutsSummary, read)).body.workouts.length > 0);
    assert.equal(
      (await service.call(readProfileSummary, { params: { user_id: userId }, apiKey })).status,
      200,
    );
    const told = (await service.eventsOf(userId)).map(({ event_type }) => event_type);
    for (const { resource } of pulls)
      assert.equal(told.filter((type) => type === `historical.data.${resource}.created`).length, 1, resource);
  });

  it('is asked for once for all resources of a collection', async () => {
    const { id } = await scene.connect('901');
    const sent: string[] = [];
    const ask: typeof scene.deps.ask = (connection, purpose, use) =>
      scene.deps.ask(connection, purpose, (api) =>
        use({
          send: (request) => {
            sent.push(JSON.stringify(request));
            return api.send(request);
          },
        }),
      );
    while (await stepHistory({ ...scene.deps, ask }, scene.adapter, id, now));
    // Body, blood pressure and heart rates are made from the same measurements.
    assert.ok(sent.length > 10);
    assert.equal(new Set(sent).size, sent.length);
  });

  it('continues where it was after a passing failure, and says meanwhile why it waits', async () => {
    const { id, userId } = await scene.connect('902');
    await stepHistory(scene.deps, scene.adapter, id, now);
    simulator.breakNext(1);
    assert.equal(await stepHistory(scene.deps, scene.adapter, id, now), false);
    const waiting = (await pullsOf(userId)).filter(({ status }) => status === 'retrying');
    assert.ok(waiting.length > 0);
    const [{ next_attempt_at, error_details } = assert.fail()] = waiting;
    assert.equal(error_details?.attempts, 1);
    assert.ok(new Date(String(next_attempt_at)) > now);
    assert.equal(await takeAll(id), 0, 'not before its time');
    await takeAll(id, new Date(now.getTime() + 3_600_000));
    for (const { status, error_details: left } of await pullsOf(userId))
      assert.deepEqual([status, left], ['success', null]);
  });

  it('leaves out what was not granted', async () => {
    const { id, userId } = await scene.connect('903', ['user.info', 'user.metrics']);
    await takeAll(id);
    const resources = (await pullsOf(userId)).map(({ resource }) => resource);
    assert.ok(resources.includes('body') && !resources.includes('sleep'), resources.join());
  });

  it('is the same when it is fetched again', async () => {
    const { id, userId } = await scene.connect('904');
    await takeAll(id);
    const read = { params: { user_id: userId }, query: range, apiKey };
    const before = (await service.call(readSleepSummary, read)).body;
    await service.deps.db
      .updateTable('historical_pull')
      .set({ pulled_from: null, next_attempt_at: now, ended_on: null, status: 'scheduled' })
      .where('connection_id', '=', id)
      .execute();
    await takeAll(id);
    assert.deepEqual((await service.call(readSleepSummary, read)).body, before);
  });

  it('is not stored for a connection that ended meanwhile', async () => {
    const { id } = await scene.connect('905');
    const deps = {
      ...scene.deps,
      ask: async (...[connection, purpose, use]: Parameters<typeof scene.deps.ask>) => {
        const answer = await scene.deps.ask(connection, purpose, use);
        await service.deps.db.deleteFrom('connection').where('id', '=', id).execute();
        return answer;
      },
    } as typeof scene.deps;
    await stepHistory(deps, scene.adapter, id, now);
    assert.deepEqual(await storedOf(id), []);
  });
});
