// Routes that make something. Callers may have to send such a request again because the answer was lost.
import type { Context, Hono } from 'hono';
import type { ResponseOf } from 'svc-link/contract';
import type { Deps } from '../deps.js';
import type { Db, Tx } from '../db/index.js';
import { addRoute, type Env, type RequestOf } from '../http/index.js';
import { type About, idempotencyKeyOf, type Made, makeOnce } from '../repeats/index.js';
import { accessOf, type CallerOf, type KeyEndpoint } from './route.js';

type RepeatableEndpoint = KeyEndpoint & { readonly repeatable: true };

/**
 * Does the work of a request only once for an `Idempotency-Key`, and each time without a key. Resolves to the result of `work`,
 * plain JSON, which is kept for repeats. `about` tells which team or user the result is about.
 */
type Make<Tools> = <T extends object>(
  work: (tx: Tools) => Promise<T>,
  about?: (made: T) => About,
) => Promise<Made<T>>;

interface Making {
  /** Does the work in one transaction. */
  readonly make: Make<Tx>;
  /**
   * For work that writes with one statement, which is a transaction by itself. It gets a `Tx` only if an answer must be kept too.
   */
  readonly makeByOneStatement: Make<Db | Tx>;
}

interface Finishing {
  /** Aborted when the caller has disconnected and has no key to repeat the request with. */
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
 * Adds an endpoint that accepts an `Idempotency-Key`. `handler` makes the result with `make`, and the result is the answer.
 * If the answer needs more than the transaction, `finish` makes the answer from that result, also for a repeat.
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
  // Without `finish` the result is the answer. The first signature makes sure of that.
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
    return finish(made, {
      ...request,
      // Read only by the few that can give up, because the server makes the signal then.
      get gone() {
        return key === undefined ? c.req.raw.signal : new AbortController().signal;
      },
    });
  });
}

/** The text by which a repeat is recognized: the whole request without its headers. */
async function textOf(c: Context<Env>): Promise<string> {
  const { pathname, search } = new URL(c.req.url);
  return `${c.req.method} ${pathname.replace(/\/$/, '')}${search}\n${await c.req.text()}`;
}

/** The owner of the `Idempotency-Key`. A team's own keys are separate from those that its organization sends for it. */
function ownerOf(caller: object): { readonly ownerId: string; readonly teamId: string | null } {
  // `CallerOf` has these cases for endpoints with a key, but the compiler does not see them through the generic type.
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
