/** The most keys whose values are kept. The oldest ones are forgotten first. */
const mostKept = 1000;

/**
 * Reads something for each key, such as a team, and keeps it for as long as `isFresh` says, which gets the times at which it
 * was read and is wanted. What failed is read again.
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
    // Deleted first, so that it is the newest one again.
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
