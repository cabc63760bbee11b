// How fast a soak goes: first as fast as the service can, then half of that, whether or not it answers in time.
import { setTimeout as wait } from 'node:timers/promises';
import type { Use } from './uses.js';

/** How many go on at once while the greatest load is sought. */
const together = 16;
/** As many may wait for their answers; what is due beyond them is left out, and counted. */
const mostWaiting = 400;

/** Chooses the next use by how often each is to come. */
function choose(uses: readonly Use[]): Use {
  let at = Math.random() * uses.reduce((sum, { weight }) => sum + weight, 0);
  return uses.find(({ weight }) => (at -= weight) < 0) ?? uses[0]!;
}

/** How many uses end in a second if the next one begins with the end of another. */
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
  /** What was not begun, because too many others waited. */
  readonly leftOut: number;
  /** Begins no more, and waits for those that go on. Fails if one of them went wrong. */
  end(): Promise<void>;
}

/** Begins so many uses a second. */
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
