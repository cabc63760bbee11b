// Requests whose sender decides how long they last. They are limited by caller, so that no caller keeps others out.

/** How many such requests there may be at once, as parts of all requests: from one caller, and from all callers. */
const ownShare = 1 / 10;
const allShare = 1 / 2;

/**
 * Returns a function that counts one more request of a caller, if there may be one. It returns the function that uncounts it. A
 * few callers cannot use up the share of all: a caller without such a request may begin one even if that share is used up.
 */
export function limitShares(mostRequests: number): (caller: string) => (() => void) | undefined {
  const mostOfOne = Math.ceil(mostRequests * ownShare);
  const mostOfAll = Math.ceil(mostRequests * allShare);
  const counts = new Map<string, number>();
  let all = 0;
  const add = (caller: string, count: number): void => {
    all += count;
    const own = (counts.get(caller) ?? 0) + count;
    if (own > 0) counts.set(caller, own);
    else counts.delete(caller);
  };
  return (caller) => {
    const own = counts.get(caller) ?? 0;
    if (own >= mostOfOne || all >= (own === 0 ? mostRequests : mostOfAll)) return undefined;
    add(caller, 1);
    return () => add(caller, -1);
  };
}
