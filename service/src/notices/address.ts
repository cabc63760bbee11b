import { type Adapter } from '../adapters/index.js';
import { findApplications } from '../credentials/index.js';
import { hash, isHashOf } from '../crypto/index.js';
import type { Deps } from '../deps.js';
import { noticesBase, providerSettingsOf } from '../providers/index.js';
import { shownSecret } from './subscriber-rows.js';

/**
 * Where a provider sends its notices of an application: a team's own by its name, the service's by null. Whoever knows the address
 * may ask for a look at new data, so it is shown to operators only.
 */
export const noticesUrl = (
  deps: Pick<Deps, 'publicUrl' | 'secrets'>,
  slug: string,
  application: string | null,
): string => noticesBase(deps.publicUrl, slug) + keyOf(deps, slug, application);

/** The name of a team's application stands before the secret, so that it need not be looked for. */
function keyOf({ secrets }: Pick<Deps, 'secrets'>, slug: string, application: string | null): string {
  const secret = secrets.derive(`notices ${slug} ${application ?? ''}`);
  return application === null ? secret : `${application}.${secret}`;
}

/** An application that a provider sends notices of. */
export interface NotifiedApplication {
  readonly name: string | null;
  /** What its notices may be signed with; empty if that is not known. */
  readonly secrets: readonly string[];
}

/** The application whose address ends with this key; undefined if there is none. */
export async function findNotified(
  deps: Pick<Deps, 'db' | 'secrets' | 'providerSettings'>,
  { slug, notices }: Adapter,
  key: string,
): Promise<NotifiedApplication | undefined> {
  const [named] = key.split('.', 1);
  const name = named === undefined || named === key ? null : named;
  if (!isHashOf(key, hash(keyOf(deps, slug, name)))) return undefined;
  if (name !== null) {
    const own = await findApplications(deps, slug, name);
    if (own.length === 0) return undefined;
    // Teams that share an application may have set different secrets of it. Client ids are public, so one that has no connection by
    // it may have made up its secret, and would sign with that what becomes of the connections of the others.
    const used = own.filter(({ isUsed }) => isUsed);
    const counted = used.length > 0 ? used : own;
    const secrets = notices?.signedByApplication ? counted.map(({ clientSecret }) => clientSecret) : [];
    return { name, secrets: [...secrets, ...(await shown(name))] };
  }
  const { client, noticeSecret } = providerSettingsOf(deps.providerSettings, slug);
  if (!client) return undefined;
  const secret = noticeSecret ?? (notices?.signedByApplication ? client.secret : undefined);
  return { name, secrets: [...(secret === undefined ? [] : [secret]), ...(await shown(''))] };

  /** The secret that the provider has shown when it was subscribed to. */
  async function shown(application: string): Promise<readonly string[]> {
    if (!notices?.subscriptions?.showsSecret) return [];
    const found = await shownSecret(deps.db, deps.secrets, { provider: slug, application });
    return found === undefined ? [] : [found];
  }
}
