/**
 * Lets many callers share one statement: what is asked for while a run is under way goes into the next one, at most
 * `most` together. `run` answers for each in the same order; where it rejects, it rejects for all of them.
 */
export function batched<Item, Result>(
  most: number,
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = [];
  let running = false;

  const runAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const calls = waiting.splice(0, most);
      try {
        const results = await run(calls.map(({ item }) => item));
        for (const [at, { resolve }] of calls.entries()) resolve(results[at] as Result);
      } catch (error) {
        for (const { reject } of calls) reject(error);
      }
    }
    running = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running) return;
      running = true;
      // Those that come in the same turn go together.
      queueMicrotask(() => void runAll());
    });
}

/** The same for each database that is asked. */
export function batchedIn<Database extends object, Item, Result>(
  most: number,
  run: (db: Database, items: readonly Item[]) => Promise<readonly Result[]>,
): (db: Database, item: Item) => Promise<Result> {
  const known = new WeakMap<Database, (item: Item) => Promise<Result>>();
  return (db, item) => {
    const ask = known.get(db) ?? batched(most, (items: readonly Item[]) => run(db, items));
    known.set(db, ask);
    return ask(item);
  };
}
