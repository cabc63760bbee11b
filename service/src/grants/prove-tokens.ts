import { againAt, NoAnswer, ProviderFailure } from '../provider-http/index.js';
import type { AtProvider, How } from './at-provider.js';
import { readAccount, type Redeemed, registerAccount } from './exchange-code.js';
import { refresh } from './renew.js';
import { TokensRefused } from './token-request.js';
import type { Tokens } from './tokens.js';

export interface ProvenTokens {
  /** As the provider names it, if it does. */
  readonly account: string;
  readonly tokens: Tokens;
}

/** The provider may be asked again at that time only. The tokens are those to ask it with: the ones before may be used up. */
export interface NotYetProven {
  readonly askAgain: Date;
  readonly tokens: Tokens;
}

/** How long a provider that was asked too often is left alone, in milliseconds, which it may want to be more. */
const usualWait = 60_000;

/**
 * Proves that tokens from elsewhere belong to an application: its provider renews them for it, which takes the secret, or, if it never
 * does, names their account. Also does what has to be done before data can be read. What is asked besides goes through the gate, and ends
 * with the signal: it is to be asked again at once then. Returns what is to be kept from now on; null if it refuses or is away, or if
 * nothing can be renewed. The tokens before may be used up.
 */
export async function proveTokens(
  at: AtProvider,
  { account: claimed, tokens }: ProvenTokens,
  userId: string,
  how: How & { readonly signal: AbortSignal },
): Promise<ProvenTokens | NotYetProven | null> {
  const { signIn } = at.adapter;
  const isRenewable = signIn.refresh !== null;
  // An access token alone shows an account, whichever application it was given to.
  if (isRenewable && tokens.refreshToken === null) return null;
  let kept = tokens;
  try {
    const imported = isRenewable
      ? await refresh(at, tokens, how.signal)
      : { token: { access_token: tokens.accessToken }, tokens };
    kept = imported.tokens;
    // First, because some providers answer nothing else before.
    await registerAccount(at, imported, claimed, userId, how);
    return { account: await accountOf(at, imported, claimed, how, isRenewable), tokens: kept };
  } catch (error) {
    // That there was no answer says nothing: it was not waited for, or not asked for once more.
    const isCutOff = how.signal.aborted && !(error instanceof TokensRefused);
    const askAgain = isCutOff ? new Date() : timeOf(error);
    if (askAgain) return { askAgain, tokens: kept };
    if (error instanceof ProviderFailure || error instanceof TokensRefused || error instanceof NoAnswer)
      return null;
    throw error;
  }
}

/** When the provider may be asked again, if it is only for how often it was asked, or if it says so. */
function timeOf(error: unknown): Date | undefined {
  const usual = new Date(Date.now() + usualWait);
  if (error instanceof TokensRefused) {
    const mayAskAgain = error.verdict === 'later' && (error.retryAt !== undefined || error.isTooOften);
    return mayAskAgain ? againAt({ ...(error.retryAt && { retryAt: error.retryAt }) }, usual) : undefined;
  }
  if (!(error instanceof ProviderFailure) || error.failure.kind !== 'later') return undefined;
  const { retryAt, errorType } = error.failure;
  return retryAt || errorType === 'rate_limited' ? againAt(error.failure, usual) : undefined;
}

async function accountOf(
  at: AtProvider,
  imported: Pick<Redeemed, 'token' | 'tokens'>,
  claimed: string,
  how: How,
  isRenewable: boolean,
): Promise<string> {
  try {
    return await readAccount(at, imported, how, claimed);
  } catch (error) {
    // What was renewed is good, and its old tokens may be gone.
    if (!isRenewable || !(error instanceof ProviderFailure)) throw error;
    return claimed;
  }
}
