import { randomUUID } from 'node:crypto';
import { after } from '../clock.js';
import type { Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { findProvider } from '../providers/index.js';
import { resourceAvailability } from '../resource-availability.js';
import { addDays, lastWholeDay } from '../calendar.js';
import { lockConnection } from './connection.js';

/** How many days from before a connection are pulled. */
export const historicalDays = 90;
/** Seconds from one new day of a connection to the next. */
export const secondsADay = 86_400;

/**
 * Schedules what a new connection's provider has from before: a pull for each resource that can be read (spec 3.4). A
 * day later the first new day follows. Only the fictional providers have data.
 */
export async function schedulePulls(tx: Tx, id: string, now: Date): Promise<void> {
  const connection = await lockConnection(tx, id);
  if (!connection || connection.next_pull_at !== null) return;
  const last = lastWholeDay(now);
  const isFictional = findProvider(connection.provider)?.client === undefined;
  const rows = Object.entries(resourceAvailability(connection))
    .filter(([, { status }]) => isFictional && status === 'available')
    .map(([resource]) => ({
      id: randomUUID(),
      connection_id: id,
      resource,
      status: 'scheduled' as const,
      attempts: 0,
      // Who a person is has no past.
      range_start: resource === 'profile' ? last : addDays(last, 1 - historicalDays),
      range_end: last,
      next_attempt_at: now,
      created_on: now,
      ended_on: null,
    }));
  if (rows.length > 0) await tx.insertInto('historical_pull').values(rows).execute();
  await tx
    .updateTable('connection')
    .set({ next_pull_at: after(now, secondsADay) })
    .where('id', '=', id)
    .execute();
}

/** Schedules them and begins at once. */
export async function beginPulls(tx: Tx, deps: Pick<Deps, 'clock' | 'jobs'>, id: string): Promise<void> {
  await schedulePulls(tx, id, deps.clock.now());
  await deps.jobs.enqueue(tx, 'pull', { connection_id: id });
}
