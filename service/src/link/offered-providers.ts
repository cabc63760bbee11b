import type { LinkProvider } from 'svc-link/contract';
import type { Deps } from '../deps.js';
import { broken } from '../http/index.js';
import { findProvider, logoUrl, type ProviderEntry, providers, requireProvider } from '../providers/index.js';
import type { LinkSessionRow } from './session-row.js';

type Offer = Pick<LinkSessionRow, 'only_provider' | 'filter'>;

/** The providers that a link token offers, in its own order. */
export function offeredProviders({ only_provider, filter }: Offer): readonly ProviderEntry[] {
  const slugs = only_provider === null ? filter : [only_provider];
  if (slugs === null) return providers;
  return slugs.flatMap((slug) => findProvider(slug) ?? []);
}

/**
 * The provider of a path. 422 for one that is unknown or is signed in with in another way, 403 for one
 * that the link token does not offer.
 */
export function requireOffered(
  slug: string,
  session: Offer,
  authType: ProviderEntry['authType'],
): ProviderEntry {
  const provider = requireProvider(slug, authType);
  if (!offeredProviders(session).includes(provider)) {
    throw broken(403, 'provider_not_offered', 'The link token does not offer this provider.');
  }
  return provider;
}

/** The same as the picker shows them, with a mark on those that the session's user has connected. */
export async function providersOf(
  { db, publicUrl }: Pick<Deps, 'db' | 'publicUrl'>,
  session: LinkSessionRow,
): Promise<LinkProvider[]> {
  const rows = await db
    .selectFrom('connection')
    .select('provider')
    .where('user_id', '=', session.user_id)
    // A broken connection can be linked again.
    .where('status', '!=', 'error')
    .execute();
  const connected = new Set(rows.map(({ provider }) => provider));
  return offeredProviders(session).map((provider) => toLinkProvider(provider, publicUrl, connected));
}

const toLinkProvider = (
  provider: ProviderEntry,
  publicUrl: string,
  connected: ReadonlySet<string>,
): LinkProvider => ({
  name: provider.name,
  slug: provider.slug,
  description: provider.description,
  logo: logoUrl(publicUrl, provider),
  auth_type: provider.authType,
  regions: [...provider.regions],
  resources: provider.resources.map(({ name }) => name),
  connected: connected.has(provider.slug),
});
