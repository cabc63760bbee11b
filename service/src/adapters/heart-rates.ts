import { rounded } from './units.js';

/** The mean, with one decimal; null if there are no values. */
export const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : rounded(values.reduce((sum, each) => sum + each, 0) / values.length, 1);

/** A summary of a day's heart rates, in beats a minute; null if none was measured. */
export const heartRateOfDay = (rates: readonly number[], resting: number | null) =>
  rates.length === 0
    ? null
    : {
        min_bpm: Math.min(...rates),
        avg_bpm: meanOf(rates),
        max_bpm: Math.max(...rates),
        resting_bpm: resting,
      };
