// Requests that whoever sends them can make last, limited caller by caller, so that none of them keeps others out.

/** How many of them there may be at once, as parts of all requests: those of one caller, and those of all. */
const ownShare = 1 / 10;
const allShare = 1 / 2;

/**
 * Returns a function that counts one more request of a caller, if there may be one. It returns the function that counts it out again.
 * A few callers cannot use up what is for all: whoever has none has one beside them.
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
