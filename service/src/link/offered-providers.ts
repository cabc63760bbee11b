import type { Selectable } from 'kysely';
import type { LinkProvider } from 'svc-link/contract';
import type { Tables } from '../db/index.js';
import type { Deps } from '../deps.js';
import { broken } from '../http/index.js';
import { createDegraded } from '../link-figures/index.js';
import {
  logoUrl,
  optionalResources,
  type OfferDeps,
  offeredTo,
  providerSettingsOf,
  type ProviderEntry,
  requireKnown,
} from '../providers/index.js';
import { createByUse } from './by-use.js';
import type { LinkSessionRow } from './session-row.js';

type Offer = Pick<LinkSessionRow, 'only_provider' | 'filter' | 'team_id'>;

/** The providers that a link token offers, in the token's own order, or else in the order of all lists. */
export async function offeredProviders(
  deps: OfferDeps,
  { only_provider, filter, team_id }: Offer,
): Promise<readonly ProviderEntry[]> {
  const offered = await offeredTo(deps, team_id);
  const slugs = only_provider === null ? filter : [only_provider];
  if (slugs === null) return offered;
  return slugs.flatMap((slug) => offered.find((provider) => provider.slug === slug) ?? []);
}

/**
 * The provider that a path names. Throws 422 if it is unknown or uses another way to sign in, and 404 if
 * the link token does not offer it: the person then reads that the provider is not there any more, and may choose another.
 */
export async function requireOffered(
  deps: OfferDeps,
  slug: string,
  session: Offer,
  authType: ProviderEntry['authType'],
): Promise<ProviderEntry> {
  const provider = requireKnown(slug, authType, 'path');
  if (!(await offeredProviders(deps, session)).includes(provider)) throw notOffered(404);
  return provider;
}

export const notOffered = (status: 403 | 404): Error =>
  broken(status, 'provider_not_offered', 'The link token does not offer this provider.');

type PickerDeps = OfferDeps & Pick<Deps, 'publicUrl' | 'clock'>;

/**
 * The offered providers as the picker shows them. A mark shows which providers the session's user has connected, and which fail
 * at the moment. The providers that the team's users link most come first, unless the token sets an order.
 */
export function createPicker(deps: PickerDeps): (session: LinkSessionRow) => Promise<LinkProvider[]> {
  const { db, clock } = deps;
  const byUse = createByUse(db);
  const readDegraded = createDegraded(db);
  return async (session) => {
    const [rows, offered, degraded] = await Promise.all([
      db
        .selectFrom('connection')
        .select(['provider', 'status', 'consent'])
        .where('user_id', '=', session.user_id)
        .execute(),
      offeredProviders(deps, session),
      readDegraded(session.team_id, clock.now()),
    ]);
    const connections = new Map(rows.map((row) => [row.provider, row]));
    const ordered = session.filter === null ? await byUse(session.team_id, offered, clock.now()) : offered;
    const listed = ordered.map((provider) => ({
      ...toLinkProvider(provider, deps, session, connections.get(provider.slug)),
      degraded: degraded.has(provider.slug),
    }));
    // A person who may end connections sees them first. The sort is stable.
    const has = ({ connected, broken }: LinkProvider): number =>
      Number(connected === true || broken === true);
    return session.manage ? listed.toSorted((a, b) => has(b) - has(a)) : listed;
  };
}

const toLinkProvider = (
  provider: ProviderEntry,
  { publicUrl, providerSettings }: OfferDeps & Pick<Deps, 'publicUrl'>,
  { required_resources }: Pick<LinkSessionRow, 'required_resources'>,
  connection: Pick<Selectable<Tables['connection']>, 'status' | 'consent'> | undefined,
): LinkProvider => ({
  name: provider.name,
  slug: provider.slug,
  description: provider.description,
  logo: logoUrl(publicUrl, provider),
  auth_type: provider.authType,
  regions: [...provider.regions],
  resources: provider.resources.map(({ name }) => name),
  maker: provider.maker,
  aliases: [...provider.aliases],
  hints: {
    ...provider.hints,
    help_url: absolute(provider.hints.help_url, publicUrl),
    forgot_url: absolute(provider.hints.forgot_url, publicUrl),
    ...providerSettingsOf(providerSettings, provider.slug).help,
  },
  optional_resources: optionalResources(provider, required_resources ?? []),
  shared_resources: connection?.consent ? [...connection.consent.resources] : null,
  // A broken connection can be linked again.
  connected: connection !== undefined && connection.status !== 'error',
  broken: connection?.status === 'error',
});

const absolute = (address: string | null, publicUrl: string): string | null =>
  address?.startsWith('/') ? publicUrl + address : address;
