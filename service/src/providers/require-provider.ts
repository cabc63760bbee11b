import { invalid } from '../http/index.js';
import { findProvider } from './find.js';
import type { ProviderEntry } from './entry.js';
import { isAvailable } from './offered.js';
import type { ProviderSettings } from './settings.js';

type AuthType = ProviderEntry['authType'];
type Place = 'path' | 'body';

/** The provider that the path or the body names. Rejects with 422 if it cannot be linked or signs in another way. */
export function requireProvider(
  settings: ProviderSettings,
  slug: string,
  authType: AuthType,
  from: Place = 'path',
): ProviderEntry {
  const provider = requireKnown(slug, authType, from);
  if (!isAvailable(settings, provider)) throw notOfKind(authType, from);
  return provider;
}

/** The same for connections that exist already, whether the provider can still be linked or not. */
export function requireKnown(slug: string, authType: AuthType, from: Place): ProviderEntry {
  const provider = findProvider(slug);
  if (provider?.authType !== authType) throw notOfKind(authType, from);
  return provider;
}

const notOfKind = (authType: AuthType, from: Place): Error =>
  invalid({ loc: [from, 'provider'], msg: `not a provider of the kind ${authType}`, type: 'enum' });
