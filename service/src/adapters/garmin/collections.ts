// What Garmin offers, and how it is asked to offer the past. Its fields are those that public clients read.
import * as z from 'zod/mini';
import type { Collection } from '../collection.js';
import { day, maybeNumber, maybeText, recordId } from '../fields.js';
import { recordsOf } from '../records.js';

/** What people tick on Garmin's page. */
export const permissions = {
  health: 'HEALTH_EXPORT',
  activity: 'ACTIVITY_EXPORT',
  past: 'HISTORICAL_DATA_EXPORT',
} as const;

/** A moment in seconds since 1970, as far as dates go. */
const moment = z.int().check(z.nonnegative(), z.lte(253_402_300_799));
/** Seconds that the device's clock was ahead of UTC: people may set it to anything within a day. */
const offset = z.nullish(z.int().check(z.gte(-86_400), z.lte(86_400)));
/** Seconds that something took, as far as that can be. */
const length = z.number().check(z.nonnegative(), z.lte(31_622_400));
const maybeLength = z.nullish(length);
const map = z.nullish(z.record(z.string(), z.unknown()));

/** Said of pushed records alone. Assumed: one that says it in an answer says whose it is. */
const owner = { userId: maybeText };

/** A day, of which a later one has more. */
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
  /** Heart rates by the seconds since the start. The average beside it is one of seven days. */
  timeOffsetHeartRateSamples: map,
});
export type Daily = z.infer<typeof Daily>;

const Stretch = z.looseObject({ startTimeInSeconds: moment, endTimeInSeconds: moment });
const stretches = z.nullish(z.array(Stretch));

/** A night; naps are within it, and not read. */
const Sleep = z.looseObject({
  ...owner,
  startTimeInSeconds: moment,
  startTimeOffsetInSeconds: offset,
  /** All sleep: without being awake, and without what could not be measured. */
  durationInSeconds: maybeLength,
  unmeasurableSleepInSeconds: maybeLength,
  /** The same, as it is named in other samples. */
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
  /** Unlike that of days, with those of rest. */
  activeKilocalories: maybeNumber,
  averageHeartRateInBeatsPerMinute: maybeNumber,
  maxHeartRateInBeatsPerMinute: maybeNumber,
  /** Set if its parts are activities of their own. */
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
 * Records of a kind. One request asks for its last thirty days: no more is given of the past before a link. Their end is that of the day
 * behind the window, today's, as what came before the link is offered by itself no more.
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
    // Asked for before.
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
