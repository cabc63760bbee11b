// How many requests a credential may make in a minute. Counted in this process alone: several processes that share
// a database each grant the whole limit.
import type { Context, MiddlewareHandler } from 'hono';
import type { Env } from './deps.js';
import { broken } from './errors.js';
import { hash } from './hash.js';
import { linkTokenOf } from './request.js';

const windowMilliseconds = 60_000;

/** Where a credential stands in this minute. */
interface Standing {
  /** Requests that are left after this one; below zero there was none left for it. */
  readonly remaining: number;
  /** Whole seconds to the end of the minute. */
  readonly reset: number;
}

export interface RateLimiter {
  readonly perMinute: number;
  /** Counts a request. */
  count(credential: string): Standing;
}

/** `now` is real time in milliseconds: the sandbox clock gives nobody more requests. */
export function createRateLimiter(perMinute: number, now: () => number = Date.now): RateLimiter {
  let began = now();
  let counts = new Map<string, number>();
  return {
    perMinute,
    count(credential) {
      const time = now();
      if (time - began >= windowMilliseconds) {
        began = time - ((time - began) % windowMilliseconds);
        counts = new Map();
      }
      // Hashed, so that long headers fill no memory and no credential is kept.
      const key = Buffer.from(hash(credential)).toString('base64');
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return { remaining: perMinute - count, reset: Math.ceil((began + windowMilliseconds - time) / 1000) };
    },
  };
}

/** Counts requests by their key or link token, and answers 429 where there were too many. */
export function limitRate(limiter: RateLimiter): MiddlewareHandler<Env> {
  return async (c, next) => {
    const credential = await credentialOf(c);
    if (credential === undefined) return next();
    const { remaining, reset } = limiter.count(credential);
    const headers = {
      'ratelimit-limit': String(limiter.perMinute),
      'ratelimit-remaining': String(Math.max(remaining, 0)),
      'ratelimit-reset': String(reset),
    };
    if (remaining < 0) {
      const message = `More than ${limiter.perMinute} requests in a minute; come back in ${reset} seconds.`;
      throw broken(429, 'rate_limited', message, {}, { ...headers, 'retry-after': String(reset) });
    }
    await next();
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  };
}

/** The endpoints that may be told the link token in their body, and its field. */
const inBody: Readonly<Record<string, string>> = {
  '/v2/link/start': 'link_token',
  '/v2/link/token/isValid': 'token',
};

/** What a request is counted by; undefined for one without a key or token, such as a page's. */
async function credentialOf(c: Context<Env>): Promise<string | undefined> {
  const { req } = c;
  const session = req.header('x-svc-link-session');
  // Only with its cookie does it stand for anybody.
  if (session !== undefined) return `${session} ${req.header('cookie') ?? ''}`;
  const field = req.method === 'POST' ? inBody[req.path.replace(/\/$/, '')] : undefined;
  return (
    (field && (await fieldOf(c, field))) ??
    linkTokenOf(c) ??
    req.header('x-svc-api-key') ??
    req.header('x-management-key') ??
    req.header('x-svc-org-key')
  );
}

/** Hono keeps the text, so that the endpoint can read it again. */
async function fieldOf(c: Context<Env>, field: string): Promise<string | undefined> {
  try {
    const body: unknown = JSON.parse(await c.req.text());
    const value = (body as Readonly<Record<string, unknown>> | null)?.[field];
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
