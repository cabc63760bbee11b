import { after } from '../clock.js';
import type { Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { emit } from '../events.js';
import { itemsOfDay, problemOf } from './ask.js';
import { addDays, daysBetween } from '../calendar.js';
import { lockConnection, type PulledConnection } from './connection.js';
import { identified, storeDays } from './store-days.js';

const daysInChunk = 45;
/** Seconds from one failure that passes to the next try; after the last it is one that does not. */
const waits = [60, 300, 1800, 7200, 21_600, 86_400];

export type PullDeps = Pick<Deps, 'clock' | 'jobs' | 'secrets'>;

/**
 * Takes one step of a historical pull: a chunk of days, or a refusal. Its row says how far it is, so that a step that
 * was cut off is taken again from where it began. Answers whether another one can follow at once.
 */
export async function stepHistoricalPull(
  tx: Tx,
  deps: PullDeps,
  pull: { readonly id: string; readonly connection_id: string },
  now: Date,
): Promise<boolean> {
  const connection = await lockConnection(tx, pull.connection_id);
  if (!connection) return false;
  const row = await tx
    .selectFrom('historical_pull')
    .selectAll()
    .where('id', '=', pull.id)
    .where('next_attempt_at', '<=', now)
    .executeTakeFirst();
  // The same as `row`, for the type checker too: what has ended has no next attempt.
  if (!row?.next_attempt_at) return false;

  const change = (values: Parameters<typeof set>[2]) => set(tx, row.id, values);
  const problem = problemOf(deps, connection, row.attempts);
  if (problem) {
    const wait = problem.temporary ? waits[row.attempts] : undefined;
    // Counted from when it was due, so that all tries that a moved clock has passed come to their turn.
    const next = wait === undefined ? null : after(row.next_attempt_at, wait);
    await change({
      attempts: row.attempts + 1,
      error_details: JSON.stringify({ error_type: problem.errorType, error_message: problem.message }),
      next_attempt_at: next,
      ...(next ? { status: 'retrying' } : { status: 'failure', ended_on: now }),
    });
    return next !== null && next <= now;
  }

  const from = row.pulled_until === null ? row.range_start : addDays(row.pulled_until, 1);
  const limit = addDays(from, daysInChunk - 1);
  const until = limit < row.range_end ? limit : row.range_end;
  await storeDays(
    tx,
    connection.id,
    row.resource,
    chunkOf(connection, row.resource, from, until, row.range_end),
  );
  const isLast = until === row.range_end;
  await change({
    pulled_until: until,
    error_details: null,
    ...(isLast ? { status: 'success', next_attempt_at: null, ended_on: now } : { status: 'in_progress' }),
  });
  if (isLast)
    await emit(deps, tx, {
      type: `historical.data.${row.resource}.created`,
      user: connection.user,
      data: {
        user_id: connection.user.id,
        provider: connection.provider,
        start_date: row.range_start,
        end_date: row.range_end,
      },
    });
  return !isLast;
}

const set = (tx: Tx, id: string, values: Partial<ChangedPull>) =>
  tx.updateTable('historical_pull').set(values).where('id', '=', id).execute();

interface ChangedPull {
  readonly status: 'in_progress' | 'retrying' | 'success' | 'failure';
  readonly attempts: number;
  readonly error_details: string | null;
  readonly pulled_until: string;
  readonly next_attempt_at: Date | null;
  readonly ended_on: Date;
}

const chunkOf = (
  connection: PulledConnection,
  resource: string,
  from: string,
  until: string,
  newest: string,
) =>
  daysBetween(from, until).flatMap((date) => {
    const items = itemsOfDay(connection, resource, date, newest);
    return items.length > 0 ? [identified(connection, resource, date, items)] : [];
  });
