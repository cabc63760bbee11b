// A day as Ultrahuman sends it: a list of kinds of data, each in its own form.
import * as z from 'zod/mini';
import { maybeNumber, maybeText } from '../fields.js';
import { recordsOf } from '../records.js';

const Metric = z.looseObject({ type: z.string(), object: z.record(z.string(), z.unknown()) });

const Kinds = z.nullable(z.array(Metric));
/**
 * Public clients read two forms: the kinds of data for the requested day, or for several days by date. Any other answer is
 * not taken for an empty day, because that would delete the stored data.
 */
const Metrics = z.looseObject({
  data: z.nullable(
    z.union([
      z.object({ metric_data: Kinds }),
      z.object({ metrics: z.nullable(z.record(z.string(), Kinds)) }),
    ]),
  ),
});

/** About one every five minutes. Times are in seconds since 1970. */
export interface Reading {
  readonly timestamp: number;
  readonly value: number;
}
/** The same as it is sent. Without a value, nothing was measured. */
const Measured = z.looseObject({ timestamp: z.number(), value: maybeNumber });
const Readings = z.looseObject({
  values: z.nullish(z.array(z.unknown())),
  /** The midnight at which the day begins, in the person's local time. */
  day_start_timestamp: maybeNumber,
  unit: maybeText,
  /** The sum of the day, which only steps have. */
  total: maybeNumber,
});
const Single = z.looseObject({ value: maybeNumber, avg: maybeNumber });
const Night = z.looseObject({
  /** Seconds since 1970; absent if there was no night. */
  bedtime_start: maybeNumber,
  bedtime_end: maybeNumber,
  /** Assumed: out of 100. */
  sleep_score: z.nullish(z.looseObject({ score: maybeNumber })),
  hr_graph: z.nullish(z.looseObject({ data: z.nullish(z.array(z.looseObject({ value: maybeNumber }))) })),
  /** Seconds of each stage. */
  sleep_stages: z.nullish(z.array(z.looseObject({ type: z.string(), stage_time: maybeNumber }))),
  quick_metrics: z.nullish(z.array(z.looseObject({ type: z.string(), value: maybeNumber }))),
});
export type Night = z.infer<typeof Night>;

export interface Day {
  readonly date: string;
  /** Seconds that the person's clock was ahead of UTC; null if this is not known. */
  readonly offset: number | null;
  readonly nights: readonly Night[];
  readonly heartRates: readonly Reading[];
  readonly steps: readonly Reading[];
  /** The provider's own sum of the steps; null if it gives none. */
  readonly totalSteps: number | null;
  readonly glucose: readonly Reading[];
  readonly isGlucoseMolar: boolean;
  readonly restingHeartRate: number | null;
}

/** Reads a day. Also returns what did not fit in the readings that were left out. */
export function readDay(
  date: string,
  body: unknown,
): { readonly day: Day; readonly misfits: readonly string[] } {
  const metrics = metricsOf(date, body);
  const of = <T>(types: readonly string[], read: (object: unknown) => T): T[] =>
    metrics.flatMap(({ type, object }) => (types.includes(type) ? [read(object)] : []));
  const misfits: string[] = [];
  const readings = (type: string) =>
    of([type], (object) => {
      const { values, ...about } = z.parse(Readings, object);
      const read = recordsOf(Measured, values ?? []);
      misfits.push(...read.misfits.map((misfit) => `${type}.${misfit}`));
      return { ...about, values: read.records };
    });
  const single = (type: string) => of([type], (object) => z.parse(Single, object))[0];
  const [rates, steps, glucose] = [readings('hr'), readings('steps'), readings('glucose')];
  const day = {
    date,
    offset: offsetOf(date, [...rates, ...steps, ...glucose]),
    nights: of(['Sleep', 'sleep'], (object) => z.parse(Night, object)),
    heartRates: rates.flatMap(measured),
    steps: steps.flatMap(measured),
    totalSteps: steps[0]?.total ?? null,
    glucose: glucose.flatMap(measured),
    isGlucoseMolar: glucose.some(({ unit }) => /mmol/i.test(unit ?? '')),
    restingHeartRate: single('sleep_rhr')?.value ?? single('night_rhr')?.avg ?? null,
  };
  return { day, misfits };
}

function metricsOf(date: string, body: unknown): readonly z.infer<typeof Metric>[] {
  const { data } = z.parse(Metrics, body);
  if (data === null) return [];
  return ('metric_data' in data ? data.metric_data : data.metrics?.[date]) ?? [];
}

const measured = ({ values }: { readonly values: readonly z.infer<typeof Measured>[] }): Reading[] =>
  values.flatMap(({ timestamp, value }) => (value == null ? [] : [{ timestamp, value }]));

/** The person's midnight gives the offset from UTC. Assumed: it is the midnight of the requested day. */
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

/** The values of a night, by name. */
export const stagesOf = ({ sleep_stages }: Night): Readonly<Record<string, number | null | undefined>> =>
  Object.fromEntries((sleep_stages ?? []).map(({ type, stage_time }) => [type, stage_time]));
export const figuresOf = ({ quick_metrics }: Night): Readonly<Record<string, number | null | undefined>> =>
  Object.fromEntries((quick_metrics ?? []).map(({ type, value }) => [type, value]));
