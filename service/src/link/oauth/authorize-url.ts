import { isFollowable } from '../../http/index.js';
import type { ProviderClient, ProviderEntry } from '../../providers/index.js';
import type { Departure } from './attempts.js';
import { askedScopes } from './scopes.js';

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
    scope: askedScopes(provider).join(client.scopeSeparator),
    state,
    ...(client.pkce && { code_challenge: codeChallenge, code_challenge_method: 'S256' }),
    ...(client.responseMode === 'form_post' && { response_mode: 'form_post' }),
  };
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  // A fragment of this page would go along without one here.
  return `${url.href}#`;
}
