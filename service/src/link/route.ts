// Routes for callers with a link token, or in the browser that a session is bound to.
import type { Hono, MiddlewareHandler } from 'hono';
import type { Endpoint } from 'svc-link/contract';
import type { Deps } from '../deps.js';
import { addRoute, type Env, type Handler } from '../http/index.js';
import { findByCredential, type Caller } from './credential.js';

type LinkEndpoint = Endpoint & { readonly auth: 'link-token' };

/**
 * Adds an endpoint of the contract. The handler decides what to do about a session that is unknown or over: some
 * endpoints refuse it, others answer with a link result.
 */
export const linkRoute = <const E extends LinkEndpoint>(
  app: Hono<Env>,
  deps: Pick<Deps, 'db' | 'publicUrl'>,
  endpoint: E,
  handler: Handler<E, Caller>,
  ...before: readonly MiddlewareHandler[]
): void => addRoute(app, endpoint, (c) => findByCredential(c, deps), handler, ...before);
