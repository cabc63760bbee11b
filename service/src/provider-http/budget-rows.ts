// Rows of budgets. Each change is one statement of its own, so that no request waits for a transaction of another process.
// Windows follow the database's clock, because the clocks of processes differ.
import { sql } from 'kysely';
import type { Limit } from '../adapters/index.js';
import { type Db } from '../db/index.js';

/** The purpose of requests: past data and other work that can wait, new data, or links, where a person waits. */
export type Purpose = 'history' | 'days' | 'linking';

/**
 * The largest share of an application's limit for each purpose. Past and new data may each use what the other leaves, but
 * never all: a third of their common share stays for the other one.
 */
const shares: Readonly<Record<Purpose, number>> = { history: 0.6, days: 0.6, linking: 1 };
/** The largest share for past and new data together. The rest is kept for links, which may use everything that is free. */
const shareOfData = 0.9;

/** A limit of an application or of one grant. */
export interface BudgetKey {
  readonly provider: string;
  /**
   * For a grant's limit the name of the application; otherwise the name of the budget, which all teams that know the
   * application's secret share.
   */
  readonly application: string;
  /** The grant; empty for the application's own limits. */
  readonly scope: string;
  readonly limit: Limit;
}

/** A person's own limit is not divided into shares. */
const shareOf = ({ scope }: BudgetKey, purpose: Purpose): number => (scope === '' ? shares[purpose] : 1);

/** The share that a purpose has together with its like: past and new data share theirs. */
const sharedOf = ({ scope }: BudgetKey, purpose: Purpose): number =>
  scope === '' && purpose !== 'linking' ? shareOfData : 1;

/** How many requests a purpose may send in a window, if nobody else uses the limit. */
export const mostFor = (key: BudgetKey, purpose: Purpose): number =>
  Math.max(1, Math.floor(key.limit.requests * shareOf(key, purpose)));

const isOf = ({ provider, application, scope, limit }: BudgetKey) =>
  sql<boolean>`provider = ${provider} and application = ${application} and scope = ${scope} and seconds = ${limit.seconds}`;

const fromNow = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

export interface Reserved {
  readonly isReserved: true;
  /** The seconds until the window ends. */
  readonly secondsLeft: number;
  /** How much of the limit is used, as far as is known. */
  readonly used: number;
}
interface NotReserved {
  readonly isReserved: false;
  /** The seconds until a new try makes sense. */
  readonly secondsLeft: number;
}

export interface Reservation {
  readonly purpose: Purpose;
  readonly requests: number;
  /** Whether the requests are sent in any case. They are then counted even if the limit is used up. */
  readonly isCertain: boolean;
}

/** Reserves requests for a purpose. The last reservation of a window may take a few more than are left. */
export async function reserve(
  db: Db,
  key: BudgetKey,
  reservation: Reservation,
): Promise<Reserved | NotReserved> {
  for (;;) {
    const reserved = await tryToReserve(db, key, reservation);
    if (reserved) return { isReserved: true, ...reserved };
    const row = await db
      .selectFrom('provider_budget')
      .select(
        sql<number>`extract(epoch from greatest(
        case when blocked_until > now() then blocked_until end, window_end) - now())::float8`.as('seconds'),
      )
      .where(isOf(key))
      .executeTakeFirst();
    // The window has ended since, so the reservation is tried again.
    if (row && row.seconds > 0) return { isReserved: false, secondsLeft: row.seconds };
  }
}

async function tryToReserve(
  db: Db,
  key: BudgetKey,
  { purpose, requests, isCertain }: Reservation,
): Promise<Omit<Reserved, 'isReserved'> | undefined> {
  const { provider, application, scope, limit } = key;
  const length = limit.seconds;
  const windowEnd = limit.aligned
    ? sql`to_timestamp((floor(extract(epoch from now()) / ${length}::int) + 1) * ${length}::int)`
    : fromNow(length);
  const together = purpose === 'linking' ? sql`budget.linking` : sql`budget.history + budget.days`;
  const amounts = (['history', 'days', 'linking'] as const).map((each) => (each === purpose ? requests : 0));
  const { rows } = await sql<{ seconds: number; used: number }>`
      insert into provider_budget as budget
        (provider, application, scope, seconds, window_end, history, days, linking, elsewhere)
      values (${provider}, ${application}, ${scope}, ${length}, ${windowEnd}, ${sql.join(amounts)}, 0)
      on conflict (provider, application, scope, seconds) do update set
        window_end = case when budget.window_end <= now() then excluded.window_end else budget.window_end end,
        history = excluded.history + case when budget.window_end <= now() then 0 else budget.history end,
        days = excluded.days + case when budget.window_end <= now() then 0 else budget.days end,
        linking = excluded.linking + case when budget.window_end <= now() then 0 else budget.linking end,
        elsewhere = case when budget.window_end <= now() then 0 else budget.elsewhere end
      where ${isCertain}::boolean
        or (budget.blocked_until is null or budget.blocked_until <= now()) and (budget.window_end <= now() or (
        budget.history + budget.days + budget.linking + budget.elsewhere < ${limit.requests}
        and ${together}
          < greatest(1, floor((${limit.requests}::int - budget.elsewhere) * ${sharedOf(key, purpose)}::float8))
        and ${sql.ref(`budget.${purpose}`)}
          < greatest(1, floor((${limit.requests}::int - budget.elsewhere) * ${shareOf(key, purpose)}::float8))))
      returning extract(epoch from window_end - now())::float8 as seconds,
        history + days + linking + elsewhere as used`.execute(db);
  const [row] = rows;
  return row && { secondsLeft: row.seconds, used: row.used };
}

/** Stores that more of a limit is used than was known. The number of used requests never decreases. */
export const recordUsed = (db: Db, key: BudgetKey, used: number, secondsLeft: number): Promise<unknown> =>
  db
    .updateTable('provider_budget')
    .set({
      elsewhere: sql<number>`greatest(elsewhere, ${used}::int - history - days - linking)`,
      window_end: sql<Date>`least(greatest(window_end, ${fromNow(secondsLeft)}), ${fromNow(key.limit.seconds)})`,
    })
    .where(isOf(key))
    .where('window_end', '>', sql<Date>`now()`)
    .execute();

/** Blocks all requests under a limit for this many seconds. */
export const block = (db: Db, key: BudgetKey, seconds: number): Promise<unknown> =>
  db
    .updateTable('provider_budget')
    .set({ blocked_until: sql<Date>`greatest(blocked_until, ${fromNow(seconds)})` })
    .where(isOf(key))
    .execute();

/** Deletes the rows of windows that ended more than a day ago. */
export const pruneBudgets = (db: Pick<Db, 'deleteFrom'>): Promise<unknown> =>
  db
    .deleteFrom('provider_budget')
    .where('window_end', '<', sql<Date>`now() - interval '1 day'`)
    .where((row) => row.or([row('blocked_until', 'is', null), row('blocked_until', '<', sql<Date>`now()`)]))
    .execute();
