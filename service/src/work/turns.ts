/**
 * Limits how many tasks run at the same time. The other tasks wait in the order in which they came.
 *
 * @example
 * const inTurn = turns(2);
 * await inTurn(() => readMuch());
 */
export function turns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = most;
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
