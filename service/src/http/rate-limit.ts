// Limits the requests of a caller in a minute. A caller is the credential that an endpoint has accepted; refused requests
// count for the address that they came from. Each process counts separately, so each of several processes grants the whole
// limit.
import type { Context, MiddlewareHandler } from 'hono';
import { AsyncVariable } from '../context/index.js';
import { broken } from './errors.js';
import type { Env } from './env.js';

const windowMilliseconds = 60_000;

/** The most callers that are counted at once. The oldest ones are dropped first. */
export const mostCallers = 50_000;

/** What a caller has left in this minute. */
interface Standing {
  /** Requests left after this one; below zero if this one is over the limit. */
  readonly remaining: number;
  /** Whole seconds to the end of the minute. */
  readonly reset: number;
}

export interface RateLimiter {
  readonly perMinute: number;
  /** Counts a request of a caller. */
  count(caller: string): Standing;
}

/** `now` is real time in milliseconds: the sandbox clock gives nobody more requests. */
export function createRateLimiter(perMinute: number, now: () => number = Date.now): RateLimiter {
  let began = now();
  let counts = new Map<string, number>();
  return {
    perMinute,
    count(caller) {
      const time = now();
      if (time - began >= windowMilliseconds) {
        began = time - ((time - began) % windowMilliseconds);
        counts = new Map();
      }
      const count = (counts.get(caller) ?? 0) + 1;
      if (count === 1 && counts.size >= mostCallers) forgetOldest(counts);
      counts.set(caller, count);
      return { remaining: perMinute - count, reset: Math.ceil((began + windowMilliseconds - time) / 1000) };
    },
  };
}

function forgetOldest(counts: Map<string, number>): void {
  const [oldest] = counts.keys();
  if (oldest !== undefined) counts.delete(oldest);
}

/** A request that is being answered. */
interface Counted {
  readonly limiter: RateLimiter;
  readonly address: string;
  headers: Readonly<Record<string, string>>;
}

const underWay = new AsyncVariable<Counted>();

/** Lets the endpoints after it count their callers, and adds the remaining limit to the headers of each answer. */
export function limitRate(limiter: RateLimiter): MiddlewareHandler<Env> {
  return (c, next) => {
    const counted: Counted = { limiter, address: addressOf(c), headers: {} };
    return underWay.run(counted, async () => {
      await next();
      for (const [name, value] of Object.entries(counted.headers)) c.res.headers.set(name, value);
    });
  };
}

/** Counts a request of a known caller: the id of a key or a session. Throws 429 over the limit. */
export const countCaller = (id: string): void => count((_, limiter) => limiter.count(id));

/**
 * Counts a request with an unknown credential for its address. Throws 429 over the limit.
 * Behind a proxy all callers have one address. So a request that must succeed even if
 * others send invented credentials is counted separately, by the name of its `purpose`.
 */
export const countStranger = (purpose?: string): void =>
  count((address, limiter) =>
    limiter.count(purpose === undefined ? `from ${address}` : `from ${address} for ${purpose}`),
  );

function count(by: (address: string, limiter: RateLimiter) => Standing): void {
  const counted = underWay.get();
  if (!counted) return;
  const { limiter, address } = counted;
  const { remaining, reset } = by(address, limiter);
  counted.headers = {
    'ratelimit-limit': String(limiter.perMinute),
    'ratelimit-remaining': String(Math.max(remaining, 0)),
    'ratelimit-reset': String(reset),
  };
  if (remaining >= 0) return;
  const message = `More than ${limiter.perMinute} requests in a minute; come back in ${reset} seconds.`;
  throw broken(429, 'rate_limited', message, {}, { ...counted.headers, 'retry-after': String(reset) });
}

/** The address of a request. For IPv6 it is the network, because one machine has a whole network of addresses. */
function addressOf(c: Context<Env>): string {
  // Set by the Node server; absent in tests.
  const { incoming } = (c.env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } };
  const address = incoming?.socket?.remoteAddress ?? '';
  return address.includes('.') ? address : networkOf(address);
}

/** The first four of the eight groups of an IPv6 address, in which one run of zeros may be left out. */
function networkOf(address: string): string {
  const [before = [], after = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const left = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...left, ...after].slice(0, 4).join(':');
}
