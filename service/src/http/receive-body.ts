// Bodies arrive before the work on their requests begins, so that a slow sender delays nobody else.
import type { MiddlewareHandler } from 'hono';
import { ApiError } from './errors.js';
import type { Env } from './env.js';
import { largestBody } from './request.js';

/** How long a body may take to arrive, in milliseconds. For 1 MiB, 35 kB in a second are enough. */
const longestArrival = 30_000;

/** Waits for a body. Throws 408 if it does not arrive in time. */
export async function inTime<T>(arrives: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new ApiError(408, 'The body did not arrive in time.', { connection: 'close' }));
    }, longestArrival);
  });
  try {
    return await Promise.race([arrives, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Reads a body of a declared length, and the request keeps it for its route. Skips a body that is too large, and the
 * paths of `readsLater`, because their routes check the caller first and read the body themselves.
 */
export const receiveBody =
  (readsLater: (path: string) => boolean): MiddlewareHandler<Env> =>
  (c, next) => {
    const { method, path } = c.req;
    const length = Number(c.req.header('content-length') ?? 0);
    if (length === 0 || length > largestBody || method === 'GET' || method === 'HEAD' || readsLater(path))
      return next();
    return inTime(c.req.text()).then(next);
  };
