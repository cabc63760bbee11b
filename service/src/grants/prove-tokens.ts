import { againAt, NoAnswer, ProviderFailure } from '../provider-http/index.js';
import type { AtProvider, How } from './at-provider.js';
import { readAccount, type Redeemed, registerAccount } from './exchange-code.js';
import { refresh } from './renew.js';
import { TokensRefused } from './token-request.js';
import type { Tokens } from './tokens.js';

export interface ProvenTokens {
  /** The provider's own id of the account, if it gives one; otherwise the id that came with the tokens. */
  readonly account: string;
  readonly tokens: Tokens;
}

/**
 * The provider may not be asked again before `askAgain`. `tokens` are the ones to ask with: the earlier tokens may be used
 * up.
 */
export interface NotYetProven {
  readonly askAgain: Date;
  readonly tokens: Tokens;
}

/** How long a provider that was asked too often is left alone, in milliseconds, if it does not want a longer pause. */
const usualWait = 60_000;

/**
 * Proves that imported tokens belong to an application: the provider renews them for it, which takes the secret. If the
 * provider never renews tokens, it must name their account. Also does what is needed before data can be read. All other
 * requests pass the gate and end with the signal; then they can be sent again at once.
 * Returns what must be kept from now on; null if the provider refuses or is away, or if there is no refresh token to renew.
 * The earlier tokens may be used up.
 */
export async function proveTokens(
  at: AtProvider,
  { account: claimed, tokens }: ProvenTokens,
  userId: string,
  how: How & { readonly signal: AbortSignal },
): Promise<ProvenTokens | NotYetProven | null> {
  const { signIn } = at.adapter;
  const isRenewable = signIn.refresh !== null;
  // An access token alone shows the account, but not which application it was issued to.
  if (isRenewable && tokens.refreshToken === null) return null;
  let kept = tokens;
  try {
    const imported = isRenewable
      ? await refresh(at, tokens, how.signal)
      : { token: { access_token: tokens.accessToken }, tokens };
    kept = imported.tokens;
    // This must come first, because some providers answer no other request before.
    await registerAccount(at, imported, claimed, userId, how);
    return { account: await accountOf(at, imported, claimed, how, isRenewable), tokens: kept };
  } catch (error) {
    // A request that was cut off proves nothing: the answer was not waited for, or the retry was not sent.
    const isCutOff = how.signal.aborted && !(error instanceof TokensRefused);
    const askAgain = isCutOff ? new Date() : timeOf(error);
    if (askAgain) return { askAgain, tokens: kept };
    if (error instanceof ProviderFailure || error instanceof TokensRefused || error instanceof NoAnswer)
      return null;
    throw error;
  }
}

/** When the provider may be asked again, if it refused only because it was asked too often or if it names a time. */
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
    // The renewed tokens are good, and the old ones may be gone.
    if (!isRenewable || !(error instanceof ProviderFailure)) throw error;
    return claimed;
  }
}
