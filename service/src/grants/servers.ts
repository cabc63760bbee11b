// A provider may have moved to a newer authorization server, and nothing tells for certain which of the two knows an
// application.
import type { TokenAnswer, Urls } from '../adapters/index.js';
import { type AtProvider, urlsOf } from './at-provider.js';
import { TokensRefused } from './token-request.js';
import type { Tokens } from './tokens.js';

export type Server = 'usual' | 'newer';

/** The answer of a server, and whether that is the newer server. */
type Answered = Pick<Tokens, 'isNewer'> & { readonly token: TokenAnswer };

/**
 * Asks the first server, then the second one if the first refuses. That is safe, because a code or refresh token is used up
 * only at the server that issued it. Rejects with the first server's error, or with the second's if the first does not know
 * the application.
 */
export async function askServers(
  at: AtProvider,
  [first, second]: readonly [Server, Server?],
  ask: (urls: Urls) => Promise<TokenAnswer>,
): Promise<Answered> {
  const askAt = async (server: Server): Promise<Answered> => {
    const own = server === 'newer' ? { isNewer: true as const } : {};
    return { token: await ask(urlsOf(at, own)), ...own };
  };
  const { newer_token: newer, token: usual } = at.application.urls;
  const hasTwo = newer !== undefined && newer !== usual;
  if (!hasTwo) return askAt(first);
  try {
    return await askAt(first);
  } catch (error) {
    if (second === undefined || !(error instanceof TokensRefused) || error.verdict === 'later') throw error;
    return await askAt(second).catch((other: unknown) => {
      throw error.verdict === 'application' ? other : error;
    });
  }
}
