// Ultrahuman's partner interface: rings and glucose sensors, one day for each request. Its answers are known only from
// public clients and their samples. Each partner agrees on its own terms, so several teams cannot share an application.
import * as z from 'zod/mini';
import { addDays } from '../work/index.js';
import { defineAdapter } from './adapter.js';
import { dayItem } from './day-item.js';
import type { Collection, DayItem, ItemContext, Resource } from './collection.js';
import { dayAt, offsetOfZone, timestampAt } from './days.js';
import { recordId } from './fields.js';
import { heartRateOfDay, meanOf } from './heart-rates.js';
import { longestOfEachDay, timesOfNight } from './nights.js';
import { millimolesOfGlucoseMilligrams, rounded, shareOfPercent } from './units.js';
import { type Day, figuresOf, readDay, type Reading, stagesOf } from './ultrahuman/day.js';
import { classify } from './ultrahuman/refusals.js';

const days: Collection<Day> = {
  scopes: ['ring_data'],
  span: { most: 30, pad: 1, lag: 3 },
  request: ({ window, cursor }) => ({ to: '/user_data/metrics', query: { date: cursor ?? window.from } }),
  read(body, { window, cursor }) {
    const date = cursor ?? window.from;
    const { day, misfits } = readDay(date, body);
    return {
      records: [day],
      misfits,
      next: date < window.until ? addDays(date, 1) : null,
    };
  },
};
const collections = { days } as const;

interface Moment {
  readonly offset: number | null;
  readonly day: string;
  readonly timestamp: string;
}
/** A moment in seconds since 1970, in the person's local time on a day. */
function momentOf(seconds: number, { date, offset: known }: Day, timezone: string | null): Moment {
  const at = Math.round(seconds) * 1000;
  // At home the zone is more exact than the day's midnight, because clocks may change in the middle of the day.
  const isHome = known === null || known === offsetOfZone(timezone, Date.parse(date) - known * 1000);
  const offset = isHome ? offsetOfZone(timezone, at) : known;
  return { offset, day: dayAt(at, offset ?? 0), timestamp: timestampAt(at, offset ?? 0) };
}

function nightsOf(record: Day, { timezone }: ItemContext) {
  return record.nights.flatMap((night) => {
    if (night.bedtime_start == null || night.bedtime_end == null) return [];
    const [stages, figures] = [stagesOf(night), figuresOf(night)];
    const times = timesOfNight({
      light: stages['light_sleep'] ?? null,
      rem: stages['rem_sleep'] ?? null,
      deep: stages['deep_sleep'] ?? null,
      awake: stages['awake'] ?? null,
      asleep: figures['total_sleep'] ?? null,
    });
    if (!times) return [];
    const start = momentOf(night.bedtime_start, record, timezone);
    const stop = momentOf(night.bedtime_end, record, timezone);
    const rates = (night.hr_graph?.data ?? []).flatMap(({ value }) => value ?? []);
    // A night has no id of its own, and its times may be corrected.
    return [
      dayItem(stop.day, stop.day, stop.offset, {
        bedtime_start: start.timestamp,
        bedtime_stop: stop.timestamp,
        ...times,
        efficiency: times.efficiency ?? rounded(shareOfPercent(figures['sleep_efic']), 3),
        latency: null,
        score: night.sleep_score?.score ?? null,
        hr_lowest: rates.length === 0 ? null : Math.min(...rates),
        hr_average: meanOf(rates),
        // Which measure of variability this would be is not documented.
        average_hrv: null,
        respiratory_rate: null,
      }),
    ];
  });
}

/** A day of movement. Assumed, if the provider's own sum is missing: a reading counts the steps since the reading before it. */
function activityOf(record: Day, { timezone }: ItemContext): DayItem[] {
  const { date, steps } = record;
  const rates = record.heartRates.map(({ value }) => value);
  const total =
    record.totalSteps ?? (steps.length === 0 ? null : steps.reduce((sum, { value }) => sum + value, 0));
  if (total === null && rates.length === 0) return [];
  const offset = record.offset ?? offsetOfZone(timezone, Date.parse(date));
  return [
    dayItem(date, date, offset, {
      calories_total: null,
      calories_active: null,
      steps: total,
      distance: null,
      floors_climbed: null,
      low: null,
      medium: null,
      high: null,
      heart_rate: heartRateOfDay(rates, record.restingHeartRate),
    }),
  ];
}

/** Readings as samples. */
const samples = (
  name: string,
  scopes: readonly string[],
  unit: string,
  read: (record: Day) => readonly Reading[],
): Resource<typeof collections> => ({
  from: ['days'],
  scopes: { required: scopes, optional: [] },
  items: (records, { timezone }) =>
    records.days.flatMap((record) =>
      read(record).map(({ timestamp: seconds, value }) => {
        const { day, offset, timestamp } = momentOf(seconds, record, timezone);
        return dayItem(day, `${name}-${seconds}`, offset, { timestamp, value, unit });
      }),
    ),
});

/** Glucose is in milligrams per deciliter, unless the answer says otherwise. */
const molarGlucoseOf = ({ glucose, isGlucoseMolar }: Day): Reading[] =>
  glucose.map(({ timestamp, value }) => ({
    timestamp,
    value: rounded(isGlucoseMolar ? value : millimolesOfGlucoseMilligrams(value), 2) ?? value,
  }));

const User = z.looseObject({ user_id: recordId });

export const ultrahuman = defineAdapter({
  slug: 'ultrahuman',
  name: 'Ultrahuman',
  description: 'Rings and glucose sensors',
  aliases: ['Ring AIR', 'Ultrahuman M1'],
  colour: '#4a4a52',
  monogram: 'U',
  source: 'ring',
  ownApplicationsOnly: true,
  signIn: {
    type: 'oauth',
    urls: {
      authorize: 'https://auth.ultrahuman.com/authorise',
      token: 'https://partner.ultrahuman.com/api/partners/oauth/token',
      revoke: 'https://partner.ultrahuman.com/api/partners/oauth/revoke',
      api: 'https://partner.ultrahuman.com/api/partners/v1',
    },
    clientAuthentication: 'body',
    pkce: false,
    scopes: { required: ['ring_data', 'profile'], optional: ['cgm_data'] },
    scopeSeparator: ' ',
    async readAccount({ api }) {
      return String(z.parse(User, await api.send({ to: '/user_data/user_info' })).user_id);
    },
    // A refresh token can be used once. The documentation contradicts itself about
    // how long access lasts. Assumed: an hour, if the answer does not say it.
    refresh: { rotates: true, aheadSeconds: 60, lifeSeconds: 3600 },
    revoke: ({ accessToken }) => ({
      method: 'POST',
      to: { address: 'revoke' },
      form: { token: accessToken },
      as: 'application-by-form',
    }),
  },
  collections,
  resources: {
    sleep: {
      from: ['days'],
      scopes: { required: ['ring_data'], optional: [] },
      items: (records, context) => longestOfEachDay(records.days.flatMap((each) => nightsOf(each, context))),
    },
    activity: {
      from: ['days'],
      scopes: { required: ['ring_data'], optional: [] },
      items: (records, context) => records.days.flatMap((each) => activityOf(each, context)),
    },
    heartrate: samples('heartrate', ['ring_data'], 'bpm', ({ heartRates }) => heartRates),
    steps: samples('steps', ['ring_data'], 'count', ({ steps }) => steps),
    glucose: samples('glucose', ['ring_data', 'cgm_data'], 'mmol/L', molarGlucoseOf),
  },
  // Not published.
  limits: [],
  classify,
});
