// Repeats in one process wait for each other in memory: each that waited in the database would hold one of few connections.
import type { Db } from '../db/index.js';
import { overloaded } from '../http/index.js';

/** How long a repeat waits for its turn, in milliseconds: as long as for a lock of the database, if nobody set that. */
const longest = 10_000;

/** What is under way in a database, by key. */
const underWay = new WeakMap<Db, Map<string, Promise<void>>>();

const nothing = (): void => undefined;

/** Runs `work` when no other work with the key is under way in this process. Throws 503 if that takes too long. */
export async function inTurn<T>(db: Db, key: string, work: () => Promise<T>): Promise<T> {
  const others = underWay.get(db) ?? new Map<string, Promise<void>>();
  underWay.set(db, others);
  const latest = performance.now() + longest;
  // Several wait, and the first of them has begun by the time the others look. Nothing may come between a look and the beginning.
  for (let other = others.get(key); other; other = others.get(key)) await endOf(other, latest);
  const mine = work();
  // How it ended is for its own caller.
  const ended = mine.then(nothing, nothing);
  others.set(key, ended);
  void ended.then(() => others.delete(key));
  return mine;
}

async function endOf(other: Promise<void>, latest: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const isTooLate = new Promise<true>((resolve) => {
    timer = setTimeout(() => resolve(true), latest - performance.now());
  });
  try {
    if ((await Promise.race([other, isTooLate])) === true) throw overloaded();
  } finally {
    clearTimeout(timer);
  }
}
