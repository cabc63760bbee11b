// Nights in the interface's form, for all providers.
import type { DayItem } from './collection.js';
import { rounded } from './units.js';

/** In seconds, as far as the provider knows them. */
export interface NightTimes {
  readonly light: number | null;
  readonly rem: number | null;
  readonly deep: number | null;
  readonly awake: number | null;
  /** All sleep, if there are no stages. */
  readonly asleep: number | null;
}

/**
 * The times of a night. `total` is the sum of the stages, if there are any; `duration` is the sum of sleep and
 * time awake. A provider's own sums may differ by seconds. Undefined if it is not known how long the person slept.
 */
export function timesOfNight({ light, rem, deep, awake, asleep }: NightTimes) {
  const staged = (light ?? 0) + (rem ?? 0) + (deep ?? 0);
  const total = staged || asleep;
  if (total === null) return undefined;
  const duration = total + (awake ?? 0);
  return {
    duration,
    total,
    awake,
    light: staged ? light : null,
    rem: staged ? rem : null,
    deep: staged ? deep : null,
    efficiency: awake === null || duration === 0 ? null : rounded(total / duration, 3),
  };
}

/** The longest night of each day. The others are naps, or parts of a night that was recorded twice. */
export function longestOfEachDay<T extends DayItem & { readonly item: { readonly duration: number } }>(
  nights: readonly T[],
): T[] {
  const longest = new Map<string, T>();
  for (const night of nights) {
    const other = longest.get(night.day);
    if (other === undefined || night.item.duration > other.item.duration) longest.set(night.day, night);
  }
  return [...longest.values()];
}

/** A part of a night, in seconds from its start. */
export interface Stretch {
  readonly stage: 'awake' | 'light' | 'deep' | 'rem';
  readonly from: number;
  readonly until: number;
}

/** The course of a night in the interface's form. Consecutive parts of the same stage are joined. */
export function courseOf(stretches: readonly Stretch[]) {
  const course: Stretch[] = [];
  for (const next of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = course.at(-1);
    if (next.until <= next.from) continue;
    if (last?.stage === next.stage && last.until === next.from)
      course.splice(-1, 1, { ...last, until: next.until });
    else course.push(next);
  }
  return {
    stage_start_offset_second: course.map(({ from }) => from),
    stage_end_offset_second: course.map(({ until }) => until),
    stage_type: course.map(({ stage }) => stage),
  };
}
