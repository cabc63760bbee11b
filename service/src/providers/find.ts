import { fictionalProviders, type ProviderEntry } from './catalogue.js';

/** Every provider of the service, in the order in which lists show them. */
export const providers: readonly ProviderEntry[] = fictionalProviders;

const bySlug = new Map(providers.map((provider) => [provider.slug, provider]));

export const findProvider = (slug: string): ProviderEntry | undefined => bySlug.get(slug);
