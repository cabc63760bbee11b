import { NoAnswer, ProviderFailure } from '../provider-http/index.js';
import type { AtProvider } from './at-provider.js';
import { readAccount, type Redeemed, registerAccount } from './exchange-code.js';
import { refresh } from './renew.js';
import { TokensRefused } from './token-request.js';
import { type Tokens, tokensOf } from './tokens.js';

export interface ProvenTokens {
  /** As the provider names it, if it does. */
  readonly account: string;
  readonly tokens: Tokens;
}

/**
 * Proves that tokens from elsewhere belong to an application: its provider renews them for it, or, if it never does, names their
 * account. Also does what has to be done before data can be read. Returns what is to be kept from now on; null if it refuses or is
 * away. The tokens before may be used up.
 */
export async function proveTokens(
  at: AtProvider,
  { account: claimed, tokens }: ProvenTokens,
  userId: string,
): Promise<ProvenTokens | null> {
  const { signIn } = at.adapter;
  const isRenewable = signIn.refresh !== null && tokens.refreshToken !== null;
  try {
    const answer = isRenewable ? await refresh(at, tokens) : { access_token: tokens.accessToken };
    const kept = isRenewable ? tokensOf(answer, signIn, tokens.refreshToken) : tokens;
    const imported = { token: answer, tokens: kept };
    // First, because some providers answer nothing else before.
    await registerAccount(at, imported, claimed, userId);
    return { account: await accountOf(at, imported, claimed, isRenewable), tokens: kept };
  } catch (error) {
    if (error instanceof ProviderFailure || error instanceof TokensRefused || error instanceof NoAnswer)
      return null;
    throw error;
  }
}

async function accountOf(
  at: AtProvider,
  imported: Pick<Redeemed, 'token' | 'tokens'>,
  claimed: string,
  isRenewable: boolean,
): Promise<string> {
  try {
    return await readAccount(at, imported, undefined, claimed);
  } catch (error) {
    // What was renewed is good, and its old tokens may be gone.
    if (!isRenewable || !(error instanceof ProviderFailure)) throw error;
    return claimed;
  }
}
