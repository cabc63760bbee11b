import { type Adapter, adapters } from '../adapters/index.js';
import type { ProviderEntry } from './entry.js';

/** The real providers as lists show them. */
export const realProviders: readonly ProviderEntry[] = adapters.map(entryOf);

function entryOf(adapter: Adapter): ProviderEntry {
  const { slug, name, description, colour, resources, signIn } = adapter;
  return {
    slug,
    name,
    description,
    colour,
    authType: signIn.type,
    regions: signIn.type === 'password' ? signIn.regions : [],
    resources: Object.entries(resources).map(([resource, { scopes }]) => ({ name: resource, ...scopes })),
    scopes: signIn.type === 'oauth' ? signIn.scopes : { required: [], optional: [] },
    adapter,
  };
}
