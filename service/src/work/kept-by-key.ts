/** The most keys whose values are kept. The oldest values are dropped first. */
const mostKept = 1000;

/**
 * Reads a value for each key, such as a team, and keeps it as long as `isFresh` returns true. `isFresh` gets the time when the
 * value was read and the current time. A failed read is repeated at the next call.
 */
export function keptByKey<Value>(
  read: (key: string, now: Date) => Promise<Value>,
  isFresh: (readAt: Date, now: Date) => boolean,
): (key: string, now: Date) => Promise<Value> {
  const kept = new Map<string, { readonly readAt: Date; readonly value: Promise<Value> }>();
  return (key, now) => {
    const known = kept.get(key);
    if (known && isFresh(known.readAt, now)) return known.value;
    const value = read(key, now);
    // Deleted first, so that the key becomes the newest one.
    kept.delete(key);
    kept.set(key, { readAt: now, value });
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    value.catch(() => {
      if (kept.get(key)?.value === value) kept.delete(key);
    });
    return value;
  };
}
