import type { Context } from 'hono';
import { transact } from '../../db/index.js';
import { ProviderFailure } from '../../provider-http/index.js';
import { bindBrowser, readBrowser } from '../browser-cookie.js';
import { failAttempt } from '../complete.js';
import { findProvider, redirectUriOf } from '../../providers/index.js';
import { askConsent, isNavigation, takeConsent, wasShown } from './consent-page.js';
import { openTicket, type OauthDeps } from './attempts.js';
import { authorizeUrl } from './authorize-url.js';
import { clientOfTeam } from './client.js';
import { leave } from './leave.js';
import { answerRefused, answerTokenProblem } from './refusal-page.js';
import { settle } from './settle.js';

/**
 * A browser opens the address of an attempt. If no consent is needed, the attempt is bound to the browser, and the browser is
 * redirected to the provider. Otherwise the person is asked for consent, or refused if the token restricts its origins and
 * the browser comes from another page.
 */
export async function openAttempt(c: Context, deps: OauthDeps, ticket: string): Promise<Response> {
  return open(c, deps, ticket, false);
}

/** Does the same after the person pressed the button of the consent page. */
export async function openAttemptByButton(
  c: Context,
  deps: OauthDeps,
  ticket: string,
  form: URLSearchParams,
): Promise<Response> {
  if (!takeConsent(c, deps, ticket, form)) return answerRefused(c, 'other-browser');
  return open(c, deps, ticket, true);
}

async function open(c: Context, deps: OauthDeps, ticket: string, pressed: boolean): Promise<Response> {
  c.header('cache-control', 'no-store');
  c.header('referrer-policy', 'no-referrer');
  const opened = await openTicket(deps, ticket, {
    browser: bindBrowser(c, deps.publicUrl, 'svc-link-oauth'),
    cookie: isNavigation(c) ? readBrowser(c, deps.publicUrl, 'svc-link-session') : undefined,
    site: isNavigation(c) ? c.req.header('sec-fetch-site') : undefined,
    pressed,
  });
  if (typeof opened === 'string') return answerRefused(c, opened);
  const { session, attempt } = opened;
  const provider = findProvider(attempt.provider);
  if (!provider) return answerRefused(c, 'unknown');
  if (opened.type === 'held') {
    const { end, isMine } = opened;
    if (session.allowed_origins !== null && !isMine && !wasShown(c, deps, ticket))
      return answerRefused(c, 'session_elsewhere');
    return askConsent(c, deps, { ticket, session, provider, end });
  }
  try {
    const client = await clientOfTeam(deps, provider, session);
    // The team has removed its application since the picker offered the provider.
    if (!client) return answerTokenProblem(c, 'provider_not_offered');
    const { holder } = opened;
    const kept = await client.findKept?.({ sessionId: session.id, userId: session.user_id, holder });
    if (kept) return await leave(c, deps, attempt, session, await settle(deps, provider, opened, kept));
    return c.redirect(authorizeUrl(client, opened, redirectUriOf(deps.publicUrl, provider)), 303);
  } catch (error) {
    // A provider that publishes its addresses on a server did not answer.
    if (!(error instanceof ProviderFailure)) throw error;
    deps.log.warn({ err: error, provider: provider.slug }, 'a provider could not be found');
    const ended = await transact(deps.db, (tx) =>
      failAttempt(tx, deps, session.id, attempt.attempt, error.failure.errorType),
    );
    return leave(c, deps, attempt, session, ended);
  }
}
