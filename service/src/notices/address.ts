import { type Adapter } from '../adapters/index.js';
import { findApplications } from '../credentials/index.js';
import { hash, isHashOf, Unreadable } from '../crypto/index.js';
import type { Deps } from '../deps.js';
import { noticesBase, providerSettingsOf } from '../providers/index.js';
import { shownSecret } from './subscriber-rows.js';

/**
 * The address where a provider sends the notices of an application; null is the service's own
 * application. Whoever knows the address can trigger a look at new data, so only operators see it.
 */
export const noticesUrl = (
  deps: Pick<Deps, 'publicUrl' | 'secrets'>,
  slug: string,
  application: string | null,
): string => noticesBase(deps.publicUrl, slug) + keyOf(deps, slug, application);

/** The name of a team's application stands before the secret, so that it need not be looked up. */
function keyOf({ secrets }: Pick<Deps, 'secrets'>, slug: string, application: string | null): string {
  const secret = secrets.derive(`notices ${slug} ${application ?? ''}`);
  return application === null ? secret : `${application}.${secret}`;
}

/** An application for which a provider sends notices. */
export interface NotifiedApplication {
  readonly name: string | null;
  /** The secrets that may sign its notices; empty if none is known. */
  readonly secrets: readonly string[];
}

/** The application whose address ends with `key`; undefined if there is none. */
export async function findNotified(
  deps: Pick<Deps, 'db' | 'secrets' | 'log' | 'providerSettings'>,
  { slug, notices }: Adapter,
  key: string,
): Promise<NotifiedApplication | undefined> {
  const [named] = key.split('.', 1);
  const name = named === undefined || named === key ? null : named;
  if (!isHashOf(key, hash(keyOf(deps, slug, name)))) return undefined;
  if (name !== null) {
    const own = await findApplications(deps, slug, name);
    if (!own.areThere) return undefined;
    // Teams that share an application may have entered different secrets for it. Client ids are public, so a team without
    // connections may have invented its secret. With it, that team could sign notices about the connections of the others.
    const counted = own.readable.filter(({ isUsed }) => isUsed || !own.areUsed);
    // Not "there is none": a provider may take that as the end of its subscription.
    if (notices?.signedByApplication && counted.length === 0) throw new Unreadable();
    const secrets = notices?.signedByApplication ? counted.map(({ clientSecret }) => clientSecret) : [];
    return { name, secrets: [...secrets, ...(await shown(name))] };
  }
  const { client, noticeSecret } = providerSettingsOf(deps.providerSettings, slug);
  if (!client) return undefined;
  const secret = noticeSecret ?? (notices?.signedByApplication ? client.secret : undefined);
  return { name, secrets: [...(secret === undefined ? [] : [secret]), ...(await shown(''))] };

  /** The secret that the provider has shown when the service subscribed. */
  async function shown(application: string): Promise<readonly string[]> {
    if (!notices?.subscriptions?.showsSecret) return [];
    const found = await shownSecret(deps.db, deps.secrets, { provider: slug, application });
    return found === undefined ? [] : [found];
  }
}
