import { failureOf, sendOnce } from '../client/index.js';
import { startOauth, startWindow, type ProblemCode } from '../contract/index.js';
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

/** An attempt that was begun: where to go, the session, and how the provider presents itself. */
export interface Begun {
  readonly url: string;
  readonly session: string;
  readonly provider: string;
  readonly logo: string | null;
}

/** Checks the token for the page that handed it over, and begins an attempt at the provider. */
export async function beginOauth({
  token,
  provider,
  origin,
}: Handover): Promise<Begun | { readonly code: ProblemCode }> {
  // The page is served by the service, one level below its base.
  const baseUrl = new URL('..', location.href).href;
  const signal = AbortSignal.timeout(patience);
  try {
    const { session } = await sendOnce(
      baseUrl,
      startWindow,
      { body: { link_token: token, origin, via: 'page', version }, signal },
      () => null,
      // Binds the session to this browser by a cookie.
      { credentials: 'same-origin' },
    );
    const { oauth_url, name, logo } = await sendOnce(
      baseUrl,
      startOauth,
      { params: { provider }, query: { display: 'window' }, signal },
      () => token,
    );
    return isWebAddress(oauth_url)
      ? { url: oauth_url, session: session.link_session_id, provider: name, logo: logo ?? null }
      : { code: 'bad_response' };
  } catch (error) {
    return { code: failureOf(error).code };
  }
}
