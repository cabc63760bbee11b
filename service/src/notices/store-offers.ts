import { randomUUID } from 'node:crypto';
import type { Offer } from '../adapters/index.js';
import { hash, type Secrets } from '../crypto/index.js';
import type { Tx } from '../db/index.js';

/** The most offers of a connection that wait to be fetched: anybody who knows the address for notices could make up more. */
const most = 1000;

/**
 * Stores what was offered of a grant's connections, until it is fetched. One that is stored already is not stored again. Paused ones
 * fetch it once they go on, if that is soon: their days are asked for anew then.
 */
export async function storeOffers(
  tx: Tx,
  secrets: Secrets,
  grantId: string,
  offers: readonly Offer[],
  now: Date,
): Promise<void> {
  const connections = await tx
    .selectFrom('connection')
    .select('id')
    .where('grant_id', '=', grantId)
    .orderBy('id')
    // Whoever says when to look again has it locked too.
    .forUpdate()
    .execute();
  for (const { id: connection_id } of connections) {
    const { waiting } = await tx
      .selectFrom('provider_offer')
      .select(({ fn }) => fn.countAll<string>().as('waiting'))
      .where('connection_id', '=', connection_id)
      .executeTakeFirstOrThrow();
    const rows = offers.slice(0, Math.max(0, most - Number(waiting))).map(({ collection, to }) => {
      const id = randomUUID();
      const address = secrets.seal('provider-offer', id, to);
      const row = { id, connection_id, collection, address, address_hash: hash(to) };
      return { ...row, next_try: now, created_on: now };
    });
    if (rows.length === 0) continue;
    await tx
      .insertInto('provider_offer')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['connection_id', 'address_hash']).doNothing())
      .execute();
  }
}
