import { isFollowable } from '../../http/index.js';
import type { ProviderClient, ProviderEntry } from '../../providers/index.js';
import type { Departure } from './attempts.js';
import { requestedScopes } from './scopes.js';

/** The address at the provider where the person decides (RFC 6749 4.1.1). */
export function authorizeUrl(
  client: ProviderClient,
  provider: ProviderEntry,
  { state, codeChallenge }: Pick<Departure, 'state' | 'codeChallenge'>,
  redirectUri: string,
): string {
  if (!isFollowable(client.authorizationUrl)) {
    throw new Error(`the authorization address of ${provider.slug} is not one of the web`);
  }
  const url = new URL(client.authorizationUrl);
  const params = {
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: redirectUri,
    scope: requestedScopes(provider).join(client.scopeSeparator),
    state,
    ...(client.pkce && { code_challenge: codeChallenge, code_challenge_method: 'S256' }),
    ...(client.responseMode === 'form_post' && { response_mode: 'form_post' }),
  };
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  // Without a fragment of its own the redirect would keep the one of this page.
  return `${url.href}#`;
}
