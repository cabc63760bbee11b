import type { Context } from 'hono';
import { bindBrowser } from '../browser-cookie.js';
import { findProvider } from '../providers/index.js';
import { openTicket, type OauthDeps } from './attempts.js';
import { authorizeUrl, redirectUriOf } from './authorize-url.js';
import { clientOfTeam } from './client.js';
import { answerRefused } from './refusal-page.js';

/** Uses a ticket up: binds the attempt to this browser and sends it on to the provider. */
export async function depart(c: Context, deps: OauthDeps, ticket: string): Promise<Response> {
  c.header('cache-control', 'no-store');
  c.header('referrer-policy', 'no-referrer');
  const browser = bindBrowser(c, deps.publicUrl, 'svc-link-oauth');
  const departure = await openTicket(deps, ticket, browser);
  if (typeof departure === 'string') return answerRefused(c, departure);
  const provider = findProvider(departure.provider);
  if (!provider) return answerRefused(c, 'unknown');
  const url = authorizeUrl(
    await clientOfTeam(deps, provider, departure.teamId),
    provider,
    departure,
    redirectUriOf(deps.publicUrl, provider),
  );
  return c.redirect(url, 303);
}
