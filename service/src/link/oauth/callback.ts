import type { Context } from 'hono';
import { readBrowser } from '../browser-cookie.js';
import { failAttempt, type AttemptEnd } from '../complete.js';
import { transact } from '../../db/index.js';
import { findProvider, type ProviderEntry, redirectUriOf } from '../../providers/index.js';
import type { Sharing } from '../consent.js';
import type { LinkSessionRow } from '../session-row.js';
import { claimAttempt, type Arrival, type OauthDeps } from './attempts.js';
import { clientOfTeam, issuerOf } from './client.js';
import { leave } from './leave.js';
import { nameRequest } from '../../http/index.js';
import { answerRefused } from './refusal-page.js';
import { settle } from './settle.js';

/** The browser returns from the provider with its answer: ends the try and redirects to the page that gets the result. */
export async function answerCallback(
  c: Context,
  deps: OauthDeps,
  slug: string,
  params: URLSearchParams,
): Promise<Response> {
  c.header('cache-control', 'no-store');
  c.header('referrer-policy', 'no-referrer');
  const provider = findProvider(slug);
  const state = params.get('state');
  if (provider?.authType !== 'oauth' || !state) return answerRefused(c, 'unknown');
  const issuer = issuerOf(deps, provider);
  // The answer comes from another server than the one that the request went to (RFC 9207).
  if (issuer !== undefined && params.get('iss') !== issuer) return answerRefused(c, 'unknown');

  const arrival = await claimAttempt(deps, {
    provider: provider.slug,
    state,
    browser: readBrowser(c, deps.publicUrl, 'svc-link-oauth') ?? '',
  });
  if (typeof arrival === 'string') return answerRefused(c, arrival);

  const { attempt } = arrival;
  nameRequest(attempt.session_id);
  const session = await deps.db
    .selectFrom('link_session')
    .select(['redirect_url', 'team_id', 'user_id', 'consent', 'required_resources'])
    .select(['reconnects', 'only_provider'])
    .where('id', '=', attempt.session_id)
    .executeTakeFirstOrThrow();
  return leave(c, deps, attempt, session, await finish(deps, provider, session, arrival, params));
}

async function finish(
  deps: OauthDeps,
  provider: ProviderEntry,
  session: Pick<LinkSessionRow, 'team_id' | 'required_resources'> & Sharing,
  { attempt, verifier, holder }: Arrival,
  params: URLSearchParams,
): Promise<AttemptEnd> {
  const fail = (errorType: string): Promise<AttemptEnd> =>
    transact(deps.db, (tx) => failAttempt(tx, deps, attempt.session_id, attempt.attempt, errorType));

  if (params.has('error')) return fail(errorTypeOf(provider, params));
  const code = params.get('code');
  if (!code) return fail('provider_api_error');
  const client = await clientOfTeam(deps, provider, session);
  if (!client) return fail('provider_api_error');
  const redirectUri = redirectUriOf(deps.publicUrl, provider);
  const by = { sessionId: attempt.session_id, userId: session.user_id, holder };
  return settle(deps, provider, { attempt, session }, () =>
    client.redeem({ code, redirectUri, verifier, callback: params, by }),
  );
}

/** Translates the provider's error (RFC 6749 4.1.2.1) into one of ours. The fictional providers send our error types. */
function errorTypeOf(provider: ProviderEntry, params: URLSearchParams): string {
  const named = provider.adapter ? null : params.get('svc_error_type');
  if (named !== null && /^[a-z_]{1,64}$/.test(named)) return named;
  return params.get('error') === 'access_denied' ? 'user_cancelled' : 'provider_api_error';
}
