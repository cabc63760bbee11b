import { setImmediate as turn } from 'node:timers/promises';

/**
 * Does a part of some work again and again while it answers that there is more, but begins no other once so many milliseconds are
 * over, or `goOn` returns false: what is left is for the next time.
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
