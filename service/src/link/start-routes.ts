import { Hono } from 'hono';
import { startLink } from 'svc-link/contract';
import { compressedRoute } from '../auth/index.js';
import { bindBrowser } from './browser-cookie.js';
import { transact } from '../db/index.js';
import type { Deps } from '../deps.js';
import { type ApiError, broken, type Env, isFromOurPage, linkTokenOf } from '../http/index.js';
import { findByCredential, requireSession, seenBy, useProblem } from './credential.js';
import { startSession } from './start.js';
import { providersOf } from './offered-providers.js';
import { isAllowedSender } from './sender.js';
import { viewOf } from './session-view.js';

export function linkStartRoutes(deps: Deps): Hono<Env> {
  const { db, clock, publicUrl } = deps;
  const app = new Hono<Env>();

  compressedRoute(app, db, startLink, async ({ readBody, c }) => {
    const body = await readBody({ mayBeEmpty: true });
    const asked = await findByCredential(c, deps, body.link_token ?? linkTokenOf(c));
    // In this browser a token from an address still serves; startSession looks at that.
    const mayBeMine = body.via !== undefined || asked.byBrowser;
    const session = requireSession({ ...asked, byBrowser: mayBeMine }, useProblem, clock.now());

    // For another page the cookie would be of no use.
    if (body.via !== undefined && !isFromOurPage(c, publicUrl))
      throw notAllowed(`"via" is for the hosted page at ${publicUrl}.`);
    const sender = { origin: c.req.header('origin'), opener: body.origin };
    if (!isAllowedSender(session.allowed_origins, sender, publicUrl))
      throw notAllowed('The page is not one of the allowed_origins of the link token.');

    const binding =
      body.via === undefined || asked.byBrowser
        ? null
        : { via: body.via, browser: bindBrowser(c, publicUrl, 'svc-link-session') };
    const { byBrowser } = asked;
    const started = await transact(db, (tx) =>
      startSession(tx, session.id, clock.now(), { byBrowser, binding }),
    );
    return {
      session: await viewOf(deps, seenBy(asked, started), byBrowser || binding !== null),
      providers: await providersOf(deps, started),
    };
  });

  return app;
}

const notAllowed = (message: string): ApiError => broken(403, 'origin_not_allowed', message);
