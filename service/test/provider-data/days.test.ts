// New days, and what the provider has changed in the last days: what is stored, and when which event reports it.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { readActivitySummary } from 'svc-link/contract';
import type { Failure } from '../../src/adapters/index.js';
import { stepDays } from '../../src/provider-data/days.js';
import { stepHistory } from '../../src/provider-data/history.js';
import { ProviderFailure } from '../../src/provider-http/index.js';
import { sandboxKeys } from '../../src/server/server.js';
import { addDays, dayOf } from '../../src/work/index.js';
import { createWithingsSimulator } from '../adapters/simulators/withings.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { playProvider, type ProviderScene } from './scene.js';

const { apiKey } = sandboxKeys;
/** The next noon, so that the person has the same day wherever they are. */
const now = new Date(`${dayOf(new Date(Date.now() + 13 * 3_600_000))}T12:00:00Z`);
const today = dayOf(now);
const hours = (count: number): Date => new Date(now.getTime() + count * 3_600_000);
// The provider has data of today so far.
const simulator = createWithingsSimulator({ accountOf: (token) => token, until: today });

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

/** A connection whose past data is complete. */
async function connected(account: string) {
  const made = await scene.connect(account);
  while (await stepHistory(scene.deps, scene.adapter, made.id, now));
  return made;
}
const look = (id: string, at = now) => stepDays(scene.deps, scene.adapter, id, at);
const toldOf = async (userId: string, from = 0) =>
  (await service.eventsOf(userId))
    .slice(from)
    .filter(({ event_type }) => event_type.startsWith('daily.data.'))
    .map(({ event_type, data }) => {
      const { data: items } = data as { data: readonly { readonly calendar_date: string }[] };
      return { type: event_type, days: [...new Set(items.map(({ calendar_date }) => calendar_date))] };
    });
const activityOf = async (userId: string) => {
  const query = { start_date: addDays(today, -10), end_date: addDays(today, 2) };
  return (await service.call(readActivitySummary, { params: { user_id: userId }, query, apiKey })).body
    .activity;
};

describe('new days of a connection', () => {
  it('are fetched once the past is complete, with today, which is not reported before it is over', async () => {
    const { id, userId } = await connected('700');
    assert.equal(await look(id), true);
    assert.ok(
      (await activityOf(userId)).some(({ calendar_date }) => calendar_date === today),
      'today can be read',
    );
    const told = await toldOf(userId);
    assert.ok(!told.some(({ type, days }) => type.includes('.activity.') && days.includes(today)));
    // A day later the day is over, wherever the person is.
    assert.equal(await look(id, hours(38)), true);
    const later = (await toldOf(userId)).slice(told.length);
    assert.deepEqual(
      later.filter(({ type }) => type.includes('.activity.')),
      [{ type: 'daily.data.activity.created', days: [today] }],
    );
  });

  it('are reported once, and again only if they have changed', async () => {
    const { id, userId } = await connected('701');
    await look(id);
    await look(id, hours(38));
    const before = (await service.eventsOf(userId)).length;
    assert.equal(await look(id, hours(40)), true);
    assert.deepEqual(await toldOf(userId, before), []);
    const { activities } = simulator.records('701');
    const yesterday = addDays(today, -1);
    const changed = activities.find(({ date }) => date === yesterday) ?? assert.fail();
    changed['steps'] = 31_415;
    assert.equal(await look(id, hours(42)), true);
    assert.deepEqual(await toldOf(userId, before), [
      { type: 'daily.data.activity.updated', days: [yesterday] },
    ]);
    assert.equal(
      (await activityOf(userId)).find(({ calendar_date }) => calendar_date === yesterday)?.steps,
      31_415,
    );
  });

  it('are looked at once if the time of the look was set by SQL, with microseconds', async () => {
    const { id } = await connected('703');
    const { db } = service.deps;
    await sql`update connection set next_pull_at = ${now}::timestamptz - interval '400 microseconds' where id = ${id}`.execute(
      db,
    );
    assert.equal(await look(id), true);
    const { next_pull_at } = await db
      .selectFrom('connection')
      .select('next_pull_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    assert.ok(next_pull_at && next_pull_at > now, String(next_pull_at));
  });

  it('keep their ids, and are deleted if the provider has deleted them', async () => {
    const { id, userId } = await connected('702');
    await look(id);
    const before = await activityOf(userId);
    const records = simulator.records('702');
    const gone = addDays(today, -2);
    records.activities = records.activities.filter(({ date }) => date !== gone);
    await look(id, hours(2));
    const after = await activityOf(userId);
    assert.deepEqual(
      after,
      before.filter(({ calendar_date }) => calendar_date !== gone),
    );
  });

  it('are not asked for before their time, and a little later after a failure', async () => {
    const { id } = await connected('703');
    await look(id);
    assert.equal(await look(id), false);
    simulator.refuseNext(1);
    assert.equal(await look(id, hours(2)), false);
    assert.equal(await look(id, hours(2)), false, 'waits');
    assert.equal(await look(id, hours(4)), true);
  });
});

const usedUp: Failure = {
  kind: 'later',
  errorType: 'rate_limited',
  message: 'The limit is used up.',
  retryAt: hours(2),
};

describe('a gap that is longer than a limit allows at once', () => {
  /** A connection that was last read 400 days ago. `allow` lets this many windows through before the limit is used up. */
  async function left(account: string) {
    const { id } = await connected(account);
    await look(id);
    const { db } = service.deps;
    const gone = { pulled_until: addDays(today, -400) };
    await db.updateTable('historical_pull').set(gone).where('connection_id', '=', id).execute();
    await db.deleteFrom('pulled_day').where('connection_id', '=', id).execute();
    let share = 0;
    const asked: string[] = [];
    const ask: typeof scene.deps.ask = (connection, purpose, use) => {
      if (share-- <= 0) return Promise.reject(new ProviderFailure(usedUp));
      return scene.deps.ask(connection, purpose, (api) =>
        use({
          send: (request) => {
            const text = JSON.stringify(request);
            const [, from] = /"startdateymd":"(.{10})"/.exec(text) ?? [];
            if (text.includes('getactivity') && from !== undefined) asked.push(from);
            return api.send(request);
          },
        }),
      );
    };
    const allow = async (windows: number): Promise<boolean> => {
      share = windows;
      await db.updateTable('connection').set({ next_pull_at: now }).where('id', '=', id).execute();
      return stepDays({ ...scene.deps, ask }, scene.adapter, id, now);
    };
    const pulledUntil = async () =>
      db
        .selectFrom('historical_pull')
        .select('pulled_until')
        .where('connection_id', '=', id)
        .where('resource', '=', 'activity')
        .executeTakeFirstOrThrow();
    const storedFrom = async (first: string) =>
      db
        .selectFrom('pulled_day')
        .select('date')
        .where('connection_id', '=', id)
        .where('resource', '=', 'activity')
        .where('date', '>=', first)
        .execute();
    return { allow, asked, pulledUntil, storedFrom };
  }

  it('is read to its end, each window once, and today before most of it', async () => {
    const { allow, asked, pulledUntil, storedFrom } = await left('710');
    assert.equal(await allow(7), false);
    assert.equal((await storedFrom(today)).length, 1, 'today is there after the first limit');
    let limits = 1;
    while (!(await allow(7))) assert.ok(++limits < 10, 'it comes to an end');
    assert.deepEqual(await pulledUntil(), { pulled_until: today });
    // The newest window contains today, which is not over, so it is read once more at the end.
    const newest = [...asked].sort().at(-1) ?? assert.fail();
    const gap = asked.filter((from) => from < newest);
    assert.deepEqual(gap, [...new Set(gap)].sort());
    assert.equal(gap.length + 2, asked.length);
    assert.ok(gap.length >= 12, `${gap.length} windows`);
  });

  it('is read to its end even by one window at a time', async () => {
    const { allow, asked, pulledUntil } = await left('711');
    let limits = 0;
    while (!(await allow(1))) assert.ok(++limits < 30, 'it comes to an end');
    assert.deepEqual(await pulledUntil(), { pulled_until: today });
    assert.deepEqual(asked, [...new Set(asked)].sort());
  });
});
