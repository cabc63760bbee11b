// Whose day a record belongs to: records of made-up people, in zones of all offsets and across
// changes of their clocks, as each simulator writes them and each adapter reads them. `Intl`
// computes the expected days from the people's lives, without any code of the adapters.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { ApiRequest } from '../../src/adapters/api.js';
import { type Adapter, adapters, type DayWindow } from '../../src/adapters/index.js';
import { mapItems } from '../../src/provider-data/map-items.js';
import { readWindow } from '../../src/provider-data/read-window.js';
import type { PulledDay } from '../../src/pulls/index.js';
import { addDays, daysBetween } from '../../src/work/index.js';
import { assertInContract } from './mapping.js';
import { type Row, rows } from './matrix/rows.js';
import { readOffered } from './offered.js';
import { exchange } from './reading.js';
import { type Life, lifeOf, momentIn, onClocks } from './simulators/life.js';

/** Zones of every offset, and zones whose clocks change in unusual ways: by half an hour, at midnight, in winter. */
const zones = [
  ...Array.from({ length: 12 }, (_, hours) => `Etc/GMT+${hours + 1}`),
  ...Array.from({ length: 14 }, (_, hours) => `Etc/GMT-${hours + 1}`),
  ...[
    'UTC',
    'Europe/Berlin',
    'Europe/London',
    'Africa/Casablanca',
    'Africa/Cairo',
    'Asia/Beirut',
    'Asia/Kolkata',
  ],
  ...['Asia/Kathmandu', 'Asia/Tehran', 'Australia/Adelaide', 'Australia/Lord_Howe', 'Australia/Eucla'],
  ...['America/New_York', 'America/St_Johns', 'America/Santiago', 'Pacific/Chatham', 'Pacific/Marquesas'],
];
const changing = zones.filter((zone) => !zone.startsWith('Etc/'));

const calendars = new Map<string, Intl.DateTimeFormat>();
/** The date in a zone at a moment. */
function dateIn(zone: string, at: number): string {
  const calendar =
    calendars.get(zone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  calendars.set(zone, calendar);
  return calendar.format(at);
}

/** A day in 2026 on which the clocks of a zone change; any day if they never do. */
function changeIn(zone: string, later: boolean): string {
  const offsets = daysBetween('2026-01-01', '2026-12-20').map((day) => {
    const noon = Date.parse(`${day}T12:00:00Z`);
    const text = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).format(noon);
    return { day, text: text.split('GMT')[1] };
  });
  const changes = offsets.filter(({ text }, at) => at > 0 && offsets[at - 1]?.text !== text);
  return (later ? changes.at(-1) : changes.at(0))?.day ?? '2026-06-01';
}

/** `npm run check:long` checks more people. */
const runs = process.env['LONG'] === undefined ? 12 : 150;
/**
 * The samples of these providers have no offset, so the zone has to
 * be known on the day of a change, or they have a day and no time.
 */
const samplesWithoutClock = new Set(['oura', 'ultrahuman', 'intervals_icu', 'garmin']);

const days = 14;
const scene = fc.record({
  zone: fc.oneof(fc.constantFrom(...zones), fc.constantFrom(...changing)),
  later: fc.boolean(),
  daysAfter: fc.integer({ min: 1, max: days - 2 }),
  account: fc.integer({ min: 1, max: 9999 }).map(String),
  sleepsLater: fc.integer({ min: -4 * 60, max: 9 * 60 }).map((minutes) => minutes * 60),
  trainsAt: fc.oneof(
    fc.integer({ min: 0, max: 86_399 }),
    fc.integer({ min: 0, max: 900 }),
    fc.integer({ min: 84_600, max: 86_399 }),
  ),
  measuresLater: fc.integer({ min: -3500, max: 2800 }),
  zoneIsKnown: fc.boolean(),
  // The service reads at most 50 pages of a window, so pages must not be too small.
  mostPerPage: fc.integer({ min: 8, max: 60 }),
  cuts: fc.uniqueArray(fc.integer({ min: 1, max: days - 3 }), { maxLength: 4 }),
});
type Scene = typeof scene extends fc.Arbitrary<infer T> ? T : never;

/** Days that were read wrongly in the past: a late workout in America, and days on which clocks went back. */
const knownDays: [Scene][] = [
  { zone: 'America/Santiago', later: false, trainsAt: 84_600 },
  { zone: 'America/St_Johns', later: true, trainsAt: 84_600 },
  { zone: 'Africa/Casablanca', later: false, trainsAt: 0 },
].map((each) => {
  const usual = { daysAfter: 1, account: '1', sleepsLater: 0, measuresLater: 0, zoneIsKnown: true };
  return [{ ...usual, mostPerPage: 8, cuts: [], ...each }];
});

interface Told {
  /** By resource and day. */
  readonly stored: ReadonlyMap<string, readonly PulledDay['items'][number][]>;
}

interface Asking {
  readonly account: string;
  readonly window: DayWindow;
  readonly today: string;
  readonly api: { send(request: ApiRequest): Promise<unknown> };
}

async function readAsked(adapter: Adapter, row: Row, { account, window, today, api }: Asking) {
  const wanted = new Map(Object.keys(adapter.collections).map((name) => [name, window]));
  const scopes = new Set(Object.values(adapter.collections).flatMap((collection) => collection.scopes));
  const named = row.named?.(account, 'https://provider.test') ?? account;
  const { records, failures, misfits } = await readWindow(
    adapter,
    { wanted, account: named, scopes, today },
    api,
  );
  assert.deepEqual([[...failures], misfits], [[], []]);
  return records;
}

/** Reads and maps a person's days as the service does. `cuts` are the days after which a new window starts. */
async function read(
  adapter: Adapter,
  { zone, account, later, daysAfter, zoneIsKnown, mostPerPage, ...lived }: Scene,
  cuts: readonly number[],
): Promise<Told & { readonly window: DayWindow; readonly life: Life }> {
  const row = rows.find(({ slug }) => slug === adapter.slug) ?? assert.fail();
  const until = addDays(changeIn(zone, later), daysAfter);
  const lives = {
    sleepsLater: lived.sleepsLater,
    trainsAt: lived.trainsAt,
    measuresLater: lived.measuresLater,
  };
  const told: string[] = [];
  const notify = (body: string) => Promise.resolve(void told.push(body));
  const options = { until, days, lived: { ...lives, zoneOn: () => zone }, mostPerPage, notify };
  const simulator = row.simulate(
    { ...options, accountOf: () => account },
    { authorize: '', token: '', revoke: '', api: '' },
  );
  const headers = row.apiKey === undefined ? {} : { [adapter.apiKeyHeader ?? '']: row.apiKey };
  const api = {
    async send(request: ApiRequest): Promise<unknown> {
      const answer = await exchange(
        { simulator, token: 'any' },
        { ...request, headers: { ...request.headers, ...headers } },
      );
      if (request.alsoSuccess?.includes(answer.status)) return undefined;
      assert.equal(adapter.classify?.(answer), undefined);
      assert.ok(answer.status < 300, `${answer.status} of ${JSON.stringify(request)}`);
      return answer.body;
    },
  };
  const { signIn } = adapter;
  if (signIn.type === 'oauth') await signIn.afterLink?.({ account, userId: 'u', api });
  // Without the first day, because the evening before it is not in the records, and without the last, which is not over.
  const window = { from: addDays(until, 2 - days), until: addDays(until, -1) };
  const ends = [...cuts.map((cut) => addDays(window.from, cut)), window.until].toSorted();
  const stored = new Map<string, PulledDay['items'][number][]>();
  for (const [at, end] of ends.entries()) {
    const before = ends[at - 1];
    const part = { from: before === undefined ? window.from : addDays(before, 1), until: end };
    const records = adapter.comesByOffers
      ? await readOffered({ adapter, account, window: part, api, told })
      : await readAsked(adapter, row, { account, window: part, today: until, api });
    for (const resource of Object.keys(adapter.resources)) {
      const owner = { userId: 'u', provider: adapter.slug };
      const timezone = zoneIsKnown || samplesWithoutClock.has(adapter.slug) ? zone : null;
      const found = mapItems(adapter, resource, records, { window: part, timezone, owner, today: until });
      for (const { date, items } of found)
        stored.set(`${resource} ${resource === 'profile' ? '' : date}`, [...items]);
    }
  }
  const life = lifeOf(account, until, days, options.lived);
  return { stored, window, life };
}

type Item = Readonly<Record<string, unknown>>;
const itemsOf = ({ stored }: Told, resource: string): { readonly date: string; readonly item: Item }[] =>
  [...stored].flatMap(([key, items]) => {
    const [name, date = ''] = key.split(' ');
    return name === resource ? items.map((item) => ({ date, item })) : [];
  });
const timeOf = (item: Item, field: string): number => Date.parse(String(item[field]));
/** The field with the moment that decides an item's day. */
const fields: Readonly<Record<string, string>> = {
  sleep: 'bedtime_stop',
  sleep_cycle: 'session_end',
  workouts: 'time_start',
  body: 'measured_at',
};

/** The moments, on days of the window, at which the person did what a resource records. */
function momentsOf(life: Life, resource: string, slug: string): number[] | undefined {
  const all = life.days;
  switch (resource) {
    case 'sleep':
      // Polar's nights go from falling asleep to waking up.
      return all.flatMap(({ night }) => (night ? [slug === 'polar' ? wokeAt(night) : night.stop.at] : []));
    case 'workouts':
      return all.flatMap(({ workout }) => workout?.start.at ?? []);
    case 'body':
      return all.flatMap(({ body, date, zone }) => {
        if (!body) return [];
        // Intervals.icu stores only the day.
        return slug === 'intervals_icu' ? onClocks(zone, Date.parse(date)).at : body.measured.at;
      });
    case 'glucose':
    case 'steps':
    case 'body_temperature':
      return all.flatMap((day) => day.measured(resource).map(({ at }) => at));
    case 'heartrate':
      // Scales and blood pressure monitors of Withings also measure the pulse.
      return slug === 'withings'
        ? undefined
        : all.flatMap((day) => day.measured(resource).map(({ at }) => at));
    default:
      return undefined;
  }
}
const wokeAt = ({ start, course }: NonNullable<Life['days'][number]['night']>): number =>
  start.at + (course.findLast(({ stage }) => stage !== 'awake')?.until ?? 0) * 1000;

describe.each(adapters.filter(({ signIn }) => signIn.type === 'oauth'))('records of $slug', (adapter) => {
  it('stand under the day of the person, at the moment at which it was', async () => {
    await fc.assert(
      fc.asyncProperty(scene, async (made) => {
        const told = await read(adapter, made, []);
        const { window, life } = told;
        for (const resource of Object.keys(adapter.resources)) {
          const items = itemsOf(told, resource);
          for (const { date, item } of items) {
            const { id, ...rest } = item;
            assert.equal(typeof id, 'string');
            assertInContract(resource, rest);
            const field = fields[resource] ?? 'timestamp';
            if (item[field] !== undefined) {
              const at = timeOf(item, field);
              assert.equal(dateIn(made.zone, at), date, `${resource} ${String(item[field])}`);
              if (made.zoneIsKnown && resource !== 'sleep_cycle')
                assert.equal(item['timezone_offset'], momentIn(made.zone, at).offset, String(item[field]));
            }
            if (item['calendar_date'] !== undefined) assert.equal(item['calendar_date'], date);
          }
          const expected = momentsOf(life, resource, adapter.slug)?.filter((at) => {
            const date = dateIn(made.zone, at);
            return date >= window.from && date <= window.until;
          });
          if (!expected) continue;
          const got = items.map(({ item }) => timeOf(item, fields[resource] ?? 'timestamp'));
          assert.deepEqual(
            got.toSorted((a, b) => a - b).map((at) => new Date(at).toISOString()),
            expected.toSorted((a, b) => a - b).map((at) => new Date(at).toISOString()),
            resource,
          );
        }
        for (const { date, item } of itemsOf(told, 'activity')) {
          const lived = life.days.find((day) => day.date === date) ?? assert.fail(date);
          // A device on its charger is moved about too, so such days are not compared.
          if (item['steps'] !== null && lived.night) assert.equal(item['steps'], lived.steps, date);
          if (item['calories_total'] !== null)
            assert.ok(Math.abs(Number(item['calories_total']) - lived.kilocalories) < 1, date);
        }
      }),
      { numRuns: runs, examples: knownDays },
    );
  });

  it('are the same however pages and windows are cut, and with the same ids each time', async () => {
    await fc.assert(
      fc.asyncProperty(scene, fc.integer({ min: 8, max: 60 }), async (made, otherPages) => {
        const whole = await read(adapter, made, []);
        const parts = await read(adapter, { ...made, mostPerPage: otherPages }, made.cuts);
        assert.deepEqual(
          [...parts.stored].toSorted(([one], [other]) => (one < other ? -1 : 1)),
          [...whole.stored].toSorted(([one], [other]) => (one < other ? -1 : 1)),
        );
        const ids = [...whole.stored.values()].flat().map(({ id }) => id);
        assert.equal(new Set(ids).size, ids.length);
        assert.ok(ids.length > 5);
      }),
      { numRuns: runs },
    );
  });
});
