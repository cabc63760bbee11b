// Rows of the applications whose notices are subscribed to. Processes share them: a lease names the process that handles a
// row.
import { randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { hash, isHashOf, type Secrets } from '../crypto/index.js';
import { type Db, type Tables } from '../db/index.js';
import type { Deps } from '../deps.js';
import type { Kept } from './reconcile.js';

type Row = Selectable<Tables['notice_subscriber']>;
/** An application of a provider. `application` is empty for the service's own. */
export type Named = Pick<Row, 'provider' | 'application'>;
/** A row that this process has claimed. */
export type Claimed = Row & { readonly lease: string };

/** The sealed content of a row. */
export interface Sealed {
  /** The application as it was at the last look, so that its subscriptions can be ended once nobody has it any more. */
  readonly client: { readonly clientId: string; readonly clientSecret: string };
  readonly kept: Kept;
}

export const placeOfSubscriber = ({ provider, application }: Named): string => `${provider} ${application}`;

const seal = (secrets: Secrets, named: Named, sealed: Sealed): Uint8Array =>
  secrets.seal('notice-subscriber', placeOfSubscriber(named), JSON.stringify(sealed));

export function openSubscriber(secrets: Secrets, row: Named & Pick<Row, 'sealed'>): Sealed {
  const text = secrets.open('notice-subscriber', placeOfSubscriber(row), row.sealed);
  // Only `seal` seals this value. JSON has no dates.
  const { client, kept } = JSON.parse(text) as Sealed;
  const made = kept.made.map((one) => (one.endsAt ? { ...one, endsAt: new Date(one.endsAt) } : one));
  return { client, kept: { ...kept, made } };
}

/** The secret that signs an application's notices, if its provider has shown it. */
export async function shownSecret(db: Db, secrets: Secrets, named: Named): Promise<string | undefined> {
  const row = await db
    .selectFrom('notice_subscriber')
    .select(['provider', 'application', 'sealed'])
    .where('provider', '=', named.provider)
    .where('application', '=', named.application)
    .executeTakeFirst();
  return row && openSubscriber(secrets, row).kept.secret;
}

/** For how long the service tries to end an application's subscriptions. */
const endWithin = sql<Date>`now() + interval '7 days'`;
const rowOf = (db: Db, { provider, application }: Named) =>
  db.updateTable('notice_subscriber').where('provider', '=', provider).where('application', '=', application);

/**
 * Brings the rows into the wanted state: one row for each wanted application, and an end for the others. `urlOf` returns
 * the address for an application's notices. At a start, applications whose address has changed or whose last look failed
 * are due too: an operator may have corrected something.
 */
export async function alignRows(
  { db, secrets, log }: Pick<Deps, 'db' | 'secrets' | 'log'>,
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
  // A row that a process is handling stays with that process: two processes would make and delete each other's
  // subscriptions.
  const onceFree = {
    check_at: sql<Date>`case when lease is null or check_at < now() then now() else check_at end`,
    tries: 0,
  };
  for (const named of wanted) {
    const row = known.get(placeOfSubscriber(named));
    known.delete(placeOfSubscriber(named));
    const url = urlOf(named);
    if (!row) {
      const client = await clientOf(named).catch((err: unknown) => {
        // The application of one team must not keep the others from being looked at.
        log.warn({ err, ...named }, 'notices of an application cannot be subscribed to');
      });
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

/** How long a row stays with one process, in minutes: longer than a look takes. */
export const leaseMinutes = 15;

/** Claims an application that is due; undefined if none is due. */
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

/**
 * The time of the next look, in this many seconds. At once if it has changed meanwhile whether the subscriptions must be
 * made or ended.
 */
const nextCheck = ({ ends_on }: Claimed, seconds: number) =>
  sql<Date>`now() + make_interval(secs => case when (ends_on is null) = ${ends_on === null}::boolean
    then ${seconds}::float8 else 0 end)`;

/** Stores the state in the middle of the work, because a provider shows a secret only once. */
export const storeSubscriber = (db: Db, secrets: Secrets, row: Claimed, sealed: Sealed): Promise<unknown> =>
  leased(db, row)
    .set({ sealed: seal(secrets, row, sealed), subscriptions: sealed.kept.made.length })
    .execute();

/** Records that an application's subscriptions are in the wanted state. The next look is in this many seconds. */
export const settleSubscriber = (db: Db, row: Claimed, url: string, seconds: number): Promise<unknown> =>
  leased(db, row)
    .set({
      ...{ problem: null, problem_since: null, tries: 0, lease: null, address: hash(url) },
      check_at: nextCheck(row, seconds),
    })
    .execute();

/** Records a problem of an application. The next try is in this many seconds. */
export const failSubscriber = (db: Db, row: Claimed, problem: string, seconds: number): Promise<unknown> =>
  leased(db, row)
    .set({
      ...{ problem, lease: null },
      problem_since: sql<Date>`coalesce(problem_since, now())`,
      check_at: nextCheck(row, seconds),
    })
    .execute();

/** Returns a row, so that any process looks at it again. The look that was cut off does not count as a try. */
export const leaveSubscriber = (db: Db, row: Claimed): Promise<unknown> =>
  leased(db, row)
    .set((set) => ({ lease: null, tries: set('tries', '-', 1), check_at: sql<Date>`now()` }))
    .execute();

/** Deletes the row after its subscriptions were ended. */
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
