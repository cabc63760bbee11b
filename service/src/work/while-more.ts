import { setImmediate as turn } from 'node:timers/promises';

/**
 * Repeats a part of some work while it answers that there is more. Begins no other part after so many milliseconds, or if `goOn`
 * returns false; the next run does the rest.
 */
export async function whileMore(
  work: () => Promise<boolean>,
  milliseconds: number,
  goOn: () => boolean = () => true,
): Promise<void> {
  const end = performance.now() + milliseconds;
  while ((await work()) && performance.now() < end && goOn())
    // PGlite answers within one turn of the event loop. Without another turn no request would be answered meanwhile.
    await turn();
}
