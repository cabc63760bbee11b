import { fictionalProviders } from './catalogue.js';
import type { ProviderEntry } from './entry.js';
import { realProviders } from './real.js';

/**
 * Every provider that this version knows, in the order of lists. The settings decide which ones people can link
 * (`offered.ts`); connections stay readable whatever the settings say.
 */
export const providers: readonly ProviderEntry[] = [...realProviders, ...fictionalProviders];

const bySlug = new Map(providers.map((provider) => [provider.slug, provider]));

export const findProvider = (slug: string): ProviderEntry | undefined => bySlug.get(slug);

/**
 * Whether requests to the provider name an application, the service's or a team's. Fictional providers with passwords need
 * none.
 */
export const usesApplication = ({ authType, adapter }: ProviderEntry): boolean =>
  authType === 'oauth' || adapter !== undefined;
