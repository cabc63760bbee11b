/**
 * Runs tasks of the same key one after another, in the order in which they came, whether those before succeed or not. Those of
 * different keys do not wait for each other.
 */
export function oneByOne<Key>(): <T>(key: Key, work: () => Promise<T>) => Promise<T> {
  const last = new Map<Key, Promise<unknown>>();
  return async (key, work) => {
    const mine = last.get(key)?.then(work, work) ?? work();
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}
