import type { Discovery, OauthSignIn, Urls } from '../adapters/index.js';
import { boundedFetch, dataBounds, later, type Network, parseJson } from '../provider-http/index.js';
import type { RealProviderSettings } from '../providers/index.js';

/** How long published addresses are used before they are looked up again, in milliseconds. */
const fresh = 3_600_000;
const published = new Map<string, { readonly urls: Promise<Urls>; readonly until: number }>();

/**
 * Where a provider is: its own addresses, or those that its server publishes, with those of the settings in their place. Rejects
 * with `ProviderFailure` if they cannot be had.
 */
export async function addressesOf(
  { urls }: OauthSignIn,
  { where, urls: spoken }: Pick<RealProviderSettings, 'where' | 'urls'>,
  network: Network,
): Promise<Urls> {
  // An operator who names one token address means it for all tokens.
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
  // What failed is not kept.
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
