// What an adapter makes of given answers, without requests, and whether that fits the contract.
import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import {
  ActivitySummary,
  BodySummary,
  ProfileSummary,
  SleepSummary,
  type SummaryResource,
  WorkoutSummary,
} from 'svc-link/contract';
import type { Adapter } from '../../src/adapters/index.js';
import type { DayItem, DayWindow } from '../../src/adapters/collection.js';

interface Given {
  /** The answer of each collection that the test is about. The other collections have no records. */
  readonly answers: Readonly<Record<string, unknown>>;
  readonly window?: DayWindow;
  readonly timezone?: string | null;
}

const anyWindow = { from: '2026-03-01', until: '2026-03-31' };

/** The items of a resource, made from one answer of each collection. */
export function itemsOf(
  adapter: Adapter,
  resource: string,
  { answers, window = anyWindow, timezone = null }: Given,
): readonly DayItem[] {
  const records: Record<string, readonly unknown[]> = {};
  for (const [name, collection] of Object.entries(adapter.collections))
    records[name] =
      name in answers ? collection.read(answers[name], { window, account: '475', cursor: null }).records : [];
  const items = adapter.resources[resource]?.items(records, { window, timezone });
  assert.ok(items, `no resource ${resource}`);
  for (const { item } of items) assertInContract(resource, item);
  return items;
}

const stage = z.nullable(z.number());
const summaries: Partial<Record<SummaryResource, z.ZodMiniObject>> = {
  activity: ActivitySummary,
  body: BodySummary,
  profile: ProfileSummary,
  sleep: SleepSummary,
  workouts: WorkoutSummary,
};
const added = { id: 'i', user_id: 'u', source: { provider: 'p', type: 'watch', app_id: null } };

const instant = z.iso.datetime({ offset: true });
const sample = {
  calendar_date: z.iso.date(),
  timezone_offset: z.nullable(z.number()),
  timestamp: instant,
  unit: z.string(),
};
const number = z.number();
const samples: Readonly<Record<string, z.ZodMiniType>> = {
  blood_pressure: z.strictObject({ ...sample, systolic: number, diastolic: number }),
  ...Object.fromEntries(
    ['body_temperature', 'glucose', 'heartrate', 'respiratory_rate', 'steps'].map((resource) => [
      resource,
      z.strictObject({ ...sample, value: number }),
    ]),
  ),
};
const formats = {
  birth_date: z.iso.date(),
  calendar_date: z.iso.date(),
  ...Object.fromEntries(
    ['bedtime_start', 'bedtime_stop', 'measured_at', 'time_end', 'time_start'].map((field) => [
      field,
      instant,
    ]),
  ),
};

/** Fails if an item does not fit the contract of its resource. It must have exactly the contract's fields. */
export function assertInContract(resource: string, item: Readonly<Record<string, unknown>>): void {
  samples[resource]?.parse(item);
  for (const [field, format] of Object.entries(formats)) if (item[field] != null) format.parse(item[field]);
  const summary = Object.entries(summaries).find(([name]) => name === resource)?.[1];
  if (!summary) return;
  summary.parse({ ...added, ...item });
  const fields = Object.keys(summary.shape).filter((name) => !(name in added));
  assert.deepEqual(Object.keys(item).toSorted(), fields.toSorted());
  if (resource !== 'sleep') return;
  const night = z
    .object({ duration: z.number(), total: z.number(), awake: stage, light: stage, rem: stage, deep: stage })
    .parse(item);
  assert.equal(night.duration, night.total + (night.awake ?? 0), 'duration = total + awake');
  const stages = [night.light, night.rem, night.deep].filter((each) => each !== null);
  if (stages.length > 0)
    assert.equal(
      night.total,
      stages.reduce((sum, each) => sum + each, 0),
      'total = light + rem + deep',
    );
}

const Course = z.looseObject({
  stage_start_offset_second: z.array(z.int()),
  stage_end_offset_second: z.array(z.int()),
  stage_type: z.array(z.string()),
});

/** The stage of each minute of a night. Fails if two stages overlap, or if two stages in a row are the same. */
export function stagesByMinute(item: Readonly<Record<string, unknown>>): string[] {
  const { stage_start_offset_second: starts, stage_end_offset_second: ends, stage_type } = Course.parse(item);
  const stages: string[] = [];
  for (const [at, stage] of stage_type.entries()) {
    const [from = 0, until = 0, before = 0] = [starts[at], ends[at], ends[at - 1]];
    assert.ok(from >= before && until > from, `${from} to ${until} after ${before}`);
    assert.ok(from > before || stage_type[at - 1] !== stage, `${stage} twice`);
    for (let minute = from / 60; minute < until / 60; minute++) stages[minute] = stage;
  }
  return stages;
}
