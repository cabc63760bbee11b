// Routes that make something, for callers who may have to ask again because an answer was lost.
import type { Context, Hono } from 'hono';
import type { ResponseOf } from 'svc-link/contract';
import type { Deps } from '../deps.js';
import type { Db, Tx } from '../db/index.js';
import { addRoute, type Env, type RequestOf } from '../http/index.js';
import { type About, idempotencyKeyOf, type Made, makeOnce } from '../repeats/index.js';
import { accessOf, type CallerOf, type KeyEndpoint } from './route.js';

type RepeatableEndpoint = KeyEndpoint & { readonly repeatable: true };

/**
 * Does the work of a request once for an `Idempotency-Key`, and each time without one. Resolves to what `work` returned, plain
 * JSON, which is kept for repeats. `about`: whom it is about.
 */
type Make<Tools> = <T extends object>(
  work: (tx: Tools) => Promise<T>,
  about?: (made: T) => About,
) => Promise<Made<T>>;

interface Making {
  /** In one transaction. */
  readonly make: Make<Tx>;
  /** For work that writes by one statement, which is a transaction by itself: it gets one only if something else is to be kept. */
  readonly makeByOneStatement: Make<Db | Tx>;
}

interface Finishing {
  /** Aborted when the caller has disconnected and has no key to come again with. */
  readonly gone: AbortSignal;
}

type Maker<E extends RepeatableEndpoint, T> = (
  request: RequestOf<E> & CallerOf<E> & Making,
) => Promise<Made<T>>;
type Finisher<E extends RepeatableEndpoint, T> = (
  made: T,
  request: RequestOf<E> & CallerOf<E> & Finishing,
) => Promise<ResponseOf<E> | Response> | ResponseOf<E> | Response;

type Tools = Pick<Deps, 'db' | 'secrets' | 'clock'>;

/**
 * Adds an endpoint that takes an `Idempotency-Key`. `handler` makes what is asked for, with `make`, whose result is the answer.
 * If the answer needs more than the transaction, `finish` makes it of that result, for a repeat as well.
 */
export function repeatableRoute<const E extends RepeatableEndpoint>(
  app: Hono<Env>,
  tools: Tools,
  endpoint: E,
  handler: Maker<E, ResponseOf<E> & object>,
): void;
export function repeatableRoute<const E extends RepeatableEndpoint, T>(
  app: Hono<Env>,
  tools: Tools,
  endpoint: E,
  handler: Maker<E, T>,
  finish: Finisher<E, T>,
): void;
export function repeatableRoute<const E extends RepeatableEndpoint, T>(
  app: Hono<Env>,
  tools: Tools,
  endpoint: E,
  handler: Maker<E, T>,
  // Without it, what is made is the answer: the first signature says so.
  finish: Finisher<E, T> = (made) => made as ResponseOf<E>,
): void {
  addRoute<E, CallerOf<E>>(app, endpoint, accessOf(tools.db, endpoint), async (request) => {
    const { c } = request;
    const key = idempotencyKeyOf(c);
    const make: Make<Tx> = async (work, about = () => ({})) => {
      const asked = key === undefined ? undefined : { key, ...ownerOf(request), request: await textOf(c) };
      return makeOnce(tools, asked, work, about);
    };
    const makeByOneStatement: Make<Db | Tx> = async (work, about) =>
      key === undefined ? { made: await work(tools.db), isRepeat: false } : make(work, about);
    const { made, isRepeat } = await handler({ ...request, make, makeByOneStatement });
    if (isRepeat) c.header('idempotent-replayed', 'true');
    const gone = key === undefined ? c.req.raw.signal : new AbortController().signal;
    return finish(made, { ...request, gone });
  });
}

/** What makes a request the same one: all that is sent, but the headers. */
async function textOf(c: Context<Env>): Promise<string> {
  const { pathname, search } = new URL(c.req.url);
  return `${c.req.method} ${pathname.replace(/\/$/, '')}${search}\n${await c.req.text()}`;
}

/** Whose key it is. One of a team's own requests is not one of those that an organization sends for it. */
function ownerOf(caller: object): { readonly ownerId: string; readonly teamId: string | null } {
  // `CallerOf` has these cases for endpoints with a key, which the compiler does not see through the generic type.
  const { teamId, team, orgId } = caller as {
    readonly teamId?: string;
    readonly team?: { readonly id: string; readonly org_id: string };
    readonly orgId?: string;
  };
  if (teamId !== undefined) return { ownerId: teamId, teamId };
  if (team) return { ownerId: team.org_id, teamId: team.id };
  if (orgId !== undefined) return { ownerId: orgId, teamId: null };
  throw new Error('an endpoint that is repeatable has no owner of keys');
}
