// Eight Sleep's answers about nights, as far as they are used.
import * as z from 'zod/mini';
import { timestamp } from '../fields.js';
import { momentOf } from '../days.js';
import { timesOfNight } from '../nights.js';
import { rounded } from '../units.js';

/** The provider may write the text `None` for a missing value. */
const orNothing = (value: unknown): unknown => (value === 'None' ? null : value);
const maybe = <T extends z.ZodMiniType>(schema: T) => z.pipe(z.transform(orNothing), z.nullish(schema));

const series = maybe(z.array(z.tuple([timestamp, maybe(z.number())])));
const Session = z.looseObject({
  id: z.string().check(z.minLength(1)),
  /** When it begins. */
  ts: maybe(timestamp),
  /** One after the other, in seconds: `awake`, `light`, `deep`, `rem`, and `out` of bed. */
  stages: maybe(z.array(z.looseObject({ stage: z.string(), duration: z.number() }))),
  timeseries: maybe(
    z.looseObject({
      heartRate: series,
      /** Assumed: milliseconds. */
      rmssd: series,
      /** Breaths a minute. */
      respiratoryRate: series,
    }),
  ),
});
export type Session = z.infer<typeof Session>;
export const Day = z.looseObject({
  /** Whether it is still worked on. */
  processing: maybe(z.boolean()),
  /** 0 to 100. */
  score: maybe(z.number()),
  mainSessionId: maybe(z.string()),
  sessions: maybe(z.array(Session)),
});
export type Day = z.infer<typeof Day>;
export const Days = z.looseObject({ days: z.array(z.unknown()) });

/** A measurement in a session. */
export interface Measured {
  readonly at: number;
  readonly value: number;
}

const measured = (values: z.infer<typeof series>): readonly Measured[] =>
  // Zero means that nothing could be measured.
  (values ?? []).flatMap(([text, value]) =>
    value == null || value <= 0 ? [] : [{ at: momentOf(text), value }],
  );

export const meanOf = (values: readonly Measured[]): number | null =>
  values.length === 0 ? null : rounded(values.reduce((sum, { value }) => sum + value, 0) / values.length, 1);

const isAsleep = (stage: string): boolean => stage === 'light' || stage === 'deep' || stage === 'rem';

/**
 * A session in bed; undefined if it has no times, or if nobody slept. Time out of bed at its beginning or end is cut off.
 */
export function nightOf({ ts, stages, timeseries }: Session) {
  const course = stages ?? [];
  const [first, last] = [
    course.findIndex(({ stage }) => stage !== 'out'),
    course.findLastIndex(({ stage }) => stage !== 'out'),
  ];
  if (ts == null || first < 0) return undefined;
  const inBed = course.slice(first, last + 1);
  const secondsOf = (is: (stage: string) => boolean, of = inBed): number =>
    of.reduce((sum, { stage, duration }) => sum + (is(stage) ? duration : 0), 0);
  const all = (): boolean => true;
  const start = momentOf(ts) + secondsOf(all, course.slice(0, first)) * 1000;
  const times = timesOfNight({
    light: secondsOf((stage) => stage === 'light'),
    rem: secondsOf((stage) => stage === 'rem'),
    deep: secondsOf((stage) => stage === 'deep'),
    awake: secondsOf((stage) => stage === 'awake'),
    asleep: null,
  });
  if (!times) return undefined;
  const asleep = inBed.findIndex(({ stage }) => isAsleep(stage));
  return {
    start,
    stop: start + secondsOf(all) * 1000,
    times,
    latency: secondsOf(all, inBed.slice(0, asleep)),
    series: {
      heartRate: measured(timeseries?.heartRate),
      rmssd: measured(timeseries?.rmssd),
      respiratoryRate: measured(timeseries?.respiratoryRate),
    },
  };
}
