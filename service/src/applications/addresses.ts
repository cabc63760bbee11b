import type { Discovery, OauthSignIn, Urls } from '../adapters/index.js';
import { boundedFetch, dataBounds, later, type Network, parseJson } from '../provider-http/index.js';
import type { RealProviderSettings } from '../providers/index.js';

/** How long published addresses are used before they are looked up again, in milliseconds. */
const fresh = 3_600_000;
const published = new Map<string, { readonly urls: Promise<Urls>; readonly until: number }>();

/**
 * The addresses of a provider: the known ones, or those that its server publishes. Addresses in the settings replace them.
 * Rejects with `ProviderFailure` if they cannot be read.
 */
export async function addressesOf(
  { urls }: OauthSignIn,
  { where, urls: spoken }: Pick<RealProviderSettings, 'where' | 'urls'>,
  network: Network,
): Promise<Urls> {
  // If an operator sets one token address, it holds for all tokens.
  const { token: newer_token, revoke: newer_revoke } = spoken;
  const said = {
    ...(newer_token !== undefined && { newer_token }),
    ...(newer_revoke !== undefined && { newer_revoke }),
    ...spoken,
  };
  if (typeof urls === 'function') return { ...urls(where), ...said };
  if (!isDiscovery(urls)) return { ...urls, ...said };
  return { ...(await discover(urls, where, network)), ...said };
}

const isDiscovery = (urls: Urls | Discovery): urls is Discovery => 'at' in urls;

function discover(
  discovery: Discovery,
  where: RealProviderSettings['where'],
  network: Network,
): Promise<Urls> {
  const address = discovery.at(where);
  const known = published.get(address);
  if (known && known.until > Date.now()) return known.urls;
  const urls = readAddresses(discovery, where, address, network);
  published.set(address, { urls, until: Date.now() + fresh });
  // A failure is not cached.
  urls.catch(() => published.delete(address));
  return urls;
}

async function readAddresses(
  discovery: Discovery,
  where: RealProviderSettings['where'],
  address: string,
  network: Network,
): Promise<Urls> {
  const request = { url: new URL(address), method: 'GET', headers: { accept: 'application/json' } };
  const answer = await boundedFetch(request, dataBounds, network).catch(() => undefined);
  const urls = answer?.status === 200 ? discovery.read(parseJson(answer.text), where) : undefined;
  if (!urls) throw later('The server does not say where its addresses are.');
  return urls;
}
