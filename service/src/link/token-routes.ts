import { Hono } from 'hono';
import { createLinkToken, extendLinkToken, isLinkTokenValid, type LinkTokenRequest } from 'svc-link/contract';
import { repeatableRoute, route } from '../auth/index.js';
import { transact } from '../db/index.js';
import type { Deps } from '../deps.js';
import { type Env, invalid, nameRequest } from '../http/index.js';
import { extendToken } from './extend-token.js';
import { countRequest, useProblem } from './credential.js';
import { createSession } from './create-session.js';
import { createPicker } from './offered-providers.js';
import { viewOf } from './session-view.js';
import { findByToken } from './sessions.js';
import {
  checkOrigins,
  checkProviders,
  checkReconnect,
  checkRedirectUrl,
  checkResources,
  checkSeveral,
} from './token-rules.js';
import { type OfferDeps, offeredTo } from '../providers/index.js';

const longestLabel = 200;

export function linkTokenRoutes(deps: Deps): Hono<Env> {
  const { db, clock } = deps;
  const app = new Hono<Env>();
  const providersOf = createPicker(deps);

  repeatableRoute(
    app,
    deps,
    createLinkToken,
    async ({ teamId, readBody, make }) => {
      const request = await checkRequest(deps, teamId, await readBody());
      const withStart = request.include?.includes('start') ?? false;
      return make(
        async (tx) => ({ tokens: await createSession(deps, tx, teamId, request), withStart }),
        () => ({ userId: request.user_id }),
      );
    },
    async ({ tokens, withStart }) => {
      nameRequest(tokens.link_session_id);
      return { ...tokens, ...(withStart && { start: await startOf(tokens.link_token) }) };
    },
  );

  /**
   * Reads the session without starting it. It stays `created`, so that the browser's own start is checked and can still bind it.
   */
  async function startOf(token: string) {
    const session = await findByToken(db, token);
    if (!session) throw new Error('a link session is gone');
    return {
      session: await viewOf(deps, session, { byBrowser: false }, true),
      providers: await providersOf(session),
    };
  }

  route(app, db, isLinkTokenValid, async ({ readBody }) => {
    const { token } = await readBody();
    const session = await findByToken(db, token);
    countRequest(session, true);
    return {
      valid: useProblem({ session, byBrowser: false }, clock.now()) === undefined,
      state: session?.state ?? null,
      expires_at: session?.expires_at.toISOString() ?? null,
    };
  });

  route(app, db, extendLinkToken, async ({ teamId, readBody }) => {
    const { link_token } = await readBody();
    const end = await transact(db, (tx) => extendToken(tx, teamId, link_token, clock.now()));
    return { expires_at: end.toISOString() };
  });

  return app;
}

/** Checks the rules that a schema cannot express. Returns the request with its origins normalized. */
async function checkRequest(
  deps: OfferDeps,
  teamId: string,
  request: LinkTokenRequest,
): Promise<LinkTokenRequest> {
  for (const field of ['app_name', 'user_label'] as const) {
    if ((request[field]?.length ?? 0) > longestLabel) {
      throw invalid({ loc: ['body', field], msg: `longer than ${longestLabel} characters`, type: 'too_big' });
    }
  }
  checkSeveral(request);
  const entries = await offeredTo(deps, teamId);
  const offered = new Set(entries.map(({ slug }) => slug));
  checkResources(entries, request.required_resources ?? []);
  checkProviders(offered, request.provider ?? null, request.filter_on_providers ?? []);
  checkReconnect(offered, request);
  if (typeof request.redirect_url === 'string') checkRedirectUrl(request.redirect_url);
  return { ...request, allowed_origins: checkOrigins(request.allowed_origins ?? []) };
}
