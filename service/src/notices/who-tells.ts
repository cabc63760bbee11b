// Which providers are to send notices, and whether they can.
import { type Adapter, adapters, type Subscriptions } from '../adapters/index.js';
import type { Deps } from '../deps.js';
import { loopback } from '../http/index.js';
import { isPrivateHost } from '../outbound/index.js';
import { findProvider, isAvailable, providerSettingsOf } from '../providers/index.js';

/** A provider that sends notices to whoever subscribes. */
export type Telling = Adapter & { readonly notices: { readonly subscriptions: Subscriptions } };

/** Those that are subscribed to for an application, or for each person. */
export const tellingPer = (per: Subscriptions['per']): readonly Telling[] =>
  adapters.filter((adapter): adapter is Telling => adapter.notices?.subscriptions?.per === per);

/** Whether settings ask for the notices of a provider. */
export function isOn({ providerSettings }: Pick<Deps, 'providerSettings'>, { slug }: Adapter): boolean {
  const provider = findProvider(slug);
  const isOffered = provider !== undefined && isAvailable(providerSettings, provider);
  return isOffered && providerSettingsOf(providerSettings, slug).subscribes === true;
}

/** Whether a provider can reach an address: it has to be https, and not this machine or its network. */
export function canBeReached(publicUrl: string): boolean {
  const url = new URL(publicUrl);
  return url.protocol === 'https:' && !loopback.test(url.hostname) && !isPrivateHost(url);
}
