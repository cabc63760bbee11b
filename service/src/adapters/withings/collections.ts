// What is requested from Withings, and the form of its answers. Every request is a form,
// and nearly every answer has the status 200: a number in the body says what went wrong.
import * as z from 'zod/mini';
import type { ApiRequest } from '../api.js';
import type { Collection, DayWindow, Page, PageContext } from '../collection.js';
import { day, maybeNumber, maybeText } from '../fields.js';
import { recordsOf } from '../records.js';

/** Ids have up to 64 bits. */
const id = z.union([z.number(), z.string().check(z.minLength(1))]);

/** The fields that `data_fields` can name. Fields that are not named are mostly left out of the answer. */
const activityFields = {
  steps: maybeNumber,
  distance: maybeNumber,
  elevation: maybeNumber,
  soft: maybeNumber,
  moderate: maybeNumber,
  intense: maybeNumber,
  calories: maybeNumber,
  totalcalories: maybeNumber,
  hr_min: maybeNumber,
  hr_average: maybeNumber,
  hr_max: maybeNumber,
};
const nightFields = {
  total_sleep_time: maybeNumber,
  asleepduration: maybeNumber,
  lightsleepduration: maybeNumber,
  remsleepduration: maybeNumber,
  deepsleepduration: maybeNumber,
  wakeupduration: maybeNumber,
  sleep_latency: maybeNumber,
  sleep_score: maybeNumber,
  hr_min: maybeNumber,
  hr_average: maybeNumber,
  rr_average: maybeNumber,
};
const workoutFields = {
  calories: maybeNumber,
  distance: maybeNumber,
  hr_average: maybeNumber,
  hr_max: maybeNumber,
  pause_duration: maybeNumber,
};
const names = (fields: object): string => Object.keys(fields).join(',');

/** Some answers contain an empty list in place of an object without fields. */
const orEmptyList = (value: unknown): unknown => (Array.isArray(value) && value.length === 0 ? {} : value);

const MeasureGroup = z.looseObject({
  grpid: id,
  date: z.number(),
  attrib: maybeNumber,
  category: maybeNumber,
  measures: z.array(z.looseObject({ value: z.number(), type: z.number(), unit: z.number() })),
});
/** Measurements that were taken together. */
export interface MeasureGroup extends z.infer<typeof MeasureGroup> {
  /** The person's current zone according to the answer: a measurement itself has none. */
  readonly timezone: string | null;
}

const Activity = z.looseObject({ date: day, timezone: maybeText, brand: maybeNumber, ...activityFields });
export type Activity = z.infer<typeof Activity>;

const Night = z.looseObject({
  id,
  timezone: maybeText,
  startdate: z.number(),
  enddate: z.number(),
  date: day,
  data: z.pipe(z.transform(orEmptyList), z.looseObject(nightFields)),
});
export type Night = z.infer<typeof Night>;

const Workout = z.looseObject({
  id,
  category: z.number(),
  timezone: maybeText,
  startdate: z.number(),
  enddate: z.number(),
  data: z.pipe(z.transform(orEmptyList), z.looseObject(workoutFields)),
});
export type Workout = z.infer<typeof Workout>;

/** The person's zone, and the heights that were measured or typed in. */
export interface Body {
  readonly timezone: string | null;
  readonly groups: readonly MeasureGroup[];
}

/** `more` is a boolean in some answers and a number in others. */
const paged = { more: z.optional(z.union([z.boolean(), z.number()])), offset: maybeNumber };
const list = z.array(z.unknown());
const Measures = z.looseObject({
  body: z.looseObject({ ...paged, timezone: maybeText, measuregrps: list }),
});
const Activities = z.looseObject({ body: z.looseObject({ ...paged, activities: list }) });
const Series = z.looseObject({ body: z.looseObject({ ...paged, series: list }) });

const page = <T>(
  body: { more?: boolean | number | undefined; offset?: number | null | undefined },
  found: Pick<Page<T>, 'records' | 'misfits'>,
): Page<T> => ({
  ...found,
  // 0 is the offset of the first page.
  next: body.more && body.offset ? String(body.offset) : null,
});

const ask = (to: string, action: string, form: ApiRequest['form'], { cursor }: PageContext): ApiRequest => ({
  method: 'POST',
  to,
  form: { action, ...form, offset: cursor ?? undefined },
});

/** The first and last seconds of UTC days. The padding covers clocks ahead of or behind UTC. */
const secondsOf = ({ from, until }: DayWindow): { startdate: number; enddate: number } => ({
  startdate: Date.parse(`${from}T00:00:00Z`) / 1000,
  enddate: Date.parse(`${until}T00:00:00Z`) / 1000 + 86_399,
});
const daysOf = ({ from, until }: DayWindow) => ({ startdateymd: from, enddateymd: until });

/** Real measurements, not goals. */
const real = { category: 1 };
function measuresOf(body: unknown) {
  const read = Measures.parse(body).body;
  const timezone = read.timezone ?? null;
  const { records, misfits } = recordsOf(MeasureGroup, read.measuregrps);
  // 1: the measurement may belong to another person who used the same scale.
  const groups = records.filter(({ attrib, category }) => attrib !== 1 && category !== 2);
  return { page: read, timezone, groups: groups.map((group) => ({ ...group, timezone })), misfits };
}

/** No maximum is documented, but there are pages. */
const most = 100;

export const measures: Collection<MeasureGroup> = {
  scopes: ['user.metrics'],
  span: { most, pad: 1, lag: 7 },
  request: (context) =>
    ask(
      '/measure',
      'getmeas',
      { meastypes: '1,6,8,9,10,11,12,71,76,77', ...real, ...secondsOf(context.window) },
      context,
    ),
  read: (body) => {
    const { page: read, groups, misfits } = measuresOf(body);
    return page(read, { records: groups, misfits });
  },
};

export const heights: Collection<Body> = {
  scopes: ['user.metrics'],
  span: 'now',
  request: (context) => ask('/measure', 'getmeas', { meastypes: '4', ...real }, context),
  read: (body) => {
    const { page: read, timezone, groups, misfits } = measuresOf(body);
    return page(read, { records: [{ timezone, groups }], misfits });
  },
};

export const activities: Collection<Activity> = {
  scopes: ['user.activity'],
  span: { most, lag: 3 },
  request: (context) =>
    ask(
      '/v2/measure',
      'getactivity',
      { ...daysOf(context.window), data_fields: names(activityFields) },
      context,
    ),
  read: (body) => {
    const read = Activities.parse(body).body;
    return page(read, recordsOf(Activity, read.activities));
  },
};

export const nights: Collection<Night> = {
  // Assumed: clients that do not ask for `user.sleepevents` can read summaries too.
  scopes: ['user.activity'],
  // Whether a night belongs to the day of its evening or of its morning is not documented.
  span: { most, pad: 1, lag: 3 },
  request: (context) =>
    ask('/v2/sleep', 'getsummary', { ...daysOf(context.window), data_fields: names(nightFields) }, context),
  read: (body) => {
    const read = Series.parse(body).body;
    return page(read, recordsOf(Night, read.series));
  },
};

export const workouts: Collection<Workout> = {
  scopes: ['user.activity'],
  span: { most, pad: 1, lag: 7 },
  request: (context) =>
    ask(
      '/v2/measure',
      'getworkouts',
      { ...daysOf(context.window), data_fields: names(workoutFields) },
      context,
    ),
  read: (body) => {
    const read = Series.parse(body).body;
    return page(read, recordsOf(Workout, read.series));
  },
};
