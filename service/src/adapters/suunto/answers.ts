// Suunto's answers, as far as they are used.
import * as z from 'zod/mini';
import type { Answer, Failure } from '../api.js';
import { maybeNumber, recordId, timestamp } from '../fields.js';

const Night = z.looseObject({
  SleepId: z.nullish(recordId),
  BedtimeStart: z.nullish(timestamp),
  BedtimeEnd: z.nullish(timestamp),
  IsNap: z.nullish(z.boolean()),
  /** Seconds in bed. */
  Duration: maybeNumber,
  /** Seconds of each stage. */
  DeepSleepDuration: maybeNumber,
  LightSleepDuration: maybeNumber,
  REMSleepDuration: maybeNumber,
  SleepOnsetLatencyDuration: maybeNumber,
  /** Assumed: 0 to 100. */
  SleepQualityScore: maybeNumber,
  HRAvg: maybeNumber,
  HRMin: maybeNumber,
  /** Assumed: milliseconds of RMSSD. */
  AvgHRV: maybeNumber,
});
const Movement = z.looseObject({ HR: maybeNumber, StepCount: maybeNumber });
const entry = <T extends z.ZodMiniType>(entryData: T) => z.looseObject({ timestamp, entryData });
export const NightEntry = entry(Night);
export type Night = z.infer<typeof Night>;
export const MovementEntry = entry(Movement);
export type Movement = z.infer<typeof Movement>;
export type Movements = readonly z.infer<typeof MovementEntry>[];

export const Workout = z.looseObject({
  workoutKey: z.string().check(z.minLength(1)),
  activityId: maybeNumber,
  /** Milliseconds since 1970. */
  startTime: z.number(),
  stopTime: maybeNumber,
  /** Seconds. */
  totalTime: maybeNumber,
  timeOffsetInMinutes: maybeNumber,
  /** Meters. */
  totalDistance: maybeNumber,
  totalAscent: maybeNumber,
  /** Assumed: kilocalories. */
  energyConsumption: maybeNumber,
  /** `max` is the person's maximum, not that of the workout. */
  hrdata: z.nullish(
    z.looseObject({
      avg: maybeNumber,
      workoutAvgHR: maybeNumber,
      hrmax: maybeNumber,
      workoutMaxHR: maybeNumber,
    }),
  ),
});
export type Workout = z.infer<typeof Workout>;
export const Workouts = z.looseObject({ payload: z.array(z.unknown()) });

/** A refusal with the status of a success; the body says so. */
const Refusal = z.looseObject({ error: z.string().check(z.minLength(1)) });
/** An answer of the gateway in front of the interface, which knows applications but no people. */
const OfGateway = z.looseObject({ message: z.string() });
export function classify({ status, body }: Answer): Failure | undefined {
  const said = OfGateway.safeParse(body).data?.message ?? '';
  if (status === 401 && /subscription key/i.test(said))
    return {
      kind: 'application',
      errorType: 'provider_api_error',
      message: 'Suunto refuses the subscription key of the application.',
    };
  if (status === 403 && /quota/i.test(said))
    return { kind: 'later', errorType: 'rate_limited', message: 'Suunto was asked too often.' };
  if (status !== 200 || !Refusal.safeParse(body).success) return undefined;
  return { kind: 'later', errorType: 'provider_api_error', message: 'Suunto could not give the data.' };
}
