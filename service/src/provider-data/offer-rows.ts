// What notices have offered of connections and was not fetched yet. The rows are made where notices are taken.
import { sql } from 'kysely';
import type { Secrets } from '../crypto/index.js';
import type { Db, Tx } from '../db/index.js';
import { after } from '../work/index.js';
import { retryWait } from './look.js';

export interface KnownOffer {
  readonly id: string;
  readonly collection: string;
  readonly to: string;
  readonly since: Date;
}

/** How many are fetched in one step. */
const atOnce = 20;
/** Seconds until one whose answer was not understood is tried again: another version may understand it. */
const misreadWait = 86_400;

/** When one that could not be had is tried again: after as long as it has waited already, within limits. */
export function longerWait({ since }: KnownOffer, now: Date): Date {
  const waited = (now.getTime() - since.getTime()) / 1000;
  return after(now, Math.min(Math.max(waited, retryWait), misreadWait));
}

/** What was told first is fetched first, so that what was told last counts. */
export async function dueOffers(
  db: Db,
  secrets: Secrets,
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
  return rows.map(({ id, collection, address, created_on }) => ({
    id,
    collection,
    to: secrets.open('provider-offer', id, address),
    since: created_on,
  }));
}

/** When the first of those that are left is to be fetched; undefined if none is. */
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

/** Of which collections some are left. */
export const waitingCollections = async (tx: Tx, connectionId: string): Promise<ReadonlySet<string>> => {
  const rows = await tx
    .selectFrom('provider_offer')
    .select('collection')
    .distinct()
    .where('connection_id', '=', connectionId)
    .execute();
  return new Set(rows.map(({ collection }) => collection));
};

/** Whether it was still there. */
export const takeOffer = async (db: Db | Tx, { id }: KnownOffer): Promise<boolean> =>
  (await db.deleteFrom('provider_offer').where('id', '=', id).returning('id').executeTakeFirst()) !==
  undefined;

export const putOffOffer = (db: Db, { id }: KnownOffer, next_try: Date): Promise<unknown> =>
  db.updateTable('provider_offer').set({ next_try }).where('id', '=', id).execute();

/** How many of those are kept: whoever knows the address for notices can make up some. */
const mostMisread = 100;

/** Keeps one whose answer was not understood, and of all such ones those that were told last. */
export async function keepMisread(db: Db, connectionId: string, offer: KnownOffer, now: Date): Promise<void> {
  await putOffOffer(db, offer, after(now, misreadWait));
  await db
    .deleteFrom('provider_offer')
    .where('id', 'in', (query) =>
      query
        .selectFrom('provider_offer')
        .select('id')
        .where('connection_id', '=', connectionId)
        // All others wait for less, but for those that were in vain for as long.
        .where('next_try', '>', after(now, misreadWait / 2))
        .orderBy('created_on', 'desc')
        .orderBy('id', 'desc')
        .offset(mostMisread),
    )
    .execute();
}

/** Deletes those that no provider keeps any more. Returns whether there may be more, which there are not. */
export async function pruneOffers(tx: Tx): Promise<boolean> {
  await tx
    .deleteFrom('provider_offer')
    .where('created_on', '<', sql<Date>`now() - interval '7 days'`)
    .execute();
  return false;
}
