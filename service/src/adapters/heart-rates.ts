import { rounded } from './units.js';

/** The mean, to a decimal; null if there are no values. */
export const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : rounded(values.reduce((sum, each) => sum + each, 0) / values.length, 1);

/** What the heart rates of a day come to, all in beats a minute; null if none was measured. */
export const heartRateOfDay = (rates: readonly number[], resting: number | null) =>
  rates.length === 0
    ? null
    : {
        min_bpm: Math.min(...rates),
        avg_bpm: meanOf(rates),
        max_bpm: Math.max(...rates),
        resting_bpm: resting,
      };
