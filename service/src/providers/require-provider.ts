import { invalid } from '../http/index.js';
import { findProvider } from './find.js';
import type { ProviderEntry } from './catalogue.js';

/** A provider that signs in this way, named in the path or the body. 422 for any other. */
export function requireProvider(
  slug: string,
  authType: ProviderEntry['authType'],
  from: 'path' | 'body' = 'path',
): ProviderEntry {
  const provider = findProvider(slug);
  if (provider?.authType === authType) return provider;
  throw invalid({ loc: [from, 'provider'], msg: `not a provider of the kind ${authType}`, type: 'enum' });
}
