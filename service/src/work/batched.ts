import { setImmediate as turn } from 'node:timers/promises';
import { inNoTrace, inTraceOf, type Place, placeNow } from '../traces/index.js';

/**
 * Lets many callers share one statement. Calls during a run are collected for the next run, at most `most` together.
 * `run` returns the results in the order of its items; if it rejects, all of its calls reject. `idle` is called when no
 * call is left. A run for one call is part of its caller's trace; a run for several calls is part of none.
 */
export function batched<Item, Result>(
  most: number,
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  idle?: () => void,
): (item: Item) => Promise<Result> {
  const waiting: {
    item: Item;
    place: Place;
    resolve: (result: Result) => void;
    reject: (error: unknown) => void;
  }[] = [];
  let running = false;

  const runAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      // PGlite answers within one turn of the event loop. Without another turn no requests would arrive to be batched.
      await turn();
      const calls = waiting.splice(0, most);
      try {
        const items = calls.map(({ item }) => item);
        const [alone] = calls.length === 1 ? calls : [];
        const results = await (alone
          ? inTraceOf(alone.place, () => run(items))
          : inNoTrace(() => run(items)));
        // There is a result for each item.
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
      waiting.push({ item, place: placeNow(), resolve, reject });
      if (running) return;
      running = true;
      void runAll();
    });
}

/** Like `batched`, with a separate queue for each key, so that a slow key does not block the others. */
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
