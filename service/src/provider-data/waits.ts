// Waits in seconds.

/** Until a passing failure is tried again, unless the provider wants a longer wait. */
export const passingWaits = [60, 300, 1800, 7200, 21_600];
/** Until a refused kind of data is asked for once more: the person may have renewed a membership. */
export const refusedWait = 7 * 86_400;
/** The same if everything was refused: the person may have to link again. */
export const allRefusedWait = 86_400;
/**
 * Until an answer that was not understood is asked for once more: the provider may have corrected it. Another version asks
 * at once.
 */
export const misreadWaits = [86_400, 3 * 86_400, 7 * 86_400];
/** Until an application that the provider refuses is tried again: an operator has to change it. */
export const applicationWait = 3600;

/** The wait after this many failed tries. The last value repeats. */
export const waitAfter = (waits: readonly number[], tries: number): number =>
  waits[Math.min(tries, waits.length) - 1] ?? 60;
