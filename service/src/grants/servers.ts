// A provider may have moved to a newer authorization server, and nobody can tell for certain which one an application is at.
import type { TokenAnswer, Urls } from '../adapters/index.js';
import { type AtProvider, urlsOf } from './at-provider.js';
import { TokensRefused } from './token-request.js';
import type { Tokens } from './tokens.js';

export type Server = 'usual' | 'newer';

/** What a server has answered, and whether that is the newer one. */
type Answered = Pick<Tokens, 'isNewer'> & { readonly token: TokenAnswer };

/**
 * Asks the token address of the first server, and that of the second one if the first refuses: a code or refresh token is used up only
 * where it was given. Rejects as the first one does, or as the second one if the first does not know the application.
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
