import { type Adapter, adapters } from '../adapters/index.js';
import type { ProviderEntry } from './entry.js';
import { withoutHints } from './without-hints.js';

/** The real providers as lists show them. */
export const realProviders: readonly ProviderEntry[] = adapters.map(entryOf);

function entryOf(adapter: Adapter): ProviderEntry {
  const { slug, name, description, maker, aliases, helpUrl, colour, resources, signIn } = adapter;
  return {
    slug,
    name,
    description,
    maker: maker ?? null,
    aliases,
    hints: {
      ...withoutHints,
      ...(signIn.type === 'password' && { username: signIn.username }),
      help_url: helpUrl ?? null,
    },
    colour,
    authType: signIn.type,
    regions:
      signIn.type === 'password'
        ? signIn.regions.filter((region) => !signIn.unlistedRegions?.includes(region))
        : [],
    resources: Object.entries(resources).map(([resource, { scopes }]) => ({ name: resource, ...scopes })),
    scopes: signIn.type === 'oauth' ? signIn.scopes : { required: [], optional: [] },
    adapter,
  };
}
