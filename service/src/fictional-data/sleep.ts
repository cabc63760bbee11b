import type { Day } from './day.js';
import { nightOf, secondsOf } from './night.js';
import { rounded } from './random.js';

/** The night as a summary. The score and the variability appear once the provider has analysed the night. */
export function sleepOf(day: Day): object[] {
  const night = nightOf(day);
  const random = day.about('sleep');
  const awake = secondsOf(night, 'awake');
  const light = secondsOf(night, 'light');
  const deep = secondsOf(night, 'deep');
  const rem = secondsOf(night, 'rem');
  const total = light + deep + rem;
  const duration = total + awake;
  const efficiency = total / duration;
  const lowest = day.person.restingHeartRate + random.integer(-4, 2);
  const rested = Math.min(1, total / 28_800);
  return [
    {
      bedtime_start: day.at(night.bedtime),
      bedtime_stop: day.at(night.bedtime + duration / 3600),
      duration,
      total,
      awake,
      light,
      deep,
      rem,
      latency: night.stretches[0]?.until ?? 0,
      efficiency: rounded(efficiency, 3),
      score: day.complete ? Math.round(45 * rested + 30 * efficiency + 20 * random.between(0.6, 1)) : null,
      hr_lowest: lowest,
      hr_average: lowest + random.integer(4, 9),
      average_hrv: day.complete ? rounded(random.between(90, 130) - lowest) : null,
      respiratory_rate: rounded(random.between(12.5, 17), 1),
    },
  ];
}

const seconds = 3600;

/** The stages of the night in order, in seconds from its start. The last stretch may be missing at first. */
export function sleepCycleOf(day: Day): object[] {
  const night = nightOf(day);
  const stretches = day.complete ? night.stretches : night.stretches.slice(0, -1);
  const end = stretches.at(-1)?.until ?? 0;
  return [
    {
      session_start: day.at(night.bedtime),
      session_end: day.at(night.bedtime + end / seconds),
      stage_start_offset_second: stretches.map(({ from }) => from),
      stage_end_offset_second: stretches.map(({ until }) => until),
      stage_type: stretches.map(({ stage }) => stage),
    },
  ];
}
