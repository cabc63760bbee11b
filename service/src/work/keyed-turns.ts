import { turns } from './turns.js';

/** Runs one task of each key at a time. Other tasks of the key wait in the order in which they came. */
export function keyedTurns(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, { readonly inTurn: ReturnType<typeof turns>; users: number }>();
  return async (key, work) => {
    const queue = queues.get(key) ?? { inTurn: turns(1), users: 0 };
    queues.set(key, queue);
    queue.users++;
    try {
      return await queue.inTurn(work);
    } finally {
      queue.users--;
      if (queue.users === 0) queues.delete(key);
    }
  };
}
