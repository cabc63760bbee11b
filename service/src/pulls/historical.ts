import { isDeepStrictEqual } from 'node:util';
import { addDays, after, daysBetween } from '../work/index.js';
import { transact, type Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { emitAll } from '../webhooks/index.js';
import { itemsOfDay, problemOf } from './ask.js';
import { lockConnection, readConnection, type PulledConnection } from './connection.js';
import { breakConnection } from './break-connection.js';
import { duePulls, type PullRow } from './due-pulls.js';
import { takeFallbacks } from './fallbacks.js';
import { historicalEvent } from './data-events.js';
import { withIds, storeDays, type PulledDay } from './store-days.js';

/** How many days, over all resources, one step pulls. */
const daysInStep = 180;
/** Seconds from a temporary failure to the next try. After the last try the failure is final. */
const waits = [60, 300, 1800, 7200, 21_600, 86_400];

export type PullDeps = Pick<Deps, 'clock' | 'db' | 'jobs' | 'log' | 'secrets' | 'publicUrl'>;

/** The new state of a pull, and the days that it brought. */
interface Step {
  readonly row: PullRow;
  readonly days: readonly PulledDay[];
}

/** A step as the provider answered it, before it is stored. */
interface FetchedStep {
  readonly connection: PulledConnection;
  readonly due: readonly PullRow[];
  readonly steps: readonly Step[];
}

/**
 * Takes one step of a connection's due historical pulls: pulls some days, or records refusals. The rows hold the
 * progress, so that an interrupted step is repeated from its beginning. Returns whether another step can follow at once.
 */
export async function stepPulls(deps: PullDeps, connectionId: string, now: Date): Promise<boolean> {
  const fetched = await fetchPast(deps, connectionId, now);
  return fetched !== undefined && transact(deps.db, (tx) => storePast(tx, deps, fetched, now));
}

/** Asks the provider for the data of one step. No transaction is open meanwhile. */
export async function fetchPast(
  deps: PullDeps,
  connectionId: string,
  now: Date,
): Promise<FetchedStep | undefined> {
  const connection = await readConnection(deps.db, connectionId);
  if (!connection) return undefined;
  const due = await duePulls(deps.db, connectionId, now);
  const steps: Step[] = [];
  let left = daysInStep;
  for (const pull of due) {
    if (left <= 0) break;
    const from = nextDayOf(pull);
    const step =
      stepOfRefusal(deps, connection, pull, now) ?? stepWithDays(connection, pull, from, left, now);
    if (step.row.pulled_until !== null) left -= daysBetween(from, step.row.pulled_until).length;
    steps.push(step);
  }
  return steps.length === 0 ? undefined : { connection, due, steps };
}

/** Stores a step, unless another process has stored it or the connection was replaced meanwhile. */
export async function storePast(
  tx: Tx,
  deps: PullDeps,
  { connection, due, steps }: FetchedStep,
  now: Date,
): Promise<boolean> {
  const connectionId = connection.id;
  if (!(await lockConnection(tx, connectionId))) return false;
  if (!isDeepStrictEqual(await duePulls(tx, connectionId, now), due)) return true;
  const rows = steps.map(({ row }) => row);
  const days = steps.flatMap((step) => step.days);
  await storeDays(tx, deps, connectionId, days);
  await takeFallbacks(tx, connection, days, now);
  await storePulls(tx, rows);
  await emitAll(
    deps,
    tx,
    rows.filter(({ status }) => status === 'success').map((row) => historicalEvent(connection, row)),
  );
  const failed = rows.find(({ status }) => status === 'failure')?.error_details;
  if (failed) {
    await breakConnection(tx, deps, connection, failed, now);
    return false;
  }
  return (
    steps.length < due.length ||
    rows.some(({ next_attempt_at }) => next_attempt_at !== null && next_attempt_at <= now)
  );
}

const nextDayOf = ({ pulled_until, range_start }: PullRow): string =>
  pulled_until === null ? range_start : addDays(pulled_until, 1);

/** The step after a refusal, with the time of the next try if there is one; undefined if the provider gives data. */
function stepOfRefusal(
  deps: PullDeps,
  connection: PulledConnection,
  row: PullRow,
  now: Date,
): Step | undefined {
  const problem = problemOf(deps, connection, row.attempts);
  if (!problem || row.next_attempt_at === null) return undefined;
  const wait = problem.temporary ? waits[row.attempts] : undefined;
  // Counted from the time when it was due, so that no try is skipped when the clock is moved.
  const next = wait === undefined ? null : after(row.next_attempt_at, wait);
  return {
    row: {
      ...row,
      attempts: row.attempts + 1,
      error_details: { error_type: problem.errorType, error_message: problem.message },
      next_attempt_at: next,
      ...(next ? { status: 'retrying' } : { status: 'failure', ended_on: now }),
    },
    days: [],
  };
}

/** A step of at most `most` days, the earliest first. */
function stepWithDays(
  connection: PulledConnection,
  row: PullRow,
  from: string,
  most: number,
  now: Date,
): Step {
  const limit = addDays(from, most - 1);
  const until = limit < row.range_end ? limit : row.range_end;
  const days = daysBetween(from, until).flatMap((date) => {
    const items = itemsOfDay(connection, row.resource, date, row.range_end);
    return items.length > 0 ? [withIds(connection, row.resource, date, items)] : [];
  });
  return {
    row: {
      ...row,
      pulled_until: until,
      error_details: null,
      ...(until === row.range_end
        ? { status: 'success', next_attempt_at: null, ended_on: now }
        : { status: 'in_progress' }),
    },
    days,
  };
}

/** Stores all rows with one statement. The lock on their connection protects them too. */
async function storePulls(tx: Tx, rows: readonly PullRow[]): Promise<void> {
  await tx
    .insertInto('historical_pull')
    .values(
      rows.map((row) => ({
        ...row,
        error_details: row.error_details && JSON.stringify(row.error_details),
        // Only real providers have unread windows.
        unread: null,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        status: ref('excluded.status'),
        attempts: ref('excluded.attempts'),
        error_details: ref('excluded.error_details'),
        pulled_until: ref('excluded.pulled_until'),
        next_attempt_at: ref('excluded.next_attempt_at'),
        ended_on: ref('excluded.ended_on'),
      })),
    )
    .execute();
}
