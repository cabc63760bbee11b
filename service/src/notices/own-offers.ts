import type { Adapter, Notice } from '../adapters/index.js';
import { urlsOfProvider } from '../applications/index.js';
import type { Deps } from '../deps.js';
import { isOauth } from '../grants/index.js';
import { apiUrl } from '../provider-http/index.js';

/** Leaves out what offers an address that would never be asked: it would only keep the place of another. */
export async function withOwnOffers(
  deps: Pick<Deps, 'providerSettings' | 'log'>,
  adapter: Adapter,
  notices: readonly Notice[],
): Promise<readonly Notice[]> {
  if (!isOauth(adapter)) return notices;
  const urls = await urlsOfProvider(deps, adapter);
  const own = notices.filter(({ offer }) => !offer || apiUrl(offer, urls));
  const foreign = notices.length - own.length;
  // Without the address, which may hold anything.
  if (foreign > 0)
    deps.log.warn({ provider: adapter.slug, offers: foreign }, 'a notice offers what is not at its provider');
  return own;
}
