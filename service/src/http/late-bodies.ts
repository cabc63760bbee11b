// Bodies that arrive after their request was let in, as the caller is checked before them.
import type { Context } from 'hono';
import { ApiError } from './errors.js';
import type { Env } from './env.js';

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

/** Of a body that arrives so much comes in each of these times, in bytes and milliseconds. It is what one of the usual length has to do. */
const leastOfBody = 1024 * 1024;
const eachTime = 30_000;

/** What arrives, if it goes on doing so. Else throws 408. For bodies that may be too long for `inTime`. */
export async function asItComes<T>(c: Context<Env>, arrives: Promise<T>): Promise<T> {
  // Set by the Node server; absent in tests.
  const { incoming } = (c.env ?? {}) as { incoming?: { socket?: { bytesRead: number } } };
  const read = (): number => incoming?.socket?.bytesRead ?? 0;
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_, reject) => {
    let before = read();
    timer = setInterval(() => {
      const now = read();
      if (now - before >= leastOfBody) before = now;
      else reject(new ApiError(408, 'The body came too slowly.', { connection: 'close' }));
    }, eachTime);
  });
  try {
    return await Promise.race([arrives, stalled]);
  } finally {
    clearInterval(timer);
  }
}
