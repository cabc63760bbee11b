import { type Context, Hono } from 'hono';
import { startLink, type BodyOf } from 'svc-link/contract';
import { compressedRoute } from '../auth/index.js';
import { bindBrowser } from './browser-cookie.js';
import { transact } from '../db/index.js';
import type { Deps } from '../deps.js';
import { type ApiError, broken, type Env, isFromOurPage, linkTokenOf } from '../http/index.js';
import { findByCredential, requireSession, useProblem, type Caller } from './credential.js';
import { withWayBack } from './oauth/index.js';
import { startSession } from './start.js';
import { createPicker } from './offered-providers.js';
import { openedBy } from './traces.js';
import { isAllowedSender } from './sender.js';
import { viewOf } from './session-view.js';

export function linkStartRoutes(deps: Deps): Hono<Env> {
  const { db, clock, publicUrl } = deps;
  const app = new Hono<Env>();
  const providersOf = createPicker(deps);

  async function start(c: Context<Env>, body: BodyOf<typeof startLink>, caller: Caller) {
    // A token from an address still works in the browser that started it, which startSession checks.
    const mayBeMine = body.via !== undefined || caller.byBrowser;
    const session = requireSession({ ...caller, byBrowser: mayBeMine }, useProblem, clock.now());

    // Only our own page can use the cookie.
    if (body.via !== undefined && !isFromOurPage(c, publicUrl))
      throw notAllowed(`"via" is for the hosted page at ${publicUrl}.`);
    const sender = { origin: c.req.header('origin'), opener: body.origin };
    if (!isAllowedSender(session.allowed_origins, sender, publicUrl))
      throw notAllowed('The page is not one of the allowed_origins of the link token.');

    const binding =
      body.via === undefined || caller.byBrowser
        ? null
        : { via: body.via, browser: bindBrowser(c, publicUrl, 'svc-link-session') };
    const { byBrowser, phone } = caller;
    // If the request comes from our own page, `opener` names the page that opened it.
    const origin = sender.origin === publicUrl ? sender.opener : (sender.origin ?? sender.opener);
    const page = openedBy({ ...body, origin: origin === publicUrl ? null : origin });
    const started = await transact(db, (tx) =>
      startSession(tx, session.id, clock.now(), { byBrowser, binding, page }),
    );
    return {
      session: await viewOf(deps, started, { byBrowser: byBrowser || binding !== null, phone }, true),
      providers: await providersOf(started),
    };
  }

  compressedRoute(app, db, startLink, async ({ readBody, c }) => {
    const body = await readBody({ mayBeEmpty: true });
    const caller = await findByCredential(c, deps, body.link_token ?? linkTokenOf(c), body.via === 'link');
    try {
      return await start(c, body, caller);
    } catch (error) {
      const isOurPage = (body.via !== undefined || caller.byBrowser) && isFromOurPage(c, publicUrl);
      throw isOurPage ? withWayBack(publicUrl, caller, error) : error;
    }
  });

  return app;
}

const notAllowed = (message: string): ApiError => broken(403, 'origin_not_allowed', message);
