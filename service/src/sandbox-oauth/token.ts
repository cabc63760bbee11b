import type { Context } from 'hono';
import { hash, isHashOf } from '../crypto/index.js';
import type { ProviderEntry } from '../providers/index.js';
import { findClient, type RegisteredClient, type SandboxDeps } from './clients.js';
import { redeemCode, refresh, type IssuedTokens } from './grants.js';

/** The token endpoint (RFC 6749 3.2). It takes a code or a refresh token from a client that proves its secret. */
export async function answerToken(c: Context, deps: SandboxDeps, provider: ProviderEntry): Promise<Response> {
  c.header('cache-control', 'no-store');
  const params = new URLSearchParams(await c.req.text());
  const client = await authenticate(deps, provider, c.req.header('authorization'), params);
  if (!client) {
    c.header('www-authenticate', `Basic realm="${provider.slug}"`);
    return c.json({ error: 'invalid_client' }, 401);
  }
  const clientId = client.id;
  let issued: IssuedTokens | null;
  switch (params.get('grant_type')) {
    case 'authorization_code':
      issued = await redeemCode(deps, provider, {
        clientId,
        code: params.get('code') ?? '',
        redirectUri: params.get('redirect_uri') ?? '',
        verifier: params.get('code_verifier') ?? '',
      });
      break;
    case 'refresh_token':
      issued = await refresh(deps, provider, { clientId, refreshToken: params.get('refresh_token') ?? '' });
      break;
    default:
      return c.json({ error: 'unsupported_grant_type' }, 400);
  }
  if (!issued) return c.json({ error: 'invalid_grant' }, 400);
  return c.json({
    access_token: issued.accessToken,
    token_type: 'Bearer',
    expires_in: issued.expiresIn,
    refresh_token: issued.refreshToken,
    scope: issued.scopes.join(' '),
    account_id: issued.account,
  });
}

/** Authenticates a client by HTTP Basic or by the fields of the body (RFC 6749 2.3.1). */
async function authenticate(
  deps: SandboxDeps,
  provider: ProviderEntry,
  header: string | undefined,
  params: URLSearchParams,
): Promise<RegisteredClient | undefined> {
  const [id, secret] = header
    ? readBasic(header)
    : [params.get('client_id') ?? '', params.get('client_secret') ?? ''];
  const client = await findClient(deps, provider, id);
  return client?.secrets.some((each) => isHashOf(secret, hash(each))) ? client : undefined;
}

function readBasic(header: string): readonly [id: string, secret: string] {
  const encoded = /^basic ([\w+/=-]+)$/i.exec(header)?.[1];
  const [id = '', secret = ''] = encoded ? Buffer.from(encoded, 'base64').toString().split(':') : [];
  // Both parts are form-encoded before they are joined.
  const part = (text: string): string => new URLSearchParams(`part=${text}`).get('part') ?? '';
  return [part(id), part(secret)];
}
