import { setImmediate as turn } from 'node:timers/promises';

/**
 * Lets many callers share one statement: what is asked for while a run is under way goes into the next one, at most
 * `most` together. `run` answers for each in the same order; if it rejects, it rejects for all of them. `idle` hears
 * when nothing is left.
 */
export function batched<Item, Result>(
  most: number,
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  idle?: () => void,
): (item: Item) => Promise<Result> {
  const waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = [];
  let running = false;

  const runAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      // What comes by the network comes in turns of its own, and PGlite answers without one.
      await turn();
      const calls = waiting.splice(0, most);
      try {
        const results = await run(calls.map(({ item }) => item));
        for (const [at, { resolve }] of calls.entries()) resolve(results[at] as Result);
      } catch (error) {
        for (const { reject } of calls) reject(error);
      }
    }
    running = false;
    idle?.();
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running) return;
      running = true;
      void runAll();
    });
}

/** The same for each key by itself, so that what is slow for one keeps no other one waiting. */
export function batchedBy<Key, Item, Result>(
  most: number,
  run: (key: Key, items: readonly Item[]) => Promise<readonly Result[]>,
): (key: Key, item: Item) => Promise<Result> {
  const busy = new Map<Key, (item: Item) => Promise<Result>>();
  return (key, item) => {
    const ask =
      busy.get(key) ??
      batched(
        most,
        (items: readonly Item[]) => run(key, items),
        () => busy.delete(key),
      );
    busy.set(key, ask);
    return ask(item);
  };
}
