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
