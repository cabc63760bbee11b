import { failureOf, sendOnce } from '../client/index.js';
import { startLink, startOauth, type LinkProvider, type ProblemCode } from '../contract/index.js';
import { version } from '../version.js';
import { isWebAddress } from './web-address.js';

/** Milliseconds for both requests. */
const patience = 15_000;

/** What the widget hands over. */
export interface Handover {
  readonly token: string;
  /** The provider's slug. */
  readonly provider: string;
  /** The page that opened this window, by the browser's word. */
  readonly origin: string;
}

/** An attempt that was begun: where to go, the session, and the provider's name. */
export interface Begun {
  readonly url: string;
  readonly session: string;
  readonly provider: string;
}

/**
 * Checks the token for the page that handed it over, and begins an attempt at the provider. `found` is
 * told the provider as soon as it is known.
 */
export async function beginOauth(
  { token, provider: slug, origin }: Handover,
  found: (provider: LinkProvider) => void,
): Promise<Begun | { readonly code: ProblemCode }> {
  // The page is served by the service, one level below its base.
  const baseUrl = new URL('..', location.href).href;
  const signal = AbortSignal.timeout(patience);
  try {
    const { session, providers } = await sendOnce(
      baseUrl,
      startLink,
      { body: { link_token: token, origin, via: 'page', version }, signal },
      () => null,
      // Binds the session to this browser by a cookie.
      { credentials: 'same-origin' },
    );
    const provider = providers.find((candidate) => candidate.slug === slug);
    if (!provider) return { code: 'not_found' };
    found(provider);
    const { oauth_url } = await sendOnce(
      baseUrl,
      startOauth,
      { params: { provider: slug }, query: { display: 'window' }, signal },
      () => token,
    );
    if (!isWebAddress(oauth_url)) return { code: 'bad_response' };
    return { url: oauth_url, session: session.link_session_id, provider: provider.name };
  } catch (error) {
    return { code: failureOf(error).code };
  }
}
