// Which providers people can link. This depends on the settings and on a team's own applications.
import type { Adapter } from '../adapters/index.js';
import type { Db } from '../db/index.js';
import type { ProviderEntry } from './entry.js';
import { providers } from './find.js';
import { ownApplicationsOf } from './own-applications.js';
import { type ProviderSettings, providerSettingsOf } from './settings.js';

export interface OfferDeps {
  readonly db: Db;
  readonly providerSettings: ProviderSettings;
}

/** Whether a provider exists here, for all teams or for teams with an application of their own. */
export function isAvailable(
  { fictional, real }: ProviderSettings,
  { slug, adapter }: ProviderEntry,
): boolean {
  if (!adapter) return fictional.has(slug);
  const said = real.get(slug);
  if (said) return said.enabled;
  return adapter.signIn.type === 'oauth' && adapter.signIn.needsBase !== true;
}

/** Whether a team can use the provider without an application of its own. */
export const isForAll = (settings: ProviderSettings, { slug, adapter }: ProviderEntry): boolean =>
  adapter?.signIn.type !== 'oauth' || providerSettingsOf(settings, slug).client !== undefined;

/**
 * The providers that the users of a team can link, in the order of lists. An application that another process has stored
 * counts after one second at most.
 */
export async function offeredTo(
  { db, providerSettings }: OfferDeps,
  teamId: string,
): Promise<readonly ProviderEntry[]> {
  const available = providers.filter((provider) => isAvailable(providerSettings, provider));
  if (available.every((provider) => isForAll(providerSettings, provider))) return available;
  const own = await ownApplicationsOf(db, teamId);
  return available.filter((provider) => isForAll(providerSettings, provider) || own.has(provider.slug));
}

/** The adapters of the real providers that exist here, by slug. */
export const availableAdapters = (settings: ProviderSettings): ReadonlyMap<string, Adapter> =>
  new Map(
    providers.flatMap((provider) =>
      provider.adapter && isAvailable(settings, provider) ? [[provider.slug, provider.adapter]] : [],
    ),
  );
