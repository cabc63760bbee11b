// An identity provider by others (`oidc-provider`), used by one person who agrees to everything.
import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';

export interface IdentityProvider {
  readonly url: string;
  /** The settings of a service whose people sign in with this provider. */
  readonly settings: Readonly<Record<string, string>>;
  /** The person who signs in next. If undefined, the sign-in is cancelled. */
  person: { readonly sub: string; readonly name: string; readonly groups: readonly string[] } | undefined;
  /** Changes the claims of the ID token, which is then signed again, or the token itself. */
  forge: { readonly claims?: Readonly<Record<string, unknown>>; readonly token?: (token: string) => string };
  /** Signs claims with the provider's key, or with a stranger's. */
  sign(claims: Readonly<Record<string, unknown>>, by?: 'provider' | 'stranger'): string;
  close(): Promise<void>;
}

const clientId = 'the-console';
/** The secret at a provider that decodes HTTP Basic. */
const hardSecret = 'a secret/of+the console';
const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * `claimsIn`: whether the groups are in the ID token, or only at the userinfo address. `rawSecret`: the console's
 * secret at a provider that compares HTTP Basic without decoding it, although the standard requires decoding.
 */
export async function startIdentityProvider(
  redirectUri: string,
  {
    claimsIn = 'token',
    rawSecret,
  }: { readonly claimsIn?: 'token' | 'userinfo'; readonly rawSecret?: string } = {},
): Promise<IdentityProvider> {
  const listener = createServer();
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  // The address of a TCP server has this type.
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const keys = {
    provider: generateKeyPairSync('rsa', { modulusLength: 2048 }),
    stranger: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  };
  const clientSecret = rawSecret ?? hardSecret;
  const kid = 'of-the-provider';
  const people = new Map<string, NonNullable<IdentityProvider['person']>>();

  const provider = new Provider(url, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], profile: ['name', 'groups'] },
    conformIdTokenClaims: claimsIn === 'userinfo',
    jwks: {
      keys: [{ ...keys.provider.privateKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }],
    },
    cookies: { keys: [randomUUID()] },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 60, Interaction: 600, Session: 600 },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ ...people.get(id), sub: id }) }),
    interactions: { url: (_context, { uid }) => `/agree/${uid}` },
    async loadExistingGrant(context) {
      const grant = new provider.Grant({ accountId: context.oidc.session?.accountId ?? '', clientId });
      grant.addOIDCScope('openid profile');
      await grant.save();
      return grant;
    },
    renderError(context, { error }) {
      context.body = `refused: ${error}`;
    },
  });

  const idp: IdentityProvider = {
    url,
    settings: {
      CONSOLE_OIDC_ISSUER: url,
      CONSOLE_OIDC_CLIENT_ID: clientId,
      CONSOLE_OIDC_CLIENT_SECRET: clientSecret,
      CONSOLE_OIDC_ROLES: 'groups: svc-view=view, svc-operate=operate, svc-own=own',
    },
    person: undefined,
    forge: {},
    sign(claims, by = 'provider') {
      const head = `${base64url({ alg: 'RS256', kid })}.${base64url(claims)}`;
      return `${head}.${createSign('RSA-SHA256').update(head).sign(keys[by].privateKey).toString('base64url')}`;
    },
    close: () => new Promise((resolve) => void listener.close(() => resolve()).closeAllConnections()),
  };

  // The server adds what it knows about a request to the request's context.
  provider.use(async (plain, next) => {
    const context = plain as KoaContextWithOIDC;
    if (context.path.startsWith('/agree/')) return answer(context);
    // Without a cookie, each sign-in is of the person who is set now.
    if (context.path === '/auth') context.req.headers.cookie = '';
    const raw = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    if (context.path === '/token' && rawSecret !== undefined && context.get('authorization') !== raw) {
      context.status = 401;
      context.body = { error: 'invalid_client' };
      return undefined;
    }
    await next();
    // The token address answers a JSON object.
    const body = context.body as Record<string, unknown> | undefined;
    if (context.path !== '/token' || typeof body?.['id_token'] !== 'string') return undefined;
    const { claims, token } = idp.forge;
    const told = JSON.parse(
      Buffer.from(body['id_token'].split('.')[1] ?? '', 'base64url').toString(),
    ) as object;
    if (claims) body['id_token'] = idp.sign({ ...told, ...claims });
    if (token) body['id_token'] = token(String(body['id_token']));
    return undefined;
  });

  async function answer(context: KoaContextWithOIDC): Promise<void> {
    const { person } = idp;
    if (person) people.set(person.sub, person);
    const result = person ? { login: { accountId: person.sub } } : { error: 'access_denied' };
    const to = await provider.interactionResult(context.req, context.res, result);
    context.redirect(to);
  }

  const handle = provider.callback();
  listener.on('request', (request, response) => void handle(request, response));
  return idp;
}
