// Answers that this version does not understand: skipped, kept, and read again after a while or by another version.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { listHistoricalPulls } from 'svc-link/contract';
import { adapters, firstDay } from '../../src/adapters/index.js';
import { stepDays } from '../../src/provider-data/days.js';
import { stepHistory } from '../../src/provider-data/history.js';
import { readMisreadAgain } from '../../src/provider-data/index.js';
import { advancedPull } from '../../src/provider-data/progress.js';
import type { PullRow } from '../../src/pulls/index.js';
import { unexpectedAnswer } from '../../src/provider-data/read-window.js';
import { halvesOf, nextWindow } from '../../src/provider-data/windows.js';
import { sandboxKeys } from '../../src/server/server.js';
import { daysBetween, lastWholeDay } from '../../src/work/index.js';
import { createWithingsSimulator } from '../adapters/simulators/withings.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { playProvider, type ProviderScene } from './scene.js';

const now = new Date(Date.now() + 3_600_000);
const last = lastWholeDay(now);
const hours = (count: number): Date => new Date(now.getTime() + count * 3_600_000);
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

/**
 * A provider that sends `times` unreadable answers about nights after `skips` good ones. It records the first day of each
 * request.
 */
function oddProvider(times: number, skips = 0) {
  const odd = { skips, times, asked: [] as string[] };
  const ask: typeof scene.deps.ask = (connection, purpose, use) =>
    scene.deps.ask(connection, purpose, (api) =>
      use({
        send: (request) => {
          if (request.to !== '/v2/sleep') return api.send(request);
          odd.asked.push(String(request.form?.['startdateymd']));
          if (odd.skips-- > 0 || odd.times-- <= 0) return api.send(request);
          return Promise.resolve({ status: 0, body: { nights: 'many' } });
        },
      }),
    );
  const deps = { ...scene.deps, ask };
  return {
    odd,
    takeAll: async (id: string, at = now): Promise<number> => {
      let steps = 0;
      while (await stepHistory(deps, scene.adapter, id, at)) steps++;
      return steps;
    },
    look: (id: string, at: Date) => stepDays(deps, scene.adapter, id, at),
  };
}
const pullOf = (connectionId: string) =>
  service.deps.db
    .selectFrom('historical_pull')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .where('resource', '=', 'sleep')
    .executeTakeFirstOrThrow();
const nightsOf = async (id: string): Promise<readonly string[]> => {
  const rows = await service.deps.db
    .selectFrom('pulled_day')
    .select('date')
    .where('connection_id', '=', id)
    .where('resource', '=', 'sleep')
    .orderBy('date')
    .execute();
  return rows.map(({ date }) => date);
};
const waitOf = ({ next_attempt_at }: PullRow, since: Date): number =>
  (Number(next_attempt_at) - since.getTime()) / 3_600_000;

describe('a window of the past that is not understood', () => {
  it('is read again after a day, and no other window is', async () => {
    const whole = await scene.connect('500');
    await oddProvider(0).takeAll(whole.id);
    const { id, userId } = await scene.connect('500');
    const { odd, takeAll } = oddProvider(1, 1);
    await takeAll(id);
    const { data } = (
      await service.call(listHistoricalPulls, { query: { user_id: userId }, apiKey: sandboxKeys.apiKey })
    ).body;
    const { status, error_details } = data.find(({ resource }) => resource === 'sleep') ?? assert.fail();
    assert.deepEqual([status, error_details?.error_type], ['failure', 'provider_answer_unexpected']);
    assert.ok(data.every((pull) => pull.resource === 'sleep' || pull.status === 'success'));
    const [all, some] = [await nightsOf(whole.id), await nightsOf(id)];
    assert.ok(some.length < all.length && some.length > 50, `${some.length} of ${all.length}`);
    const [, misread = assert.fail()] = odd.asked;
    odd.asked.length = 0;
    assert.equal(await takeAll(id, hours(23.9)), 0);
    assert.equal(await takeAll(id, hours(24)), 1);
    assert.ok(odd.asked.every((from) => from === misread) && odd.asked.length > 0, odd.asked.join());
    assert.deepEqual(await nightsOf(id), all);
    const pull = await pullOf(id);
    assert.deepEqual(
      [pull.status, pull.unread, pull.misread_by, pull.next_attempt_at, pull.error_details],
      ['success', null, null, null, null],
    );
    const told = (await service.eventsOf(userId)).map(({ event_type }) => event_type);
    assert.equal(told.filter((type) => type === 'historical.data.sleep.created').length, 1);
  });

  it('is read again after longer and longer waits, one window at a time', async () => {
    const { id } = await scene.connect('501');
    const { odd, takeAll } = oddProvider(Number.POSITIVE_INFINITY);
    await takeAll(id);
    const windows = new Set(odd.asked).size;
    assert.ok(windows >= 3);
    let at = now;
    for (const wait of [24, 72, 168, 168]) {
      const pull = await pullOf(id);
      assert.equal(waitOf(pull, at), wait);
      assert.equal(pull.unread?.length, windows);
      at = new Date(at.getTime() + wait * 3_600_000);
      odd.asked.length = 0;
      assert.equal(await takeAll(id, at), 1);
      assert.equal(odd.asked.length, 1);
    }
  });

  it('does not keep new days from coming', async () => {
    const { id } = await scene.connect('502');
    const { takeAll, look } = oddProvider(1);
    await takeAll(id);
    assert.equal(await look(id, now), true);
    const { pulled_until } = await pullOf(id);
    assert.ok(pulled_until && pulled_until > last);
    await takeAll(id, hours(24));
    assert.equal((await pullOf(id)).pulled_until, pulled_until);
  });

  it('is read at once by another version', async () => {
    const { id } = await scene.connect('503');
    const { takeAll } = oddProvider(1);
    await takeAll(id);
    const { db, version } = service.deps;
    assert.equal(await readMisreadAgain(db, version), 0);
    assert.equal(await takeAll(id), 0);
    assert.ok((await readMisreadAgain(db, `${version}-next`)) > 0);
    assert.equal(await takeAll(id), 1);
    assert.equal((await pullOf(id)).status, 'success');
  });
});

describe('new days that are not understood', () => {
  it('are asked for again after a day, beginning with the same day', async () => {
    const { id } = await scene.connect('510');
    const { odd, takeAll, look } = oddProvider(0);
    await takeAll(id);
    await look(id, now);
    const before = await nightsOf(id);
    odd.times = 1;
    assert.equal(await look(id, hours(2)), true);
    const { refused_until, pulled_until, misread_by } = await pullOf(id);
    assert.deepEqual([refused_until, misread_by], [hours(26), service.deps.version]);
    assert.deepEqual(await nightsOf(id), before);
    odd.asked.length = 0;
    await look(id, hours(25));
    assert.deepEqual(odd.asked, []);
    assert.equal((await pullOf(id)).pulled_until, pulled_until);
    await look(id, hours(27));
    assert.equal(odd.asked.length, 1);
  });

  it('are asked for by another version, while refused ones wait', async () => {
    const { id } = await scene.connect('511');
    const { odd, takeAll, look } = oddProvider(0);
    await takeAll(id);
    await service.deps.db
      .updateTable('historical_pull')
      .set({ refused_until: hours(100) })
      .where('connection_id', '=', id)
      .where('resource', '=', 'workouts')
      .execute();
    odd.times = 1;
    await look(id, now);
    await readMisreadAgain(service.deps.db, 'next');
    const rows = await service.deps.db
      .selectFrom('historical_pull')
      .select('resource')
      .where('connection_id', '=', id)
      .where('refused_until', 'is not', null)
      .execute();
    assert.deepEqual(rows, [{ resource: 'workouts' }]);
    odd.asked.length = 0;
    await look(id, hours(2));
    assert.equal(odd.asked.length, 1);
  });
});

for (const adapter of adapters)
  it(`of ${adapter.slug} every day is read in the end, whatever is misread or cut meanwhile`, () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(5)), (chances) => {
        let pulls: readonly PullRow[] = Object.keys(adapter.resources).map((resource) => ({
          ...blank,
          id: resource,
          resource,
          range_start: firstDay(adapter, resource, last),
        }));
        const read = new Map(pulls.map(({ id }) => [id, new Set<string>()]));
        for (let round = 0; round < 1000 && pulls.some(({ status }) => status !== 'success'); round++) {
          const next = nextWindow(
            adapter,
            pulls.filter(({ status }) => status !== 'success'),
          );
          assert.ok(next);
          const chance = chances.next().value ?? 0;
          const window = (chance === 0 && halvesOf(next.window)?.[0]) || next.window;
          pulls = pulls.map((pull) => {
            if (!next.pulls.includes(pull)) return pull;
            // In later rounds the provider's answers are correct again.
            const isMisread = round < 200 && chance === 1;
            if (!isMisread)
              for (const day of daysBetween(window.from, window.until)) read.get(pull.id)?.add(day);
            return advancedPull(pull, window, isMisread ? unexpectedAnswer : undefined, {
              now,
              version: '1',
            });
          });
        }
        for (const { id, range_start, unread } of pulls) {
          assert.equal(unread, null);
          for (const day of daysBetween(range_start, last)) assert.ok(read.get(id)?.has(day), `${id} ${day}`);
        }
      }),
      { numRuns: 30 },
    );
  });

const blank: Omit<PullRow, 'resource' | 'id' | 'range_start'> = {
  connection_id: 'a',
  status: 'scheduled',
  attempts: 0,
  error_details: null,
  range_end: last,
  pulled_from: null,
  refused_until: null,
  unread: null,
  misread_by: null,
  pulled_until: null,
  next_attempt_at: now,
  claim_provider: null,
  claim_team: null,
  past_told: false,
  created_on: now,
  ended_on: null,
};
