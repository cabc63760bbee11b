// What the service knows about providers, and the fictional ones. No requests, no database.
import { fictionalProviders, type ProviderEntry } from './catalogue.js';

export type { ProviderEntry, ProviderResource } from './catalogue.js';
export type { ProviderClient } from './client.js';
export { logoUrl } from './logo.js';
export * from './scripts.js';
export { sourceOf } from './source.js';

/** Every provider of the service, in the order in which lists show them. */
export const providers: readonly ProviderEntry[] = fictionalProviders;

const bySlug = new Map(providers.map((provider) => [provider.slug, provider]));

export const findProvider = (slug: string): ProviderEntry | undefined => bySlug.get(slug);
