import type { OauthSignIn, PasswordInput, TokenAnswer } from '../adapters/index.js';
import type { Secrets } from '../crypto/index.js';

/** The tokens of a grant. Plain JSON, stored encrypted. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** Milliseconds since 1970, in real time; null if the access token does not end. */
  readonly expiresAt: number | null;
  /** Set if they are from the provider's newer authorization server (`newerIssuer`). */
  readonly isNewer?: true;
  /** Of a sign-in with a password. */
  readonly session?: {
    /** Where the account lives. */
    readonly region: string | null;
    /** In the adapter's own form. */
    readonly kept: unknown;
    /** Only if the provider renews sessions in no other way. */
    readonly password?: PasswordInput;
  };
}

/** The tokens of an answer that came just now. A provider that sends no new refresh token leaves the old one in use. */
export function tokensOf(
  answer: TokenAnswer,
  { refresh }: Pick<OauthSignIn, 'refresh'>,
  earlierRefreshToken: string | null = null,
): Tokens {
  const seconds = answer.expires_in ?? refresh?.lifeSeconds;
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? earlierRefreshToken,
    // If nothing renews the token, only a refusal counts as its end.
    expiresAt: seconds === undefined || refresh === null ? null : Date.now() + seconds * 1000,
  };
}

/** Whether the access token is of no use any more. */
export const isOver = ({ expiresAt }: Pick<Tokens, 'expiresAt'>): boolean =>
  expiresAt !== null && expiresAt <= Date.now();

/** How a request shows an access token (RFC 6750 2.1). */
export const bearer = (accessToken: string) => ({ authorization: `Bearer ${accessToken}` });

/** The tokens as the row of a grant has them. */
export const sealTokens = (secrets: Secrets, grantId: string, tokens: Tokens) => ({
  credentials: secrets.seal('provider-grant', grantId, JSON.stringify(tokens)),
  access_until: tokens.expiresAt === null ? null : new Date(tokens.expiresAt),
});

export const openTokens = (
  secrets: Secrets,
  { id, credentials }: { readonly id: string; readonly credentials: Uint8Array },
): Tokens =>
  // Sealed by `sealTokens` alone.
  JSON.parse(secrets.open('provider-grant', id, credentials)) as Tokens;
