import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { DayItem } from '../../src/adapters/collection.js';
import { dexcom } from '../../src/adapters/dexcom.js';
import type { OauthSignIn, Urls, Where } from '../../src/adapters/sign-in.js';
import { addDays } from '../../src/work/index.js';
import { assertInContract } from './mapping.js';
import { exchange, readItems, type Refused } from './reading.js';
import { createDexcomSimulator } from './simulators/dexcom.js';
import { lifeOf } from './simulators/life.js';

const until = '2026-04-05';
const window = { from: addDays(until, -89), until };
const newSimulator = () =>
  createDexcomSimulator({ accountOf: (token) => (token === 'token' ? 'ada' : undefined), until });
const readingOf = (simulator: ReturnType<typeof newSimulator>) =>
  ({ adapter: dexcom, simulator, token: 'token', account: 'ada', window }) as const;

const signIn = dexcom.signIn as OauthSignIn;

/** A value as Dexcom sends it. From the sample in its document, of a phone in Los Angeles. */
const record = (fields: object): object => ({
  recordId: 'one',
  systemTime: '2026-03-08T09:12:35Z',
  displayTime: '2026-03-08T01:12:35-08:00',
  transmitterId: null,
  transmitterTicks: 1,
  value: 120,
  status: null,
  trend: 'flat',
  trendRate: null,
  unit: 'mg/dL',
  rateUnit: 'mg/dL/min',
  displayDevice: 'iOS',
  transmitterGeneration: 'g7',
  ...fields,
});

const context = { window, account: 'ada', cursor: null };
const read = (body: unknown) => dexcom.collections['glucose']?.read(body, context);
function itemsOf(fields: object, timezone: string | null = null): readonly DayItem[] {
  const glucose = read({ recordType: 'egv', userId: 'ada', records: [record(fields)] })?.records ?? [];
  return dexcom.resources['glucose']?.items({ glucose }, { window, timezone }) ?? [];
}

it('reads what was measured on phones and receivers, at home and on journeys', async () => {
  const items = await readItems(readingOf(newSimulator()), 'glucose');
  for (const { day, item } of items) {
    assertInContract('glucose', item);
    expect(item['calendar_date'] ?? day).toBe(day);
  }
  const measured = lifeOf('ada', until)
    .days.filter(({ date }) => date >= window.from)
    .flatMap((day) => day.measured('glucose').map((each) => ({ day: day.date, ...each })));
  const byId = new Map(items.map((item) => [item.id, item]));
  expect(byId.size).toBe(measured.length);
  for (const { day, at, offset, value } of measured) {
    const item = byId.get(`egv-${at}`);
    expect(item).toMatchObject({
      day,
      item: { calendar_date: day, timezone_offset: offset, unit: 'mmol/L' },
    });
    expect(Date.parse(String(item?.item['timestamp']))).toBe(at);
    expect(Number(item?.item['value'])).toBeCloseTo(value, 1);
  }
});

it.each([
  [{ value: 120 }, 6.66],
  [{ value: 120, unit: undefined }, 6.66],
  [{ value: 120, unit: null }, 6.66],
  [{ value: 5.5, unit: 'mmol/L' }, 5.5],
  [{ value: 401, status: 'high' }, 22.26],
  [{ value: 39, status: 'low' }, 2.16],
  [{ value: 0 }, 0],
])('reads the value of %o', (fields, value) => {
  expect(itemsOf(fields)).toEqual([
    {
      day: '2026-03-08',
      id: 'one',
      item: {
        calendar_date: '2026-03-08',
        timezone_offset: -28_800,
        timestamp: '2026-03-08T01:12:35-08:00',
        value,
        unit: 'mmol/L',
      },
    },
  ]);
});

it.each([[{ value: null }], [{ value: undefined }], [{ unit: 'unknown' }]])(
  'leaves out a record with %o',
  (fields) => {
    expect(itemsOf(fields)).toEqual([]);
  },
);

const la = 'America/Los_Angeles';
it.each([
  // The device's clock, the time that the person saw, the person's zone, then the expected day and offset.
  ['2026-03-08T09:12:35Z', '2026-03-08T01:12:35-08:00', null, '2026-03-08', -28_800],
  // The clocks went forward an hour before.
  ['2026-03-08T11:12:35Z', '2026-03-08T04:12:35-07:00', null, '2026-03-08', -25_200],
  ['2026-03-08T07:30:00+00:00', '2026-03-07T23:30:00-08:00', null, '2026-03-07', -28_800],
  ['2026-03-08T09:12', '2026-03-08T01:12', null, '2026-03-08', -28_800],
  ['2026-03-08T09:12:35', '2026-03-08T01:15:02', null, '2026-03-08', -28_800],
  ['2026-03-08T20:00:00', '2026-03-09T01:45:00', null, '2026-03-09', 20_700],
  ['2026-03-08T09:12:35', '2026-03-08T09:12:35', null, '2026-03-08', 0],
  ['2026-03-08T09:12:35Z', '2026-03-08T09:12:35Z', null, '2026-03-08', 0],
  // A receiver whose date was never set.
  ['2026-03-08T07:30:00', '2017-01-01T00:00:00', la, '2026-03-07', -28_800],
  ['2026-03-08T07:30:00', '2017-01-01T00:00:00', null, '2026-03-08', null],
])('puts %s, seen as %s in %s, on a day', (systemTime, displayTime, timezone, day, offset) => {
  expect(itemsOf({ systemTime, displayTime }, timezone)).toMatchObject([
    { day, item: { calendar_date: day, timezone_offset: offset } },
  ]);
});

it('finds the offset of every clock that is off by less than half of a quarter', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -48, max: 56 }),
      fc.integer({ min: -449, max: 449 }),
      fc.integer({ min: 1_500_000_000, max: 2_000_000_000 }),
      (quarters, off, seconds) => {
        const text = (at: number): string => new Date(at * 1000).toISOString().slice(0, 19);
        const [item] = itemsOf({
          systemTime: text(seconds),
          displayTime: text(seconds + quarters * 900 + off),
        });
        expect(item?.item['timezone_offset']).toBe(quarters * 900);
        expect(Date.parse(String(item?.item['timestamp']))).toBe(seconds * 1000);
      },
    ),
  );
});

it.each([
  [undefined],
  [{ recordType: 'egv' }],
  [{ records: [{ recordId: 'one' }] }],
  [{ records: [record({ systemTime: 'yesterday' })] }],
])('refuses the answer %o', (body) => {
  expect(() => read(body)).toThrow(z.core.$ZodError);
});

it('takes over what came late and what changed', async () => {
  const simulator = newSimulator();
  const before = await readItems(readingOf(simulator), 'glucose');
  const { egvs } = simulator.records('ada');
  egvs.at(-1)!.value = 90;
  const [late] = [{ ...egvs.at(-1)!, recordId: 'late', value: 180 }];
  egvs.push(late!);
  const after = new Map(
    (await readItems(readingOf(simulator), 'glucose')).map(({ id, item }) => [id, item['value']]),
  );
  expect(after.size).toBe(before.length + 1);
  expect(after.get('late')).toBe(9.99);
  expect(after.get(egvs.at(-2)!.recordId)).toBe(5);
});

it.each([
  ['us', 'https://api.dexcom.com'],
  [null, 'https://api.dexcom.com'],
  ['eu', 'https://api.dexcom.eu'],
  ['jp', 'https://api.dexcom.jp'],
  ['sandbox', 'https://sandbox-api.dexcom.com'],
])('has accounts of the region %s at %s', (region, api) => {
  const urls = signIn.urls as (where: Where) => Urls;
  expect(urls({ base: null, region })).toEqual({
    // Dexcom does not want the second version of these addresses in new applications.
    authorize: `${api}/v3/oauth2/login`,
    token: `${api}/v3/oauth2/token`,
    api,
  });
  expect(() => urls({ base: null, region: 'elsewhere' })).toThrow('no region');
});

it('learns the account from what there is', async () => {
  const simulator = newSimulator();
  const api = {
    send: async (request: Parameters<typeof exchange>[1]) =>
      (await exchange({ simulator, token: 'token' }, request)).body,
  };
  const where = { base: null, region: null };
  await expect(signIn.readAccount({ token: { access_token: 'a' }, api, where })).resolves.toBe('ada');
  const nobody = { send: () => Promise.resolve({ userId: '' }) };
  await expect(signIn.readAccount({ token: { access_token: 'a' }, api: nobody, where })).rejects.toThrow(
    z.core.$ZodError,
  );
  expect(
    signIn.grantedScopes?.({ callback: new URLSearchParams(), token: { access_token: 'a', scope: '' } }),
  ).toBeNull();
});

it('hears refusals', async () => {
  const simulator = newSimulator();
  const status = (reading: Promise<unknown>) =>
    reading.catch((error: unknown) => (error as Refused).answer.status);
  expect(await status(readItems({ ...readingOf(simulator), token: 'other' }, 'glucose'))).toBe(401);
  simulator.refuseNext(1);
  expect(await status(readItems(readingOf(simulator), 'glucose'))).toBe(429);
  simulator.breakNext(1);
  expect(await status(readItems(readingOf(simulator), 'glucose'))).toBe(503);
  expect((await exchange({ simulator, token: 'token' }, { to: '/v3/users/self/egvs' })).status).toBe(400);
});
