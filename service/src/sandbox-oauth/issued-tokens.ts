import type { Tx } from '../db/index.js';
import { hash } from '../crypto/index.js';
import type { ProviderEntry } from '../providers/index.js';

/** Finds which of these access tokens a fictional provider has issued, with the client id that each was issued to. */
export async function findIssued(
  tx: Tx,
  provider: ProviderEntry,
  tokens: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (tokens.length === 0) return new Map();
  const byHash = new Map(tokens.map((token) => [Buffer.from(hash(token)).toString('hex'), token]));
  const rows = await tx
    .selectFrom('sandbox_token')
    .select(['hash', 'client_id'])
    .where('provider', '=', provider.slug)
    .where('kind', '=', 'access')
    .where('hash', 'in', tokens.map(hash))
    .execute();
  return new Map(rows.map((row) => [byHash.get(Buffer.from(row.hash).toString('hex')) ?? '', row.client_id]));
}
