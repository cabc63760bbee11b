import type { TokenReason } from '../flow/index.js';
import { isServerKey } from './server-key.js';
import type { TokenProvider } from './token-provider.js';
import type { Warn } from './warn.js';

/** How long a page may take to give a token, in milliseconds. */
export const patience = 15_000;

/**
 * Asks the page for a link token. Rejects where it gives none in time, and tells the developer; and where nobody waits for
 * it any more.
 */
export async function askToken(
  provider: TokenProvider | undefined,
  warn: Warn,
  reason: TokenReason,
  given: AbortSignal,
): Promise<string> {
  const signal = AbortSignal.any([given, AbortSignal.timeout(patience)]);
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
  // A page that throws at once leaves nobody to hear of it.
  ended.catch(() => {});
  signal.throwIfAborted();
  let answer: unknown;
  try {
    answer = await Promise.race([provider?.({ reason, signal }), ended]);
    if (typeof answer === 'object' && answer !== null && 'link_token' in answer) answer = answer.link_token;
  } catch (error) {
    if (given.aborted) throw error;
    // Its message is the page's own, and may hold anything.
    warn('token-provider', `it rejected with ${error instanceof Error ? error.name : typeof error}`);
    throw error;
  }
  const token = typeof answer === 'string' ? answer.trim() : '';
  if (token && !isServerKey(token)) return token;
  if (token) warn('token-is-key');
  else
    void import('./inspect.js').then(
      ({ describeAnswer }) => warn('token-provider', `it resolved to ${describeAnswer(answer)}`),
      () => {},
    );
  throw new TypeError('no token');
}
