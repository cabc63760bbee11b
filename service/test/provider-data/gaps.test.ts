// Which of the last days are read again, above all after a gap, and which stay as they are because they could not be read.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openDay } from '../../src/crypto/index.js';
import { stepDays } from '../../src/provider-data/days.js';
import { stepHistory } from '../../src/provider-data/history.js';
import { addDays, dayOf } from '../../src/work/index.js';
import { createPolarSimulator } from '../adapters/simulators/polar.js';
import { createWhoopSimulator } from '../adapters/simulators/whoop.js';
import { createWithingsSimulator } from '../adapters/simulators/withings.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { playProvider, type ProviderScene } from './scene.js';

const now = new Date(Date.now() + 3_600_000);
const today = dayOf(now);
const days = (count: number): Date => new Date(now.getTime() + count * 86_400_000);
const options = { accountOf: (token: string) => token, until: today };
const simulators = {
  polar: createPolarSimulator(options),
  whoop: createWhoopSimulator(options),
  withings: createWithingsSimulator(options),
};

let service: TestService;
const scenes = new Map<string, ProviderScene>();
beforeAll(async () => {
  service = await startTestService();
  await service.hear();
  for (const [slug, simulator] of Object.entries(simulators))
    scenes.set(slug, await playProvider(service, slug, simulator));
});
afterAll(async () => {
  for (const scene of scenes.values()) await scene.stop();
  await service.stop();
});

const sceneOf = (slug: keyof typeof simulators): ProviderScene => scenes.get(slug) ?? assert.fail();

/** A connection whose past data is complete, with a way to change some answers. */
async function connected(slug: keyof typeof simulators, account: string) {
  const { deps, adapter, connect } = sceneOf(slug);
  const odd = { to: '', body: undefined as unknown, asked: [] as string[], onAsk: async () => {} };
  const ask: typeof deps.ask = async (connection, purpose, use) => {
    await odd.onAsk();
    return deps.ask(connection, purpose, (api) =>
      use({
        send: (request) => {
          odd.asked.push(JSON.stringify(request));
          return request.to === odd.to ? Promise.resolve(odd.body) : api.send(request);
        },
      }),
    );
  };
  const own = { ...deps, ask };
  const { id, userId } = await connect(account);
  const takeAll = async (at = now): Promise<void> => {
    while (await stepHistory(own, adapter, id, at));
  };
  const look = (at: Date): Promise<boolean> => stepDays(own, adapter, id, at);
  const lookAgain = async (): Promise<boolean> => {
    const due = { next_pull_at: now };
    await service.deps.db.updateTable('connection').set(due).where('id', '=', id).execute();
    return look(now);
  };
  return { id, userId, odd, takeAll, look, lookAgain };
}
const pull = (id: string, resource: string) =>
  service.deps.db
    .selectFrom('historical_pull')
    .selectAll()
    .where('connection_id', '=', id)
    .where('resource', '=', resource)
    .executeTakeFirstOrThrow();
const setPull = (id: string, resource: string, values: { pulled_until: string }) =>
  service.deps.db
    .updateTable('historical_pull')
    .set(values)
    .where('connection_id', '=', id)
    .where('resource', '=', resource)
    .execute();
/** The stored data of a resource, by day. */
async function storedOf(id: string, resource: string) {
  const rows = await service.deps.db
    .selectFrom('pulled_day')
    .select(['connection_id', 'resource', 'date', 'sealed_items', 'unsealed_items'])
    .where('connection_id', '=', id)
    .where('resource', '=', resource)
    .orderBy('date')
    .execute();
  return new Map(rows.map((row) => [row.date, openDay(service.deps.secrets, row)]));
}
const toldOf = async (userId: string, resource: string): Promise<readonly string[]> =>
  (await service.eventsOf(userId)).flatMap(({ event_type }) =>
    event_type.startsWith(`daily.data.${resource}.`) ? [event_type] : [],
  );

describe('days that a provider no longer has', () => {
  it.each(['sleep', 'workouts'])('stay as they are: %s of Polar after a long pause', async (resource) => {
    simulators.polar.records('600').memberId = 'm';
    const { id, takeAll, look } = await connected('polar', '600');
    await takeAll();
    await look(now);
    const before = await storedOf(id, resource);
    assert.ok(before.size > 5, `${before.size} days`);
    // Polar answers the last 28 nights and the last 30 days of workouts.
    assert.equal(await look(days(40)), true);
    assert.deepEqual(await storedOf(id, resource), before);
  });

  it('stay as they are when their past is asked for once more', async () => {
    simulators.polar.records('601').memberId = 'm';
    const { id, takeAll } = await connected('polar', '601');
    await takeAll();
    const before = await storedOf(id, 'sleep');
    const again = { status: 'scheduled', ended_on: null, pulled_from: null, next_attempt_at: now } as const;
    await service.deps.db.updateTable('historical_pull').set(again).where('connection_id', '=', id).execute();
    await takeAll(days(60));
    assert.equal((await pull(id, 'sleep')).status, 'success');
    assert.deepEqual(await storedOf(id, 'sleep'), before);
  });
});

describe('a look after a gap', () => {
  it('contains data that came late for the days before it', async () => {
    const records = simulators.withings.records('610');
    const late = addDays(today, -2);
    const held = records.activities.filter(({ date }) => date === late);
    records.activities = records.activities.filter(({ date }) => date !== late);
    const { id, takeAll, look } = await connected('withings', '610');
    await takeAll();
    await look(now);
    assert.equal((await storedOf(id, 'activity')).has(late), false);
    records.activities.push(...held);
    await look(days(10));
    assert.equal((await storedOf(id, 'activity')).has(late), true);
  });

  it('reads no further days of the others if one kind of data is behind', async () => {
    const { id, odd, takeAll, look } = await connected('withings', '611');
    await takeAll();
    await look(now);
    await setPull(id, 'sleep', { pulled_until: addDays(today, -50) });
    odd.asked.length = 0;
    await look(days(1));
    const first = (name: string): string => {
      const found = odd.asked.flatMap((request) =>
        request.includes(name) ? (/"startdateymd":"(.{10})"/.exec(request)?.[1] ?? []) : [],
      );
      return found.sort()[0] ?? assert.fail(name);
    };
    assert.equal(first('getsummary'), addDays(today, -50 - 3 - 1));
    assert.equal(first('getactivity'), addDays(today, -3));
    assert.ok((await storedOf(id, 'sleep')).size > 80);
  });

  it('does not reach back to what was deleted as too old', async () => {
    const { id, userId, takeAll, look, lookAgain } = await connected('withings', '612');
    await takeAll();
    await look(now);
    const { db } = service.deps;
    const told = await toldOf(userId, 'activity');
    const kept = addDays(today, -1);
    await db.updateTable('connection').set({ kept_from: kept }).where('id', '=', id).execute();
    await db.deleteFrom('pulled_day').where('connection_id', '=', id).where('date', '<', kept).execute();
    await lookAgain();
    assert.deepEqual([...(await storedOf(id, 'activity')).keys()], [kept, today]);
    assert.deepEqual(await toldOf(userId, 'activity'), told);
  });

  it('leaves the day from which a notice wants it read, if that came meanwhile', async () => {
    const { id, odd, takeAll, look } = await connected('withings', '613');
    await takeAll();
    const named = addDays(today, -40);
    odd.onAsk = async () => {
      await setPull(id, 'activity', { pulled_until: named });
    };
    await look(now);
    assert.equal((await pull(id, 'activity')).pulled_until, named);
    assert.equal((await pull(id, 'sleep')).pulled_until, today);
  });
});

describe('without another collection', () => {
  const odd = { records: 'none' };
  const variabilities = async (id: string) =>
    [...(await storedOf(id, 'sleep'))].map(([date, items]) => [
      date,
      items.map(({ average_hrv }: Record<string, unknown>) => average_hrv),
    ]);

  it('new days keep the fields that are known', async () => {
    const whoop = await connected('whoop', '620');
    await whoop.takeAll();
    await whoop.look(now);
    const before = await variabilities(whoop.id);
    assert.ok(before.some(([, found]) => typeof found?.[0] === 'number'));
    Object.assign(whoop.odd, { to: '/v2/recovery', body: odd });
    assert.equal(await whoop.look(days(1)), true);
    assert.deepEqual(await variabilities(whoop.id), before);
    assert.ok(!(await toldOf(whoop.userId, 'sleep')).includes('daily.data.sleep.updated'));
    assert.equal((await pull(whoop.id, 'sleep')).refused_until, null);
  });

  it('past data is stored, and read again as what was not understood', async () => {
    const whole = await connected('whoop', '621');
    await whole.takeAll();
    const whoop = await connected('whoop', '621');
    Object.assign(whoop.odd, { to: '/v2/recovery', body: odd });
    await whoop.takeAll();
    const lacking = await variabilities(whoop.id);
    assert.equal(lacking.length, (await variabilities(whole.id)).length);
    assert.ok(lacking.every(([, found]) => found?.[0] === null));
    const { status, error_details } = await pull(whoop.id, 'sleep');
    assert.deepEqual([status, error_details?.error_type], ['failure', 'provider_answer_unexpected']);
    whoop.odd.to = '';
    for (let day = 1; day < 30; day++) await whoop.takeAll(days(day));
    assert.equal((await pull(whoop.id, 'sleep')).status, 'success');
    assert.deepEqual(await variabilities(whoop.id), await variabilities(whole.id));
  });
});

describe('a record that does not fit', () => {
  it('is left out alone, and logged without its content', async () => {
    const { id, userId, takeAll, look, lookAgain } = await connected('withings', '630');
    await takeAll();
    await look(now);
    const before = await storedOf(id, 'activity');
    const told = await toldOf(userId, 'activity');
    const { activities } = simulators.withings.records('630');
    const [wrong, changed] = [addDays(today, -2), addDays(today, -1)];
    for (const each of activities)
      if (each.date === wrong) each['steps'] = 'many-private-steps';
      else if (each.date === changed) each['steps'] = 27_182;
    assert.equal(await lookAgain(), true);
    const after = await storedOf(id, 'activity');
    assert.equal(after.get(changed)?.[0]?.['steps'], 27_182);
    // The known data is not taken for deleted.
    assert.deepEqual(after.get(wrong), before.get(wrong));
    assert.equal((await pull(id, 'activity')).refused_until, null);
    assert.deepEqual(await toldOf(userId, 'activity'), [...told, 'daily.data.activity.updated']);
    assert.match(service.logged(), /"misfit":"activities: steps invalid_type","records":1/);
    assert.ok(!service.logged().includes('many-private-steps'));
  });

  it('refuses the kind of data if no record fits', async () => {
    const { id, takeAll, look, lookAgain } = await connected('withings', '631');
    await takeAll();
    await look(now);
    const before = await storedOf(id, 'activity');
    for (const each of simulators.withings.records('631').activities) each['steps'] = 'many';
    assert.equal(await lookAgain(), true);
    assert.ok((await pull(id, 'activity')).refused_until);
    assert.deepEqual(await storedOf(id, 'activity'), before);
  });
});
