import { fictionalProviders } from './catalogue.js';
import type { ProviderEntry } from './entry.js';
import { realProviders } from './real.js';

/**
 * Every provider that this version knows, in the order in which lists show them. Which of them people can link is a matter of
 * settings (`offered.ts`); connections stay readable whatever they say.
 */
export const providers: readonly ProviderEntry[] = [...realProviders, ...fictionalProviders];

const bySlug = new Map(providers.map((provider) => [provider.slug, provider]));

export const findProvider = (slug: string): ProviderEntry | undefined => bySlug.get(slug);

/** Whether the provider is asked in the name of an application, the service's or a team's. Fictional ones with passwords are not. */
export const usesApplication = ({ authType, adapter }: ProviderEntry): boolean =>
  authType === 'oauth' || adapter !== undefined;
