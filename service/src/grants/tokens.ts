import type { OauthSignIn, PasswordInput, TokenAnswer } from '../adapters/index.js';
import type { Secrets } from '../crypto/index.js';

/** The tokens of a grant. Plain JSON, stored encrypted. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** Milliseconds since 1970, in real time; null if the access token does not expire. */
  readonly expiresAt: number | null;
  /** Set if the provider's newer authorization server (`newerIssuer`) issued the tokens. */
  readonly isNewer?: true;
  /** Set after a sign-in with a password. */
  readonly session?: {
    /** Where the account lives. */
    readonly region: string | null;
    /** In the adapter's own form. */
    readonly kept: unknown;
    /** Set only if the provider has no other way to renew sessions. */
    readonly password?: PasswordInput;
  };
}

/** The tokens of an answer that has just arrived. If a provider sends no new refresh token, the old one stays in use. */
export function tokensOf(
  answer: TokenAnswer,
  { refresh }: Pick<OauthSignIn, 'refresh'>,
  earlierRefreshToken: string | null = null,
): Tokens {
  const seconds = answer.expires_in ?? refresh?.lifeSeconds;
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? earlierRefreshToken,
    // If nothing renews the token, only a refusal shows that it has ended.
    expiresAt: seconds === undefined || refresh === null ? null : Date.now() + seconds * 1000,
  };
}

/** Whether the access token has expired. */
export const isOver = ({ expiresAt }: Pick<Tokens, 'expiresAt'>): boolean =>
  expiresAt !== null && expiresAt <= Date.now();

/** The header that carries an access token (RFC 6750 2.1). */
export const bearer = (accessToken: string) => ({ authorization: `Bearer ${accessToken}` });

/** The tokens as the columns of a grant's row. */
export const sealTokens = (secrets: Secrets, grantId: string, tokens: Tokens) => ({
  credentials: secrets.seal('provider-grant', grantId, JSON.stringify(tokens)),
  access_until: tokens.expiresAt === null ? null : new Date(tokens.expiresAt),
});

export const openTokens = (
  secrets: Secrets,
  { id, credentials }: { readonly id: string; readonly credentials: Uint8Array },
): Tokens =>
  // Only `sealTokens` seals this value.
  JSON.parse(secrets.open('provider-grant', id, credentials)) as Tokens;
