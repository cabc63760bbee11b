// Rows of the applications whose notices are subscribed to. Processes share them: a lease says who looks at one.
import { randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { hash, isHashOf, type Secrets } from '../crypto/index.js';
import { type Db, type Tables } from '../db/index.js';
import type { Kept } from './reconcile.js';

type Row = Selectable<Tables['notice_subscriber']>;
/** An application; empty for the service's own. */
export type Named = Pick<Row, 'provider' | 'application'>;
/** A row that this process has claimed. */
export type Claimed = Row & { readonly lease: string };

/** What is sealed in a row. */
export interface Sealed {
  /** The application as it was when it was looked at last, to end its subscriptions once nobody has it any more. */
  readonly client: { readonly clientId: string; readonly clientSecret: string };
  readonly kept: Kept;
}

export const placeOfSubscriber = ({ provider, application }: Named): string => `${provider} ${application}`;

const seal = (secrets: Secrets, named: Named, sealed: Sealed): Uint8Array =>
  secrets.seal('notice-subscriber', placeOfSubscriber(named), JSON.stringify(sealed));

export function openSubscriber(secrets: Secrets, row: Named & Pick<Row, 'sealed'>): Sealed {
  const text = secrets.open('notice-subscriber', placeOfSubscriber(row), row.sealed);
  // Sealed by `seal` alone. JSON has no dates.
  const { client, kept } = JSON.parse(text) as Sealed;
  const made = kept.made.map((one) => (one.endsAt ? { ...one, endsAt: new Date(one.endsAt) } : one));
  return { client, kept: { ...kept, made } };
}

/** What the notices of an application are signed with, if its provider has shown that. */
export async function shownSecret(db: Db, secrets: Secrets, named: Named): Promise<string | undefined> {
  const row = await db
    .selectFrom('notice_subscriber')
    .select(['provider', 'application', 'sealed'])
    .where('provider', '=', named.provider)
    .where('application', '=', named.application)
    .executeTakeFirst();
  return row && openSubscriber(secrets, row).kept.secret;
}

/** How long it is tried to end the subscriptions of an application. */
const endWithin = sql<Date>`now() + interval '7 days'`;
const rowOf = (db: Db, { provider, application }: Named) =>
  db.updateTable('notice_subscriber').where('provider', '=', provider).where('application', '=', application);

/**
 * Makes the rows as they should be: one for each wanted application, and an end for the others. `urlOf` says where notices of one
 * go. At a start also those are looked at whose address has changed, or which failed: somebody may have mended it.
 */
export async function alignRows(
  { db, secrets }: { readonly db: Db; readonly secrets: Secrets },
  wanted: readonly Named[],
  {
    urlOf,
    clientOf,
    isStart,
  }: {
    readonly urlOf: (named: Named) => string;
    readonly clientOf: (named: Named) => Promise<Sealed['client'] | undefined>;
    readonly isStart: boolean;
  },
): Promise<void> {
  const rows = await db
    .selectFrom('notice_subscriber')
    .select(['provider', 'application', 'address', 'problem', 'ends_on'])
    .execute();
  const known = new Map(rows.map((row) => [placeOfSubscriber(row), row]));
  const atOnce = { check_at: sql<Date>`now()`, tries: 0 };
  // One that a process looks at just now stays with it: two would make and delete each other's subscriptions.
  const onceFree = {
    check_at: sql<Date>`case when lease is null or check_at < now() then now() else check_at end`,
    tries: 0,
  };
  for (const named of wanted) {
    const row = known.get(placeOfSubscriber(named));
    known.delete(placeOfSubscriber(named));
    const url = urlOf(named);
    if (!row) {
      const client = await clientOf(named);
      if (!client) continue;
      const sealed = seal(secrets, named, { client, kept: { made: [] } });
      await db
        .insertInto('notice_subscriber')
        .values({ ...named, ...atOnce, sealed, address: hash(url) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    } else if (row.ends_on !== null) {
      await rowOf(db, named)
        .set({ ...onceFree, ends_on: null })
        .execute();
    } else if (isStart && (row.problem !== null || !isHashOf(url, row.address))) {
      await rowOf(db, named).set(onceFree).execute();
    }
  }
  for (const row of known.values())
    if (row.ends_on === null)
      await rowOf(db, row)
        .set({ ...onceFree, ends_on: endWithin })
        .execute();
}

/** Longer than a look takes, in minutes. */
export const leaseMinutes = 15;

/** Claims an application that is due; undefined if there is none. */
export async function claimSubscriber(db: Db): Promise<Claimed | undefined> {
  const lease = randomUUID();
  const row = await db
    .with('due', (from) =>
      from
        .selectFrom('notice_subscriber')
        .select(['provider', 'application'])
        .where('check_at', '<=', sql<Date>`now()`)
        .orderBy('check_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('notice_subscriber')
    .from('due')
    .set((set) => ({
      lease,
      tries: set('notice_subscriber.tries', '+', 1),
      check_at: sql<Date>`now() + make_interval(mins => ${leaseMinutes})`,
    }))
    .whereRef('notice_subscriber.provider', '=', 'due.provider')
    .whereRef('notice_subscriber.application', '=', 'due.application')
    .returningAll('notice_subscriber')
    .executeTakeFirst();
  return row && { ...row, lease };
}

const leased = (db: Db, row: Claimed) => rowOf(db, row).where('lease', '=', row.lease);

/** In so many seconds; at once if meanwhile the subscriptions are to be ended that were to be made, or the other way round. */
const nextCheck = ({ ends_on }: Claimed, seconds: number) =>
  sql<Date>`now() + make_interval(secs => case when (ends_on is null) = ${ends_on === null}::boolean
    then ${seconds}::float8 else 0 end)`;

/** Stores what there is, in the middle of the work: a secret is shown once. */
export const storeSubscriber = (db: Db, secrets: Secrets, row: Claimed, sealed: Sealed): Promise<unknown> =>
  leased(db, row)
    .set({ sealed: seal(secrets, row, sealed), subscriptions: sealed.kept.made.length })
    .execute();

/** All is as it should be with an application; it is looked at again in so many seconds. */
export const settleSubscriber = (db: Db, row: Claimed, url: string, seconds: number): Promise<unknown> =>
  leased(db, row)
    .set({
      ...{ problem: null, problem_since: null, tries: 0, lease: null, address: hash(url) },
      check_at: nextCheck(row, seconds),
    })
    .execute();

/** Something is wrong with an application; it is tried again in so many seconds. */
export const failSubscriber = (db: Db, row: Claimed, problem: string, seconds: number): Promise<unknown> =>
  leased(db, row)
    .set({
      ...{ problem, lease: null },
      problem_since: sql<Date>`coalesce(problem_since, now())`,
      check_at: nextCheck(row, seconds),
    })
    .execute();

/** It is to be looked at anew, by whoever goes on: what there was of it was no try. */
export const leaveSubscriber = (db: Db, row: Claimed): Promise<unknown> =>
  leased(db, row)
    .set((set) => ({ lease: null, tries: set('tries', '-', 1), check_at: sql<Date>`now()` }))
    .execute();

/** Its subscriptions are ended. */
export const forgetSubscriber = (db: Db, row: Claimed): Promise<unknown> =>
  db
    .deleteFrom('notice_subscriber')
    .where('provider', '=', row.provider)
    .where('application', '=', row.application)
    .where('lease', '=', row.lease)
    .where('ends_on', 'is not', null)
    .execute();

/** Deletes the rows of applications whose subscriptions could not be ended in time. Returns their providers. */
export const giveUpSubscribers = async (db: Db): Promise<readonly string[]> => {
  const rows = await db
    .deleteFrom('notice_subscriber')
    .where('ends_on', '<=', sql<Date>`now()`)
    .returning('provider')
    .execute();
  return rows.map(({ provider }) => provider);
};
