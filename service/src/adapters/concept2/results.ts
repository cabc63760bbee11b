// Results of Concept2's logbook as workouts.
import * as z from 'zod/mini';
import type { DayItem } from '../collection.js';
import { dayItem } from '../day-item.js';
import { beginningOf, dayAt, momentOfLocal, offsetOfZone, timestampAt } from '../days.js';
import { localTime, maybeFigure, maybeNumber, maybeText, recordId } from '../fields.js';
import { type Sport, sportNamed } from '../sports.js';
import { numberOf } from '../units.js';

export const Result = z.looseObject({
  id: recordId,
  /** The person's local time at the end of the workout. */
  date: localTime,
  /** The same in UTC; only for results with a time zone. */
  date_utc: z.nullish(localTime),
  /** The name of an IANA time zone. */
  timezone: maybeText,
  type: maybeText,
  /** `Web` for results that somebody has typed in. */
  source: maybeText,
  /** Meters, without the distance in rests. */
  distance: maybeNumber,
  /** Tenths of a second, without rests. */
  time: z.number(),
  rest_time: maybeNumber,
  /** Assumed: kilocalories. */
  calories_total: maybeNumber,
  /** An empty list if there are no values. */
  heart_rate: z.nullish(
    z.union([z.looseObject({ average: maybeFigure, max: maybeFigure }), z.array(z.unknown())]),
  ),
});
export type ResultRead = z.infer<typeof Result>;

/** Concept2's machines, and other sports that people record. */
const sports: Readonly<Record<string, string>> = {
  rower: 'indoor rowing',
  dynamic: 'indoor rowing',
  slides: 'indoor rowing',
  skierg: 'indoor skiing',
  bike: 'indoor cycling',
  paddle: 'indoor paddling',
  water: 'rowing',
  snow: 'cross country skiing',
  rollerski: 'roller skiing',
  multierg: 'multisport',
};
const sportOf = ({ type }: ResultRead): Sport => sportNamed(sports[type ?? ''] ?? type);

/** Assumed: without a strap, monitors send zero or the highest byte. */
const rateOf = (value: unknown): number | null => {
  const rate = numberOf(value);
  return rate === 0 || rate === 255 ? null : rate;
};

/** The moment of a local time in a zone; if the zone is not known, the local time is taken for UTC. */
function momentIn(zone: string | null, local: string): number {
  const near = momentOfLocal(local, offsetOfZone(zone, momentOfLocal(local, 0)) ?? 0);
  return momentOfLocal(local, offsetOfZone(zone, near) ?? 0);
}

/** Assumed: a typed-in result may give only the day, which is then stored as its midnight. */
const isDayAlone = ({ date, date_utc, source }: ResultRead): boolean =>
  date.endsWith('00:00:00') && (date_utc == null || source === 'Web');

/** When a result began and ended, in milliseconds since 1970, and the person's offset from UTC at the beginning. */
function timesOf(result: ResultRead, timezone: string | null) {
  const { date, date_utc, time, rest_time } = result;
  const length = Math.round((time + (rest_time ?? 0)) / 10) * 1000;
  const zone = offsetOfZone(result.timezone ?? null, 0) === null ? null : (result.timezone ?? null);
  if (isDayAlone(result)) {
    const { at: start, offset } = beginningOf(date.slice(0, 10), zone ?? timezone);
    return { start, stop: start + length, offset };
  }
  const stop = date_utc == null ? momentIn(zone ?? timezone, date) : momentOfLocal(date_utc, 0);
  const start = stop - length;
  const ahead = date_utc == null ? null : (momentOfLocal(date, 0) - stop) / 1000;
  return { start, stop, offset: offsetOfZone(zone, start) ?? ahead ?? offsetOfZone(timezone, start) };
}

export function workoutOf(result: ResultRead, timezone: string | null): DayItem {
  const { start, stop, offset } = timesOf(result, timezone);
  const { heart_rate: rates } = result;
  const day = dayAt(start, offset ?? 0);
  return dayItem(day, String(result.id), offset, {
    title: null,
    sport: sportOf(result),
    time_start: timestampAt(start, offset ?? 0),
    time_end: timestampAt(stop, offset ?? 0),
    moving_time: result.time / 10,
    calories: result.calories_total ?? null,
    distance: result.distance ?? null,
    total_elevation_gain: null,
    average_hr: rates == null || Array.isArray(rates) ? null : rateOf(rates.average),
    max_hr: rates == null || Array.isArray(rates) ? null : rateOf(rates.max),
  });
}
