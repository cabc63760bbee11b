// How much load a soak makes: first as much as the service can handle, then half of that, even if the service answers late.
import { setTimeout as wait } from 'node:timers/promises';
import type { Use } from './uses.js';

/** How many uses run at once while the greatest load is measured. */
const together = 16;
/** At most this many uses may wait for their answers. Further ones are left out and counted. */
const mostWaiting = 400;

/** Chooses the next use at random, by weight. */
function choose(uses: readonly Use[]): Use {
  let at = Math.random() * uses.reduce((sum, { weight }) => sum + weight, 0);
  return uses.find(({ weight }) => (at -= weight) < 0) ?? uses[0]!;
}

/** How many uses end per second if each lane starts the next use when the last one has ended. */
export async function greatestLoad(uses: readonly Use[], milliseconds: number): Promise<number> {
  const began = performance.now();
  const isOver = (): boolean => performance.now() - began >= milliseconds;
  let count = 0;
  const goOn = async (): Promise<void> => {
    while (!isOver()) {
      await choose(uses).act(performance.now());
      count++;
    }
  };
  await Promise.all(Array.from({ length: together }, goOn));
  return count / ((performance.now() - began) / 1000);
}

interface Load {
  readonly begun: number;
  /** How many uses were not started, because too many others were waiting. */
  readonly leftOut: number;
  /** Starts no more uses, and waits for those in progress. Fails if one of them went wrong. */
  end(): Promise<void>;
}

/** Starts this many uses per second. */
export function startLoad(uses: readonly Use[], perSecond: number): Load {
  const stop = new AbortController();
  const waiting = new Set<Promise<void>>();
  const wrong: unknown[] = [];
  let [begun, leftOut] = [0, 0];
  const begin = (due: number): void => {
    if (waiting.size >= mostWaiting) {
      leftOut++;
      return;
    }
    begun++;
    const acting: Promise<void> = choose(uses)
      .act(due)
      .catch((error: unknown) => void wrong.push(error))
      .finally(() => waiting.delete(acting));
    waiting.add(acting);
  };
  const goOn = async (): Promise<void> => {
    for (let due = performance.now(); !stop.signal.aborted; due += 1000 / perSecond) {
      const early = due - performance.now();
      if (early > 0) await wait(early);
      begin(due);
    }
  };
  const going = goOn();
  return {
    get begun() {
      return begun;
    },
    get leftOut() {
      return leftOut;
    },
    async end() {
      stop.abort();
      await going;
      await Promise.all(waiting);
      if (wrong.length > 0) throw new AggregateError(wrong, `${wrong.length} requests went wrong`);
    },
  };
}
