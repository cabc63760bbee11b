// Bodies arrive before their requests are worked on, so that whoever sends one slowly holds up nobody else.
import type { MiddlewareHandler } from 'hono';
import { ApiError } from './errors.js';
import type { Env } from './env.js';

/** How long a body may take to arrive, in milliseconds. One of 1 MiB does so by 35 kB in a second. */
const longestArrival = 30_000;

/** What arrives. Throws 408 if it does not arrive in time. */
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
 * Reads a body of a declared length, which the request keeps for its route. Not where `readsLater` says so: there the route
 * checks the caller first, and reads what it needs as it needs it.
 */
export const receiveBody =
  (readsLater: (path: string) => boolean): MiddlewareHandler<Env> =>
  async (c, next) => {
    const { method, path } = c.req;
    const hasBody = Number(c.req.header('content-length') ?? 0) > 0;
    if (hasBody && method !== 'GET' && method !== 'HEAD' && !readsLater(path)) await inTime(c.req.text());
    return next();
  };
