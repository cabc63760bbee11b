import { requestTokens, TokensRefused } from '../../grants/index.js';
import { isStorable } from '../../http/index.js';
import { NoAnswer } from '../../provider-http/index.js';
import type { ProviderClient } from '../../providers/index.js';

export interface ProviderTokens {
  /** Null if the provider sends none, which means that all requested scopes were granted (RFC 6749 5.1). */
  readonly scopes: readonly string[] | null;
  readonly account: string;
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly expiresIn: number | null;
}

/** The provider returned no tokens. The message never holds what it sent. */
export class ExchangeFailed extends Error {
  constructor(reason: string) {
    super(`the provider gave no tokens: ${reason}`);
    this.name = 'ExchangeFailed';
  }
}

/** The longest account id. The column has an index, which takes no long texts. */
const longestAccount = 512;

/** Redeems a code at the provider (RFC 6749 4.1.3). */
export async function exchangeCode(
  client: ProviderClient,
  by: { readonly code: string; readonly redirectUri: string; readonly verifier: string },
  provider: string,
): Promise<ProviderTokens> {
  const answer = await request(client, provider, {
    code: by.code,
    redirect_uri: by.redirectUri,
    ...(client.pkce && { code_verifier: by.verifier }),
  });
  const { access_token, refresh_token, expires_in, scope } = answer;
  const account = answer[client.accountField];
  if (typeof account !== 'string' && typeof account !== 'number') {
    throw new ExchangeFailed('the answer names no account');
  }
  if (String(account).length > longestAccount) throw new ExchangeFailed('the account is too long');
  if (!isStorable(`${account} ${scope ?? ''}`)) throw new ExchangeFailed('the answer holds what is no text');
  return {
    scopes: scope?.split(client.scopeSeparator).filter((each) => each !== '') ?? null,
    account: String(account),
    accessToken: access_token,
    refreshToken: refresh_token ?? null,
    expiresIn: expires_in ?? null,
  };
}

async function request(client: ProviderClient, provider: string, fields: Readonly<Record<string, string>>) {
  const { clientId, clientSecret, tokenUrl: url } = client;
  try {
    // The fictional providers are part of this service, so their address may be private.
    return await requestTokens(
      { allowPrivate: true, provider },
      client,
      { clientId, clientSecret, url },
      'code',
      fields,
    );
  } catch (error) {
    if (error instanceof TokensRefused) throw new ExchangeFailed(error.reason);
    if (error instanceof NoAnswer) throw new ExchangeFailed(error.reason);
    throw error;
  }
}
