// Bodies that arrive after their request was let in, as the caller is checked before them: they are limited, caller by caller, so that
// one who sends them slowly or not at all keeps nobody else out.
import type { Context } from 'hono';
import type { Env } from './env.js';

/** How many bodies may be arriving at once, as parts of all requests: those of one caller, and those of all. */
const ownShare = 1 / 10;
const allShare = 1 / 2;

/** Returns a function that counts one more body of a caller, if there may be one. It returns the function that counts it out again. */
export function limitArriving(mostRequests: number): (caller: string) => (() => void) | undefined {
  const mostOfOne = Math.ceil(mostRequests * ownShare);
  const mostOfAll = Math.ceil(mostRequests * allShare);
  const arriving = new Map<string, number>();
  let all = 0;
  const add = (caller: string, count: number): void => {
    all += count;
    const own = (arriving.get(caller) ?? 0) + count;
    if (own > 0) arriving.set(caller, own);
    else arriving.delete(caller);
  };
  return (caller) => {
    if (all >= mostOfAll || (arriving.get(caller) ?? 0) >= mostOfOne) return undefined;
    add(caller, 1);
    return () => add(caller, -1);
  };
}

/**
 * Does work that begins with reading a body of a caller, and calls `arrived` when it is there. Until then the request has none of the
 * places of those that are being answered. Throws 503 while too many others arrive.
 */
export async function whileArriving<T>(
  c: Context<Env>,
  caller: string,
  work: (arrived: () => void) => Promise<T>,
): Promise<T> {
  const arrived = c.get('beginArriving')?.(caller) ?? (() => undefined);
  try {
    return await work(arrived);
  } finally {
    arrived();
  }
}
