// Bodies that arrive after their request was accepted, because the caller is checked before the body is read.
import type { Context } from 'hono';
import { ApiError } from './errors.js';
import type { Env } from './env.js';

/**
 * Does work that begins with reading a caller's body. The work calls `arrived` when the body is there. Until then the request
 * does not count as one that is being answered. Throws 503 if too many other bodies are arriving.
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

/**
 * A body must arrive by at least this many bytes in each period of `eachTime` milliseconds, as fast as a body of the usual limit.
 */
const leastOfBody = 1024 * 1024;
/** The same while another caller waits for the place of the body: with this, 64 MiB take some two minutes, and a caller has five. */
const leastIfAwaited = 16 * leastOfBody;
const eachTime = 30_000;

/**
 * Waits for a body that keeps arriving. Throws 408 if it comes too slowly. For bodies that may be too long for `inTime`. `isAwaited`
 * tells whether another caller waits for the place of this body. Then it has to come faster, from the next period on.
 */
export async function asItComes<T>(
  c: Context<Env>,
  arrives: Promise<T>,
  isAwaited: () => boolean = () => false,
): Promise<T> {
  // The Node server sets it. It is absent in tests.
  const { incoming } = (c.env ?? {}) as { incoming?: { socket?: { bytesRead: number } } };
  const read = (): number => incoming?.socket?.bytesRead ?? 0;
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_, reject) => {
    let before = read();
    let wasAwaited = false;
    timer = setInterval(() => {
      const now = read();
      const least = wasAwaited && isAwaited() ? leastIfAwaited : leastOfBody;
      wasAwaited = isAwaited();
      if (now - before >= least) before = now;
      else reject(new ApiError(408, 'The body came too slowly.', { connection: 'close' }));
    }, eachTime);
  });
  try {
    return await Promise.race([arrives, stalled]);
  } finally {
    clearInterval(timer);
  }
}
