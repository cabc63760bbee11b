import { isFollowable } from 'svc-link/contract';
import type { Departure } from './attempts.js';
import type { OauthClient } from './client.js';

/** The address at the provider where the person decides (RFC 6749 4.1.1). */
export function authorizeUrl(
  client: Pick<OauthClient, 'authorizationUrl' | 'parameters' | 'pkce'>,
  { state, codeChallenge }: Pick<Departure, 'state' | 'codeChallenge'>,
  redirectUri: string,
): string {
  if (!isFollowable(client.authorizationUrl))
    throw new Error('an authorization address is not one of the web');
  const url = new URL(client.authorizationUrl);
  const params = {
    response_type: 'code',
    redirect_uri: redirectUri,
    state,
    ...client.parameters,
    ...(client.pkce && { code_challenge: codeChallenge, code_challenge_method: 'S256' }),
  };
  for (const [name, value] of Object.entries(params)) if (value !== '') url.searchParams.set(name, value);
  // A redirect without a fragment would keep the fragment of this page.
  return `${url.href}#`;
}
