// A day as Ultrahuman sends it: a list of kinds of data, each of a shape of its own.
import * as z from 'zod/mini';
import { maybeNumber, maybeText } from '../fields.js';
import { recordsOf } from '../records.js';

const Metric = z.looseObject({ type: z.string(), object: z.record(z.string(), z.unknown()) });

/** A day without anything has no data. */
const Metrics = z.looseObject({
  data: z.nullish(z.looseObject({ metric_data: z.nullish(z.array(Metric)) })),
});

/** About one in five minutes; times in seconds since 1970. */
const Reading = z.looseObject({ timestamp: z.number(), value: z.number() });
export type Reading = z.infer<typeof Reading>;
const Readings = z.looseObject({
  values: z.nullish(z.array(z.unknown())),
  /** The midnight that the day begins with, by the person's clock. */
  day_start_timestamp: maybeNumber,
  unit: maybeText,
});
const Single = z.looseObject({ value: maybeNumber });
const Night = z.looseObject({
  /** Seconds since 1970; absent if there was no night. */
  bedtime_start: maybeNumber,
  bedtime_end: maybeNumber,
  /** Assumed: of 100. */
  sleep_score: z.nullish(z.looseObject({ score: maybeNumber })),
  hr_graph: z.nullish(z.looseObject({ data: z.nullish(z.array(z.looseObject({ value: maybeNumber }))) })),
  /** Seconds of each stage. */
  sleep_stages: z.nullish(z.array(z.looseObject({ type: z.string(), stage_time: maybeNumber }))),
  quick_metrics: z.nullish(z.array(z.looseObject({ type: z.string(), value: maybeNumber }))),
});
export type Night = z.infer<typeof Night>;

export interface Day {
  readonly date: string;
  /** Seconds that the person's clock was ahead of UTC; null if it is not said. */
  readonly offset: number | null;
  readonly nights: readonly Night[];
  readonly heartRates: readonly Reading[];
  readonly steps: readonly Reading[];
  readonly glucose: readonly Reading[];
  readonly isGlucoseMolar: boolean;
  readonly restingHeartRate: number | null;
}

/** A day, and what did not fit of the readings that were left out. */
export function readDay(
  date: string,
  body: unknown,
): { readonly day: Day; readonly misfits: readonly string[] } {
  const metrics = z.parse(Metrics, body).data?.metric_data ?? [];
  const of = <T>(types: readonly string[], read: (object: unknown) => T): T[] =>
    metrics.flatMap(({ type, object }) => (types.includes(type) ? [read(object)] : []));
  const misfits: string[] = [];
  const readings = (type: string) =>
    of([type], (object) => {
      const { values, ...about } = z.parse(Readings, object);
      const read = recordsOf(Reading, values ?? []);
      misfits.push(...read.misfits.map((misfit) => `${type}.${misfit}`));
      return { ...about, values: read.records };
    });
  const [rates, steps, glucose] = [readings('hr'), readings('steps'), readings('glucose')];
  const day = {
    date,
    offset: offsetOf(date, [...rates, ...steps, ...glucose]),
    nights: of(['Sleep'], (object) => z.parse(Night, object)),
    heartRates: rates.flatMap(({ values }) => values),
    steps: steps.flatMap(({ values }) => values),
    glucose: glucose.flatMap(({ values }) => values),
    isGlucoseMolar: glucose.some(({ unit }) => /mmol/i.test(unit ?? '')),
    restingHeartRate: of(['sleep_rhr', 'night_rhr'], (object) => z.parse(Single, object).value)[0] ?? null,
  };
  return { day, misfits };
}

/** Midnight by the person's clock tells how far it is ahead. Assumed: it is that of the day that was asked for. */
function offsetOf(
  date: string,
  metrics: readonly { readonly day_start_timestamp?: number | null | undefined }[],
): number | null {
  const [start] = metrics.flatMap(({ day_start_timestamp }) => day_start_timestamp ?? []);
  if (start === undefined) return null;
  const offset = Date.parse(date) / 1000 - start;
  const isOfSomeZone = offset % 900 === 0 && offset >= -12 * 3600 && offset <= 14 * 3600;
  return isOfSomeZone ? offset : null;
}

/** Values of a night by their names. */
export const stagesOf = ({ sleep_stages }: Night): Readonly<Record<string, number | null | undefined>> =>
  Object.fromEntries((sleep_stages ?? []).map(({ type, stage_time }) => [type, stage_time]));
export const figuresOf = ({ quick_metrics }: Night): Readonly<Record<string, number | null | undefined>> =>
  Object.fromEntries((quick_metrics ?? []).map(({ type, value }) => [type, value]));
