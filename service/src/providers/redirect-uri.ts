import type { ProviderEntry } from './entry.js';

/** Where the provider sends the browser back to. Each provider has its own address, so that answers can't be mixed up. */
export const redirectUriOf = (publicUrl: string, provider: ProviderEntry): string =>
  `${publicUrl}/v2/link/connect/${provider.slug}`;
