// Signing in with OpenID Connect: the authorization code flow with PKCE, state and nonce.
import { createHmac } from 'node:crypto';
import * as oidc from 'openid-client';
import { roles, type Role } from 'svc-link/contract';
import { basicAuthorization } from '../outbound/index.js';
import type { ConsoleSignIn } from './settings.js';

/** A person whom the identity provider has signed in. */
export interface SignedIn {
  readonly subject: string;
  readonly name: string;
  /** Undefined if the person's claim gives no role. */
  readonly role: Role | undefined;
}

export interface IdentityProvider {
  /** The address at which a person signs in. `secret` is the browser's secret for this sign-in only. */
  begin(secret: string, redirectUri: string): Promise<URL>;
  /** The person who came back to an address. Rejects unless this provider signed the answer, and it is for this sign-in. */
  finish(secret: string, cameBackTo: URL): Promise<SignedIn>;
}

/** All values of a sign-in are made from the browser's secret, so that none of them has to be stored. */
const partOf = (secret: string, part: 'state' | 'nonce' | 'verifier'): string =>
  createHmac('sha256', secret).update(part).digest('base64url');

/** How long the provider's configuration is used before it is requested again, in milliseconds. */
const described = 3_600_000;
/** How long a request to the provider may take, in seconds. */
const timeout = 10;

/** `onStale` is called with the reason if the configuration could not be requested again, so that the earlier one is used. */
export function createIdentityProvider(
  settings: ConsoleSignIn,
  onStale: (error: unknown) => void,
): IdentityProvider {
  let last: { readonly config: oidc.Configuration; readonly at: number } | undefined;
  let asking: Promise<oidc.Configuration> | undefined;

  async function configuration(): Promise<oidc.Configuration> {
    const known = last;
    if (known && Date.now() - known.at < described) return known.config;
    asking ??= discover(settings)
      .then((config) => {
        last = { config, at: Date.now() };
        return config;
      })
      // The next sign-in asks again.
      .finally(() => (asking = undefined));
    try {
      return await asking;
    } catch (error) {
      // A provider seldom changes its configuration, so the earlier one is used until a request succeeds.
      if (!known) throw error;
      onStale(error);
      return known.config;
    }
  }

  return {
    async begin(secret, redirectUri) {
      const config = await configuration();
      return oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: settings.scopes,
        state: partOf(secret, 'state'),
        nonce: partOf(secret, 'nonce'),
        code_challenge: await oidc.calculatePKCECodeChallenge(partOf(secret, 'verifier')),
        code_challenge_method: 'S256',
      });
    },

    async finish(secret, cameBackTo) {
      const config = await configuration();
      const tokens = await oidc.authorizationCodeGrant(config, cameBackTo, {
        expectedState: partOf(secret, 'state'),
        expectedNonce: partOf(secret, 'nonce'),
        pkceCodeVerifier: partOf(secret, 'verifier'),
        idTokenExpected: true,
      });
      const inToken = tokens.claims();
      if (!inToken) throw new Error('the answer has no ID token');
      // Many providers name groups only in the user info.
      const isEnough = settings.claim in inToken || config.serverMetadata().userinfo_endpoint === undefined;
      const claims: Readonly<Record<string, unknown>> = isEnough
        ? inToken
        : { ...(await oidc.fetchUserInfo(config, tokens.access_token, inToken.sub)), ...inToken };
      const name =
        [claims['name'], claims['preferred_username'], claims['email']].find(isText) ?? inToken.sub;
      return { subject: inToken.sub, name, role: roleOf(settings, claims[settings.claim]) };
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: ConsoleSignIn): Promise<oidc.Configuration> {
  // Settings allow http only on this machine.
  const local = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
  const found = await oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    execute: local,
    timeout,
  });
  const metadata = found.serverMetadata();
  const takesBasic = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true;
  const proof = takesBasic ? byBasic(clientId, clientSecret) : oidc.ClientSecretPost(clientSecret);
  const config = new oidc.Configuration(metadata, clientId, clientSecret, proof);
  for (const allow of local) allow(config);
  // By default the library does not check the signature of a token that came directly from the provider.
  oidc.enableNonRepudiationChecks(config);
  config.timeout = timeout;
  return config;
}

/** The library's own function also encodes `-`, `_` and `.`. Servers that do not decode them would refuse. */
const byBasic =
  (clientId: string, clientSecret: string): oidc.ClientAuth =>
  (_server, _client, _body, headers) =>
    headers.set('authorization', basicAuthorization(clientId, clientSecret));

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The highest role that the values of a claim give. */
function roleOf({ roles: given }: ConsoleSignIn, claim: unknown): Role | undefined {
  const has = [claim].flat().map((value) => (typeof value === 'string' ? given.get(value) : undefined));
  return roles.findLast((role) => has.includes(role));
}
