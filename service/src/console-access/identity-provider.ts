// Signing in by OpenID Connect: the authorization code flow with PKCE, state and nonce.
import { createHmac } from 'node:crypto';
import * as oidc from 'openid-client';
import { roles, type Role } from 'svc-link/contract';
import { basicAuthorization } from '../outbound/index.js';
import type { ConsoleSignIn } from './settings.js';

/** Somebody whom the identity provider has signed in. */
export interface SignedIn {
  readonly subject: string;
  readonly name: string;
  /** Undefined if what they are gives none. */
  readonly role: Role | undefined;
}

export interface IdentityProvider {
  /** The address at which a person signs in. `secret` is the browser's, for this sign-in alone. */
  begin(secret: string, redirectUri: string): Promise<URL>;
  /** Who came back with an address. Rejects unless the answer is for this sign-in, by this provider, and signed by it. */
  finish(secret: string, cameBackTo: URL): Promise<SignedIn>;
}

/** Whatever a sign-in needs is made from the browser's secret, so that none of it is stored. */
const partOf = (secret: string, part: 'state' | 'nonce' | 'verifier'): string =>
  createHmac('sha256', secret).update(part).digest('base64url');

/** How long the provider's own description is taken without asking for it again, in milliseconds. */
const described = 3_600_000;
/** In seconds. */
const timeout = 10;

/** `onStale` is called with the reason why the description could not be asked for anew, so that the one before has to serve. */
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
      // The next person asks again.
      .finally(() => (asking = undefined));
    try {
      return await asking;
    } catch (error) {
      // A provider seldom changes its description: the one before serves until it tells it again.
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
      // Many providers tell of groups there only.
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
  // Settings allow http on this machine alone.
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
  // By default, the signature of a token that came from the provider directly is not checked.
  oidc.enableNonRepudiationChecks(config);
  config.timeout = timeout;
  return config;
}

/** The library's own encodes `-`, `_` and `.` too, which servers that do not decode refuse. */
const byBasic =
  (clientId: string, clientSecret: string): oidc.ClientAuth =>
  (_server, _client, _body, headers) =>
    headers.set('authorization', basicAuthorization(clientId, clientSecret));

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The greatest role that the values of a claim give. */
function roleOf({ roles: given }: ConsoleSignIn, claim: unknown): Role | undefined {
  const has = [claim].flat().map((value) => (typeof value === 'string' ? given.get(value) : undefined));
  return roles.findLast((role) => has.includes(role));
}
