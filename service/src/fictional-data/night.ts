import type { Day } from './day.js';

export type Stage = 'awake' | 'light' | 'deep' | 'rem';

/** A part of the night in one stage, in seconds from the time when the person went to bed. */
export interface Stretch {
  readonly stage: Stage;
  readonly from: number;
  readonly until: number;
}

export interface Night {
  /** Hours after the midnight before the day's morning. Negative if the person went to bed in the evening before. */
  readonly bedtime: number;
  /** The stretches one after another, from going to bed to getting up. */
  readonly stretches: readonly Stretch[];
}

/** Minutes of each stage in one of about five cycles. Deep sleep comes early in the night, REM sleep late. */
const deepMinutes = [30, 24, 14, 7, 4, 3];
const remMinutes = [9, 18, 24, 30, 33, 33];

/** The night before a day's morning. Its summary and its course both come from here, so that they agree. */
export function nightOf({ person, isWeekend, about }: Day): Night {
  const random = about('night');
  const bedtime = person.bedtime - 24 + (isWeekend ? 0.7 : 0) + random.around(0, 0.4);
  const asleep = Math.round((person.sleep + (isWeekend ? 0.8 : 0) + random.around(0, 0.5)) * 3600);
  const stretches: Stretch[] = [];
  let at = 0;
  const add = (stage: Stage, seconds: number): void => {
    if (seconds <= 0) return;
    stretches.push({ stage, from: at, until: at + seconds });
    at += seconds;
  };

  add('awake', random.integer(240, 1500));
  let left = asleep;
  const sleep = (stage: Stage, minutes: number): void => {
    const seconds = Math.min(left, Math.round(minutes * 60 * random.between(0.8, 1.2)));
    add(stage, seconds);
    left -= seconds;
  };
  for (let cycle = 0; left > 0; cycle++) {
    sleep('light', 26);
    sleep('deep', deepMinutes[cycle] ?? 3);
    sleep('light', 24);
    sleep('rem', remMinutes[cycle] ?? 33);
    if (left > 0 && random.between(0, 1) < 0.6) add('awake', random.integer(60, 420));
  }
  add('awake', random.integer(60, 900));
  return { bedtime, stretches };
}

/** The seconds of a night in one stage. */
export const secondsOf = ({ stretches }: Night, stage: Stage): number =>
  stretches.reduce((sum, each) => (each.stage === stage ? sum + each.until - each.from : sum), 0);
