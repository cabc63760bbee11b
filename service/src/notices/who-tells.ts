// Which providers must send notices, and whether they can reach the service.
import { type Adapter, adapters, type Subscriptions } from '../adapters/index.js';
import type { Deps } from '../deps.js';
import { loopback } from '../http/index.js';
import { isPrivateHost } from '../outbound/index.js';
import { findProvider, isAvailable, providerSettingsOf } from '../providers/index.js';

/** A provider that sends notices to its subscribers. */
export type Telling = Adapter & { readonly notices: { readonly subscriptions: Subscriptions } };

/** The providers with one subscription for an application, or with one for each person. */
export const tellingPer = (per: Subscriptions['per']): readonly Telling[] =>
  adapters.filter((adapter): adapter is Telling => adapter.notices?.subscriptions?.per === per);

/** Whether the settings ask for the notices of a provider. */
export function isOn({ providerSettings }: Pick<Deps, 'providerSettings'>, { slug }: Adapter): boolean {
  const provider = findProvider(slug);
  const isOffered = provider !== undefined && isAvailable(providerSettings, provider);
  return isOffered && providerSettingsOf(providerSettings, slug).subscribes === true;
}

/** Whether a provider can reach an address: it must be https, and must not be this machine or its network. */
export function canBeReached(publicUrl: string): boolean {
  const url = new URL(publicUrl);
  return url.protocol === 'https:' && !loopback.test(url.hostname) && !isPrivateHost(url);
}
