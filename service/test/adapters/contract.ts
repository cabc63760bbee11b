// Whether items are what the contract says: all of its fields, no others, and true formats.
import {
  ActivitySummary,
  BodySummary,
  ProfileSummary,
  SleepSummary,
  WorkoutSummary,
} from 'svc-link/contract';
import * as z from 'zod/mini';
import type { DayItem } from '../../src/adapters/collection.js';

const Sample = z.object({
  calendar_date: z.iso.date(),
  timezone_offset: z.nullable(z.number()),
  timestamp: z.iso.datetime({ offset: true }),
  value: z.number(),
  unit: z.string(),
});
const summaries = {
  activity: ActivitySummary,
  body: BodySummary,
  profile: ProfileSummary,
  sleep: SleepSummary,
  workouts: WorkoutSummary,
};
const Pressure = z.object({
  ...z.omit(Sample, { value: true }).shape,
  systolic: z.number(),
  diastolic: z.number(),
});

/** What the engine adds to each item. */
const added = { id: true, user_id: true, source: true } as const;

const itemSchema = (resource: string): z.ZodMiniType => {
  if (resource === 'blood_pressure') return z.strictObject(Pressure.shape);
  const summary = Object.entries(summaries).find(([name]) => name === resource)?.[1];
  return z.strictObject(summary === undefined ? Sample.shape : z.omit(summary, added).shape);
};

const formats = {
  calendar_date: z.iso.date(),
  birth_date: z.iso.date(),
  measured_at: z.iso.datetime({ offset: true }),
  bedtime_start: z.iso.datetime({ offset: true }),
  bedtime_stop: z.iso.datetime({ offset: true }),
  time_start: z.iso.datetime({ offset: true }),
  time_end: z.iso.datetime({ offset: true }),
};

/** What is wrong with items of a resource; empty if nothing. */
export function mistakes(resource: string, items: readonly DayItem[]): string[] {
  const schema = itemSchema(resource);
  const ids = items.map(({ day, id }) => (resource === 'profile' ? day : id));
  return [
    ...(new Set(ids).size < ids.length ? ['two items have one id'] : []),
    ...items.flatMap(({ day, item }) => {
      const read = schema.safeParse(item);
      const shape = read.success
        ? []
        : read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
      const unreadable = Object.entries(formats).flatMap(([field, format]) =>
        item[field] == null || format.safeParse(item[field]).success ? [] : [`${field}: no ${format.type}`],
      );
      const elsewhere =
        'calendar_date' in item && item['calendar_date'] !== day ? ['another calendar_date'] : [];
      return [...shape, ...unreadable, ...elsewhere];
    }),
  ];
}
