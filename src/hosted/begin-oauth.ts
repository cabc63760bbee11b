import type { Handover } from '../bridge/index.js';
import { failureOf, sendOnce } from '../client/index.js';
import { startLink, startOauth, type LinkProvider, type ProblemCode } from '../contract/index.js';
import { version } from '../version.js';

/** Milliseconds for both requests. */
const patience = 15_000;

/** An attempt that was begun: where to go, and the provider's name. */
export interface Begun {
  readonly url: string;
  readonly provider: string;
}

/**
 * Checks the token for the page that handed it over, and begins an attempt at the provider. `found` is
 * told the provider as soon as it is known.
 */
export async function beginOauth(
  { token, provider: slug, opener }: Handover,
  found: (provider: LinkProvider) => void,
): Promise<Begun | { readonly code: ProblemCode }> {
  // The page is served by the service, one level below its base.
  const baseUrl = new URL('..', location.href).href;
  const signal = AbortSignal.timeout(patience);
  try {
    const { providers } = await sendOnce(
      baseUrl,
      startLink,
      { body: { link_token: token, origin: opener.origin, version }, signal },
      () => null,
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
    // The service's word is checked all the same: a script address would run in this page.
    if (!/^https?:\/\//i.test(oauth_url)) {
      console.warn('<svc-link> oauth_url is not followed: only https: and http: are.');
      return { code: 'bad_response' };
    }
    return { url: oauth_url, provider: provider.name };
  } catch (error) {
    return { code: failureOf(error).code };
  }
}
