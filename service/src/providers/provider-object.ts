import type { ProviderObject } from 'svc-link/contract';
import type { output } from 'zod/mini';
import { findProvider } from './find.js';
import { logoUrl } from './logo.js';

/** A provider as users and events see it. A provider that left the catalogue keeps its connections, under its slug. */
export function providerObject(slug: string, publicUrl: string): output<typeof ProviderObject> {
  const provider = findProvider(slug);
  return { name: provider?.name ?? slug, slug, logo: provider ? logoUrl(publicUrl, provider) : '' };
}
