import { randomUUID } from 'node:crypto';
import type { Offer } from '../adapters/index.js';
import { hash, type Secrets } from '../crypto/index.js';
import type { Tx } from '../db/index.js';

/**
 * The most offers of a connection that may wait to be fetched: anybody who knows the address for notices could invent more.
 */
const most = 1000;

/**
 * Stores the offers for a grant's connections until they are fetched. An offer that is stored already is not stored again.
 * Paused connections fetch it when they are linked again, if that is soon; for longer gaps, their days are asked for again.
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
    // Setting the next look takes this lock too.
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
