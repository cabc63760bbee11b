// Data that notices have offered for connections and that was not fetched yet. The code that takes notices adds the rows.
import { sql } from 'kysely';
import { openedOrLogged } from '../crypto/index.js';
import type { Db, Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { after } from '../work/index.js';
import { retryWait } from './look.js';

export interface KnownOffer {
  readonly id: string;
  readonly collection: string;
  readonly to: string;
  readonly since: Date;
}

/** How many offers one step fetches. */
const atOnce = 20;
/** Seconds until an offer whose answer was not understood is tried again: another version may understand it. */
const misreadWait = 86_400;

/** When an offer that could not be fetched is tried again: after as long as it has waited already, within limits. */
export function longerWait({ since }: Pick<KnownOffer, 'since'>, now: Date): Date {
  const waited = (now.getTime() - since.getTime()) / 1000;
  return after(now, Math.min(Math.max(waited, retryWait), misreadWait));
}

/**
 * The offers that are due. The first offer is fetched first, so that the last one counts. An offer that cannot be decrypted
 * is put off, because the others do not need it.
 */
export async function dueOffers(
  { db, secrets, log }: Pick<Deps, 'db' | 'secrets' | 'log'>,
  connectionId: string,
  now: Date,
): Promise<readonly KnownOffer[]> {
  const rows = await db
    .selectFrom('provider_offer')
    .select(['id', 'collection', 'address', 'created_on'])
    .where('connection_id', '=', connectionId)
    .where('next_try', '<=', now)
    .orderBy('created_on')
    .orderBy('id')
    .limit(atOnce)
    .execute();
  const offers: KnownOffer[] = [];
  for (const { id, collection, address, created_on: since } of rows) {
    const to = openedOrLogged(log, { row_id: id }, 'what a provider offered', () =>
      secrets.open('provider-offer', id, address),
    );
    if (to === undefined) await putOffOffer(db, { id }, longerWait({ since }, now));
    else offers.push({ id, collection, since, to });
  }
  return offers;
}

/** When the next remaining offer must be fetched; undefined if there is none. */
export const nextOfferAt = async (tx: Tx, connectionId: string): Promise<Date | undefined> =>
  (
    await tx
      .selectFrom('provider_offer')
      .select('next_try')
      .where('connection_id', '=', connectionId)
      .orderBy('next_try')
      .limit(1)
      .executeTakeFirst()
  )?.next_try;

/** The collections that still have offers. */
export const waitingCollections = async (tx: Tx, connectionId: string): Promise<ReadonlySet<string>> => {
  const rows = await tx
    .selectFrom('provider_offer')
    .select('collection')
    .distinct()
    .where('connection_id', '=', connectionId)
    .execute();
  return new Set(rows.map(({ collection }) => collection));
};

/** Deletes an offer. Returns whether it was still there. */
export const takeOffer = async (db: Db | Tx, { id }: KnownOffer): Promise<boolean> =>
  (await db.deleteFrom('provider_offer').where('id', '=', id).returning('id').executeTakeFirst()) !==
  undefined;

export const putOffOffer = (db: Db, { id }: Pick<KnownOffer, 'id'>, next_try: Date): Promise<unknown> =>
  db.updateTable('provider_offer').set({ next_try }).where('id', '=', id).execute();

/** How many misread offers are kept: anybody who knows the address for notices can invent some. */
const mostMisread = 100;

/** Keeps an offer whose answer was not understood. Of all such offers, only the newest ones are kept. */
export async function keepMisread(db: Db, connectionId: string, offer: KnownOffer, now: Date): Promise<void> {
  await putOffOffer(db, offer, after(now, misreadWait));
  await db
    .deleteFrom('provider_offer')
    .where('id', 'in', (query) =>
      query
        .selectFrom('provider_offer')
        .select('id')
        .where('connection_id', '=', connectionId)
        // All other offers wait for less, except those that have failed for as long.
        .where('next_try', '>', after(now, misreadWait / 2))
        .orderBy('created_on', 'desc')
        .orderBy('id', 'desc')
        .offset(mostMisread),
    )
    .execute();
}

/** Deletes the offers that no provider keeps any more. Returns whether there may be more, which is never the case. */
export async function pruneOffers(tx: Tx): Promise<boolean> {
  await tx
    .deleteFrom('provider_offer')
    .where('created_on', '<', sql<Date>`now() - interval '7 days'`)
    .execute();
  return false;
}
