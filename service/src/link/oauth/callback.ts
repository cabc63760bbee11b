import type { Context } from 'hono';
import { readBrowser } from '../browser-cookie.js';
import { completeConnection, failAttempt, type AttemptEnd } from '../complete.js';
import { applicationOf } from '../../credentials/index.js';
import { transact } from '../../db/index.js';
import { findProvider, type ProviderEntry, redirectUriOf } from '../../providers/index.js';
import { claimAttempt, endingOf, type Arrival, type OauthDeps } from './attempts.js';
import { clientOf, clientOfTeam } from './client.js';
import { destinationOf, type Ending } from './destination.js';
import { exchangeCode, ExchangeFailed } from './exchange.js';
import { answerRefused } from './refusal-page.js';
import { splitScopes } from './scopes.js';

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
  const { issuer } = clientOf(deps, provider);
  // The answer comes from another server than the one of the request (RFC 9207).
  if (issuer !== undefined && params.get('iss') !== issuer) return answerRefused(c, 'unknown');

  const arrival = await claimAttempt(deps, {
    provider: provider.slug,
    state,
    browser: readBrowser(c, deps.publicUrl, 'svc-link-oauth') ?? '',
  });
  if (typeof arrival === 'string') return answerRefused(c, arrival);

  const { attempt } = arrival;
  const session = await deps.db
    .selectFrom('link_session')
    .select(['redirect_url', 'team_id'])
    .where('id', '=', attempt.session_id)
    .executeTakeFirstOrThrow();
  const ended = await finish(deps, provider, session.team_id, arrival, params);
  if (ended.type === 'superseded') return answerRefused(c, 'superseded');
  const ending = { provider: provider.slug, link_session_id: attempt.session_id, ...fragmentFieldsOf(ended) };
  return c.redirect(destinationOf(deps.publicUrl, session, endingOf(attempt), ending), 303);
}

async function finish(
  deps: OauthDeps,
  provider: ProviderEntry,
  teamId: string,
  { attempt, verifier }: Arrival,
  params: URLSearchParams,
): Promise<AttemptEnd> {
  const fail = (errorType: string): Promise<AttemptEnd> =>
    transact(deps.db, (tx) => failAttempt(tx, deps, attempt.session_id, attempt.attempt, errorType));

  if (params.has('error')) return fail(errorTypeOf(provider, params));
  const code = params.get('code');
  if (!code) return fail('provider_api_error');
  try {
    const redirectUri = redirectUriOf(deps.publicUrl, provider);
    const client = await clientOfTeam(deps, provider, teamId);
    const tokens = await exchangeCode(client, { code, redirectUri, verifier });
    const { granted, denied, enough } = splitScopes(provider, tokens.scopes);
    if (!enough) return await fail('required_scopes_not_granted');
    const { account, accessToken, refreshToken, expiresIn } = tokens;
    const expiresAt = expiresIn === null ? null : deps.clock.now().getTime() + expiresIn * 1000;
    return await transact(deps.db, (tx) =>
      completeConnection(tx, deps, attempt.session_id, attempt.attempt, {
        provider: provider.slug,
        account,
        credentials: JSON.stringify({ accessToken, refreshToken, expiresAt }),
        granted,
        denied,
        application:
          client.clientId === clientOf(deps, provider).clientId ? null : applicationOf(client.clientId),
      }),
    );
  } catch (error) {
    if (!(error instanceof ExchangeFailed)) throw error;
    deps.log.warn({ err: error, provider: provider.slug }, 'a provider gave no tokens');
    return fail('provider_api_error');
  }
}

/** The provider's error (RFC 6749 4.1.2.1) as one of ours. The fictional providers send ours as they are. */
function errorTypeOf(provider: ProviderEntry, params: URLSearchParams): string {
  const named = provider.client ? null : params.get('svc_error_type');
  if (named !== null && /^[a-z_]{1,64}$/.test(named)) return named;
  return params.get('error') === 'access_denied' ? 'user_cancelled' : 'provider_api_error';
}

function fragmentFieldsOf(
  ended: Exclude<AttemptEnd, { type: 'superseded' }>,
): Pick<Ending, 'state'> & Partial<Ending> {
  switch (ended.type) {
    case 'success':
      return { state: 'success' };
    case 'pending_confirmation':
      return { state: 'success', confirm_code: ended.confirmCode };
    case 'error':
      return { state: 'error', error_type: ended.errorType };
    default:
      return ended satisfies never;
  }
}
