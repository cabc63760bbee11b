import type { Handover } from '../bridge/index.js';
import { createLinkSend, failureOf } from '../client/index.js';
import { startLink, startOauth, type LinkProvider, type ProblemCode } from '../contract/index.js';
import { version } from '../version.js';

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
  const send = createLinkSend({ baseUrl, token: () => token });
  try {
    const { providers } = await send(startLink, {
      body: { link_token: token, origin: opener.origin, version },
    });
    const provider = providers.find((candidate) => candidate.slug === slug);
    if (!provider) return { code: 'not_found' };
    found(provider);
    const { oauth_url } = await send(startOauth, {
      params: { provider: slug },
      query: { display: 'window' },
    });
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
