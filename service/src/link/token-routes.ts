import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { createLinkToken, extendLinkToken, isLinkTokenValid, type LinkTokenRequest } from 'svc-link/contract';
import { route } from '../auth/index.js';
import { after } from '../work/index.js';
import { transact } from '../db/index.js';
import type { Deps } from '../deps.js';
import { type Env, invalid } from '../http/index.js';
import { extendToken } from './extend-token.js';
import { hash, mint } from '../crypto/index.js';
import { countRequest, useProblem } from './credential.js';
import { findByToken, tokenSeconds } from './sessions.js';
import { checkOrigins, checkProviders, checkRedirectUrl } from './token-rules.js';
import { findUser } from '../accounts/index.js';
import { type OfferDeps, offeredTo } from '../providers/index.js';

const longestLabel = 200;

export function linkTokenRoutes(deps: Deps): Hono<Env> {
  const { db, clock, publicUrl } = deps;
  const app = new Hono<Env>();

  route(app, db, createLinkToken, async ({ teamId, readBody }) => {
    const request = await checkRequest(deps, teamId, await readBody());
    const token = mint('lt_');
    const now = clock.now();
    const session = await transact(db, async (tx) => {
      const user = await findUser(tx, teamId, request.user_id.toLowerCase(), true);
      return tx
        .insertInto('link_session')
        .values({
          id: randomUUID(),
          team_id: teamId,
          user_id: user.id,
          token_hash: hash(token),
          state: 'created',
          provider: request.provider ?? null,
          only_provider: request.provider ?? null,
          filter: listOrNull(request.filter_on_providers),
          redirect_url: request.redirect_url ?? null,
          on_error: request.on_error ?? null,
          on_close: request.on_close ?? null,
          allowed_origins: listOrNull(request.allowed_origins),
          app_name: request.app_name ?? null,
          user_label: request.user_label ?? null,
          confirm: request.confirm ?? null,
          reject_duplicate: request.reject_duplicate_connection ?? false,
          error_type: null,
          provider_account: null,
          challenge: null,
          challenge_expires_at: null,
          pending_connection: null,
          confirm_hash: null,
          confirm_expires_at: null,
          browser_hash: null,
          created_on: now,
          started_on: null,
          expires_at: after(now, tokenSeconds),
          ended_on: null,
        })
        .returning(['id', 'expires_at'])
        .executeTakeFirstOrThrow();
    });

    return {
      link_token: token,
      // In the fragment, so that it reaches no server log and no Referer.
      link_web_url: `${publicUrl}/link/#link_token=${token}`,
      link_session_id: session.id,
      expires_at: session.expires_at.toISOString(),
    };
  });

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
  const offered = new Set((await offeredTo(deps, teamId)).map(({ slug }) => slug));
  checkProviders(offered, request.provider ?? null, request.filter_on_providers ?? []);
  if (typeof request.redirect_url === 'string') checkRedirectUrl(request.redirect_url);
  return { ...request, allowed_origins: checkOrigins(request.allowed_origins ?? []) };
}

/** An empty list means the same as none: no restriction. */
const listOrNull = (list: readonly string[] | null | undefined): string | null =>
  list && list.length > 0 ? JSON.stringify([...new Set(list)]) : null;
