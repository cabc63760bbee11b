import type { Tx } from '../db/index.js';
import { hash } from '../hash.js';
import type { ProviderEntry } from '../providers/index.js';
import { sharedClientId } from './clients.js';

/** Access tokens that a fictional provider gave, by whose they are. */
export interface IssuedTo {
  /** The client id; null for the application that teams share. */
  readonly clientId: string | null;
}

/** Which of these access tokens the provider gave, and to which application. */
export async function findIssued(
  tx: Tx,
  provider: ProviderEntry,
  tokens: readonly string[],
): Promise<ReadonlyMap<string, IssuedTo>> {
  if (tokens.length === 0) return new Map();
  const byHash = new Map(tokens.map((token) => [Buffer.from(hash(token)).toString('hex'), token]));
  const rows = await tx
    .selectFrom('sandbox_token')
    .select(['hash', 'client_id'])
    .where('provider', '=', provider.slug)
    .where('kind', '=', 'access')
    .where('hash', 'in', tokens.map(hash))
    .execute();
  return new Map(
    rows.map((row) => [
      byHash.get(Buffer.from(row.hash).toString('hex')) ?? '',
      { clientId: row.client_id === sharedClientId(provider) ? null : row.client_id },
    ]),
  );
}
