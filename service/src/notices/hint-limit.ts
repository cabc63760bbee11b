/** How long a hint keeps further ones of its grant from having an effect, in milliseconds. */
const pause = 600_000;
/** The most grants that are remembered. The oldest ones are forgotten first. */
const mostGrants = 50_000;

/**
 * Limits notices that are not proved: anybody who knows the address could have the provider asked again and again. Each process
 * counts for itself. Returns whether a hint of this grant may have an effect, and if so, counts it. `now` is real time.
 */
export function createHintLimit(): (grantId: string, now: Date) => boolean {
  const taken = new Map<string, number>();
  return (grantId, now) => {
    const last = taken.get(grantId);
    if (last !== undefined && now.getTime() - last < pause) return false;
    // Deleted first, so that it is the newest one again.
    taken.delete(grantId);
    taken.set(grantId, now.getTime());
    const [oldest] = taken.keys();
    if (taken.size > mostGrants && oldest !== undefined) taken.delete(oldest);
    return true;
  };
}
