import type { Adapter, Notice } from '../adapters/index.js';
import { urlsOfProvider } from '../applications/index.js';
import type { Deps } from '../deps.js';
import { isOauth } from '../grants/index.js';
import { apiUrl } from '../provider-http/index.js';

/** Leaves out notices that offer an address which would never be requested: it would only take the place of another one. */
export async function withOwnOffers(
  deps: Pick<Deps, 'providerSettings' | 'log'>,
  adapter: Adapter,
  notices: readonly Notice[],
): Promise<readonly Notice[]> {
  if (!isOauth(adapter)) return notices;
  const urls = await urlsOfProvider(deps, adapter);
  const own = notices.filter(({ offer }) => !offer || apiUrl(offer, urls));
  const foreign = notices.length - own.length;
  // Logged without the address, which may hold anything.
  if (foreign > 0)
    deps.log.warn({ provider: adapter.slug, offers: foreign }, 'a notice offers what is not at its provider');
  return own;
}
