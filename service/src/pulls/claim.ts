// Claims make sure that only one process pulls a connection. A lock would end with its transaction, and providers are
// asked outside of transactions.
import { type Expression, type RawBuilder, sql } from 'kysely';
import { ofLiveTeam } from '../accounts/index.js';
import { type Db } from '../db/index.js';

/** How many connections are claimed at once. */
export const atOnce = 10;
/** When a claim ends unless it is renewed, in real time. A step takes less time than this. */
const end = sql<Date>`now() + interval '60 seconds'`;
/** When a connection whose work failed can be claimed again, so that it does not keep others waiting. */
const afterFailure = sql<Date>`now() + interval '5 minutes'`;

/**
 * Connections with these providers that can be pulled, are not claimed, and whose team was not deleted. Rows that another
 * process is claiming now are skipped.
 */
export const claimable = (db: Db, providers: readonly string[]) =>
  db
    .selectFrom('connection')
    .select('connection.id')
    .where('connection.status', '=', sql.lit('connected'))
    .where('connection.provider', 'in', providers)
    .where(ofLiveTeam)
    .where((row) => row.or([row('pull_until', 'is', null), row('pull_until', '<=', sql<Date>`now()`)]))
    .limit(atOnce)
    .forUpdate('connection')
    .skipLocked();

/** How many more rows of each provider are read than are claimed, because other processes may claim some at the same moment. */
export const spare = 7;

export const isFree = sql`connection.status = 'connected' and (pull_until is null or pull_until <= now()) and ${ofLiveTeam}`;

/**
 * Up to `most` claimable connections whose new days are due, the longest due first. Each provider is queried by itself, so
 * that the query does not read past the rows of a provider whose places are taken. Past data is selected by turns (turns.ts).
 */
export const dueDays = (
  providers: readonly string[],
  now: Date,
  most = atOnce,
): RawBuilder<{ readonly id: string }> => sql`(
    with found (ids) as materialized (
      select array(
        select found.id from (values ${sql.join(providers.map((slug) => sql`(${slug})`))}) as open (provider)
        cross join lateral (
          select connection.id, next_pull_at as due from connection
          where connection.provider = open.provider and next_pull_at <= ${now} and ${isFree}
          order by next_pull_at limit ${most + spare}
        ) as found
        order by found.due
      )
    )
    ${lockFound(most)})`;

/**
 * Locks up to `most` of the connections whose ids are in `found`, in their order, if they can still be claimed. They are looked up
 * one by one by their ids: no other condition on them must lead to another plan, because PostgreSQL plans for tables that have
 * just filled as if they were empty, and would go through all connections.
 */
export const lockFound = (most: number): RawBuilder<{ readonly id: string }> => sql`
    select connection.id from connection
    where connection.id = any((select ids from found)::uuid[]) and coalesce(${isFree}, false)
    order by array_position((select ids from found), connection.id) limit ${most} for update of connection skip locked`;

/** The calls in this process that have claims or are about to have some. */
const inProgress = new Set<Promise<unknown>>();
let released = 0;

/**
 * Claims the found connections and runs `work` for each, one after the other. `work` returns whether it succeeded.
 * Returns the number of connections.
 */
export async function workOnClaimed(
  db: Db,
  found: Expression<{ readonly id: string }>,
  work: (id: string, team: string) => Promise<boolean>,
): Promise<number> {
  const all = claimAndWork(db, found, work);
  inProgress.add(all);
  try {
    return await all;
  } finally {
    inProgress.delete(all);
  }
}

async function claimAndWork(
  db: Db,
  found: Expression<{ readonly id: string }>,
  work: (id: string, team: string) => Promise<boolean>,
): Promise<number> {
  const rows = await claimConnections(db, found);
  for (const { id, team_id } of rows) {
    let isFailed = true;
    try {
      isFailed = !(await work(id, team_id));
    } catch (error) {
      // The service is stopping, so this is no failure.
      isFailed = !(error instanceof Error && error.name === 'AbortError');
      throw error;
    } finally {
      await releaseConnection(db, id, isFailed);
      released++;
    }
  }
  return rows.length;
}

export interface ClaimedConnection {
  readonly id: string;
  readonly provider: string;
  readonly team_id: string;
}

/** Claims the found connections. Returns them in the order in which they were found. */
export async function claimConnections(
  db: Db,
  found: Expression<{ readonly id: string }>,
): Promise<readonly ClaimedConnection[]> {
  const rows = await db
    .with(
      'free',
      () =>
        sql<{ id: string; place: string }>`(select id, row_number() over () as place from ${found} as found)`,
    )
    .updateTable('connection')
    .from('free')
    .set({ pull_until: end })
    .whereRef('connection.id', '=', 'free.id')
    .returning(['connection.id', 'connection.provider', 'connection.team_id', 'free.place'])
    .execute();
  // An update returns its rows in the order of its plan.
  return rows.sort((one, other) => Number(one.place) - Number(other.place));
}

/** Prolongs a claim. */
export const renewClaim = (db: Db, id: string) => setEnd(db, id, end);

/** Ends a claim. If the work failed, the connection can be claimed again only after a while. */
export const releaseConnection = (db: Db, id: string, hasFailed: boolean) =>
  setEnd(db, id, hasFailed ? afterFailure : null);

/** Runs `step` until it returns false, and prolongs the claim between steps. */
export async function takeSteps(db: Db, id: string, step: () => Promise<boolean>): Promise<void> {
  while (await step()) await setEnd(db, id, end);
}

const setEnd = (db: Db, id: string, until: typeof end | null) =>
  db.updateTable('connection').set({ pull_until: until }).where('id', '=', id).execute();

/** Waits for the claims that this process holds now. */
export async function waitForClaims(): Promise<void> {
  await Promise.allSettled(inProgress);
}

/** The number of claims that this process has released so far. */
export const releasedClaims = (): number => released;

/** Deletes the claims of an earlier process. Only for a database that one process uses alone. */
export async function forgetClaims(db: Db): Promise<void> {
  await db.updateTable('connection').set({ pull_until: null }).where('pull_until', 'is not', null).execute();
}
