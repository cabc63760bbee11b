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
import { countAsked, useProblem } from './credential.js';
import { findByToken, tokenSeconds } from './sessions.js';
import { checkOrigins, checkProviders, checkRedirectUrl } from './token-rules.js';
import { findUser } from '../accounts/index.js';

const longestLabel = 200;

export function linkTokenRoutes({ db, clock, publicUrl }: Deps): Hono<Env> {
  const app = new Hono<Env>();

  route(app, db, createLinkToken, async ({ teamId, readBody }) => {
    const asked = checkRequest(await readBody());
    const token = mint('lt_');
    const now = clock.now();
    const session = await transact(db, async (tx) => {
      const user = await findUser(tx, teamId, asked.user_id.toLowerCase(), true);
      return tx
        .insertInto('link_session')
        .values({
          id: randomUUID(),
          team_id: teamId,
          user_id: user.id,
          token_hash: hash(token),
          state: 'created',
          provider: asked.provider ?? null,
          only_provider: asked.provider ?? null,
          filter: listOrNull(asked.filter_on_providers),
          redirect_url: asked.redirect_url ?? null,
          on_error: asked.on_error ?? null,
          on_close: asked.on_close ?? null,
          allowed_origins: listOrNull(asked.allowed_origins),
          app_name: asked.app_name ?? null,
          user_label: asked.user_label ?? null,
          confirm: asked.confirm ?? null,
          reject_duplicate: asked.reject_duplicate_connection ?? false,
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
      // In the fragment: it reaches no server log and no Referer.
      link_web_url: `${publicUrl}/link/#link_token=${token}`,
      link_session_id: session.id,
      expires_at: session.expires_at.toISOString(),
    };
  });

  route(app, db, isLinkTokenValid, async ({ readBody }) => {
    const { token } = await readBody();
    const session = await findByToken(db, token);
    countAsked(session, true);
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

/** The rules that the schema does not hold; answers the request with its origins normalized. */
function checkRequest(asked: LinkTokenRequest): LinkTokenRequest {
  for (const field of ['app_name', 'user_label'] as const) {
    if ((asked[field]?.length ?? 0) > longestLabel) {
      throw invalid({ loc: ['body', field], msg: `longer than ${longestLabel} characters`, type: 'too_big' });
    }
  }
  checkProviders(asked.provider ?? null, asked.filter_on_providers ?? []);
  if (typeof asked.redirect_url === 'string') checkRedirectUrl(asked.redirect_url);
  return { ...asked, allowed_origins: checkOrigins(asked.allowed_origins ?? []) as string[] };
}

/** An empty list restricts nothing, as no list does. */
const listOrNull = (list: readonly string[] | null | undefined): string | null =>
  list && list.length > 0 ? JSON.stringify([...new Set(list)]) : null;
