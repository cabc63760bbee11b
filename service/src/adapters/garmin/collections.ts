// What Garmin offers, and how it is asked to offer the past. The fields are those that public clients read.
import * as z from 'zod/mini';
import type { Collection } from '../collection.js';
import { day, maybeNumber, maybeText, recordId } from '../fields.js';
import { recordsOf } from '../records.js';

/** The permissions that people tick on Garmin's page. */
export const permissions = {
  health: 'HEALTH_EXPORT',
  activity: 'ACTIVITY_EXPORT',
  past: 'HISTORICAL_DATA_EXPORT',
} as const;

/** A moment in seconds since 1970, within the range of dates. */
const moment = z.int().check(z.nonnegative(), z.lte(253_402_300_799));
/** Seconds that the device's clock was ahead of UTC. People may set the clock to anything within a day. */
const offset = z.nullish(z.int().check(z.gte(-86_400), z.lte(86_400)));
/** A duration in seconds, within a possible range. */
const length = z.number().check(z.nonnegative(), z.lte(31_622_400));
const maybeLength = z.nullish(length);
const map = z.nullish(z.record(z.string(), z.unknown()));

/** Only pushed records have this. Assumed: if a record in an answer has it, it names the record's owner. */
const owner = { userId: maybeText };

/** A day. A later record of the same day has more data. */
const Daily = z.looseObject({
  ...owner,
  calendarDate: z.nullish(day),
  startTimeInSeconds: moment,
  startTimeOffsetInSeconds: offset,
  steps: maybeNumber,
  distanceInMeters: maybeNumber,
  floorsClimbed: maybeNumber,
  activeKilocalories: maybeNumber,
  bmrKilocalories: maybeNumber,
  moderateIntensityDurationInSeconds: maybeNumber,
  vigorousIntensityDurationInSeconds: maybeNumber,
  minHeartRateInBeatsPerMinute: maybeNumber,
  maxHeartRateInBeatsPerMinute: maybeNumber,
  restingHeartRateInBeatsPerMinute: maybeNumber,
  /** Heart rates by the seconds since the start. The average beside it covers seven days. */
  timeOffsetHeartRateSamples: map,
});
export type Daily = z.infer<typeof Daily>;

const Stretch = z.looseObject({ startTimeInSeconds: moment, endTimeInSeconds: moment });
const stretches = z.nullish(z.array(Stretch));

/** A night. Naps are part of it, and are not read. */
const Sleep = z.looseObject({
  ...owner,
  startTimeInSeconds: moment,
  startTimeOffsetInSeconds: offset,
  /** All sleep, without time awake and without time that could not be measured. */
  durationInSeconds: maybeLength,
  unmeasurableSleepInSeconds: maybeLength,
  /** The same, under the name that other samples use. */
  unmeasurableSleepDurationInSeconds: maybeLength,
  deepSleepDurationInSeconds: maybeNumber,
  lightSleepDurationInSeconds: maybeNumber,
  remSleepInSeconds: maybeNumber,
  awakeDurationInSeconds: maybeLength,
  sleepLevelsMap: z.nullish(
    z.looseObject({ deep: stretches, light: stretches, rem: stretches, awake: stretches }),
  ),
  validation: maybeText,
  overallSleepScore: z.nullish(z.looseObject({ value: maybeNumber })),
  /** Breaths a minute by the seconds since the start. */
  timeOffsetSleepRespiration: map,
});
export type Sleep = z.infer<typeof Sleep>;

const Activity = z.looseObject({
  ...owner,
  summaryId: recordId,
  activityType: maybeText,
  activityName: maybeText,
  startTimeInSeconds: moment,
  startTimeOffsetInSeconds: offset,
  durationInSeconds: length,
  distanceInMeters: maybeNumber,
  totalElevationGainInMeters: maybeNumber,
  /** Unlike the value of days, this includes the energy at rest. */
  activeKilocalories: maybeNumber,
  averageHeartRateInBeatsPerMinute: maybeNumber,
  maxHeartRateInBeatsPerMinute: maybeNumber,
  /** Set if the parts of the activity are activities of their own. */
  isParent: z.nullish(z.boolean()),
});
export type Activity = z.infer<typeof Activity>;

const measured = {
  ...owner,
  summaryId: recordId,
  measurementTimeInSeconds: moment,
  measurementTimeOffsetInSeconds: offset,
};

const Body = z.looseObject({
  ...measured,
  weightInGrams: maybeNumber,
  bodyFatInPercent: maybeNumber,
  bodyWaterInPercent: maybeNumber,
  muscleMassInGrams: maybeNumber,
  bodyMassIndex: maybeNumber,
});
export type Body = z.infer<typeof Body>;

const Pressure = z.looseObject({ ...measured, systolic: maybeNumber, diastolic: maybeNumber });
export type Pressure = z.infer<typeof Pressure>;

/**
 * A collection for one kind of records. One request asks for the last thirty days before a link; Garmin gives no more of
 * the past. The range ends with the day after the window, which is today, because data from before the link is no longer
 * offered by itself.
 */
const kind = <T extends { readonly userId?: string | null | undefined }>(
  name: string,
  schema: z.ZodMiniType<T>,
  scope: string,
): Collection<T> => ({
  scopes: [scope],
  span: { most: 30, back: 30, lag: 0 },
  request: ({ window }) => ({
    to: `/backfill/${name}`,
    query: {
      summaryStartTimeInSeconds: Date.parse(window.from) / 1000,
      summaryEndTimeInSeconds: Date.parse(window.until) / 1000 + 2 * 86_400 - 1,
    },
    // The past was asked for before.
    alsoSuccess: [409],
  }),
  read(body, { account }) {
    if (body === undefined) return { records: [], next: null };
    const { records, misfits } = recordsOf<z.ZodMiniType<T>>(schema, list.parse(body));
    return {
      records: records.filter(({ userId }) => userId == null || userId === account),
      misfits,
      next: null,
    };
  },
});
const list = z.array(z.unknown());

export const collections = {
  dailies: kind('dailies', Daily, permissions.health),
  sleeps: kind('sleeps', Sleep, permissions.health),
  bodyComps: kind('bodyComps', Body, permissions.health),
  bloodPressures: kind('bloodPressures', Pressure, permissions.health),
  activities: kind('activities', Activity, permissions.activity),
};
