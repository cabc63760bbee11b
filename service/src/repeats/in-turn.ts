// Makes the repeats in one process wait for each other in memory. In the database, each waiting repeat would hold one of
// few connections.
import type { Db } from '../db/index.js';
import { overloaded } from '../http/index.js';

/** How long a repeat waits for its turn, in milliseconds: the same as the default for a database lock. */
const longest = 10_000;

/** The work in progress for each database, by key. */
const underWay = new WeakMap<Db, Map<string, Promise<void>>>();

const nothing = (): void => undefined;

/** Runs `work` when no other work with the key is in progress in this process. Throws 503 if the wait takes too long. */
export async function inTurn<T>(db: Db, key: string, work: () => Promise<T>): Promise<T> {
  const others = underWay.get(db) ?? new Map<string, Promise<void>>();
  underWay.set(db, others);
  const latest = performance.now() + longest;
  // Several calls may wait, and the first of them has begun when the others look again. Nothing may run between the last
  // look and the beginning.
  for (let other = others.get(key); other; other = others.get(key)) await endOf(other, latest);
  const mine = work();
  // Its own caller handles how the work ended.
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
