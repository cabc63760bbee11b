import { ClientError } from '../client/index.js';
import { startLink, type StartedLink } from '../contract/index.js';
import type { TokenReason } from '../flow/index.js';
import { isServerKey } from './server-key.js';
import type { TokenProvider } from './token-provider.js';
import type { Warn } from './warn.js';

/** How long a page may take to give a token, in milliseconds. */
export const tokenTimeout = 15_000;

/** A token, and the start that came with it. `start` is null if none came, or if it does not match the contract. */
export interface GivenToken {
  readonly token: string;
  readonly start: StartedLink | null;
}

/**
 * Asks the page for a link token. If the page gives none in time, warns the developer and rejects, with a `ClientError` if the
 * network is the reason. Once `cancelled` aborts, rejects with its reason and without a warning.
 */
export async function askToken(
  provider: TokenProvider | undefined,
  warn: Warn,
  reason: TokenReason,
  cancelled: AbortSignal,
): Promise<GivenToken> {
  const signal = AbortSignal.any([cancelled, AbortSignal.timeout(tokenTimeout)]);
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  // If the page throws at once, nothing below handles this rejection.
  ended.catch(() => {});
  signal.throwIfAborted();
  let answer: unknown;
  let start: unknown;
  try {
    answer = await Promise.race([provider?.({ reason, signal }), ended]);
    if (typeof answer === 'object' && answer !== null && 'link_token' in answer) {
      if ('start' in answer) ({ start } = answer);
      answer = answer.link_token;
    }
  } catch (error) {
    if (cancelled.aborted) throw error;
    const kind = error instanceof Error ? error.name : typeof error;
    // The error's message is the page's own and may hold anything.
    warn('token-provider', `it rejected with ${kind}`);
    // If the browser is offline, or the error is one that `fetch` throws when no answer comes, the network fails, not the
    // service.
    const code = !navigator.onLine ? 'offline' : networkProblems[kind];
    throw code ? new ClientError('token-provider', { code }, { cause: error }) : error;
  }
  const token = typeof answer === 'string' ? answer.trim() : '';
  if (token && !isServerKey(token)) return { token, start: startLink.response.safeParse(start).data ?? null };
  if (token) warn('token-is-key');
  else
    void import('./inspect.js').then(
      ({ describeAnswer }) => warn('token-provider', `it resolved to ${describeAnswer(answer)}`),
      () => {},
    );
  throw new TypeError('no token');
}

/** The problem for each name of an error that the page's function may reject with. */
const networkProblems: Readonly<Partial<Record<string, 'network_failed' | 'timeout'>>> = {
  TypeError: 'network_failed',
  TimeoutError: 'timeout',
};
