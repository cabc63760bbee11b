import { randomUUID } from 'node:crypto';
import type { Consent } from 'svc-link/contract';
import { addDays, after, lastWholeDay } from '../work/index.js';
import { firstDay } from '../adapters/index.js';
import { insertRows, type Tx } from '../db/index.js';
import { findProvider } from '../providers/index.js';
import { readableOf } from '../connections/index.js';
import { lockConnection } from './connection.js';

/** How many days of past data are pulled for a new connection. */
const historicalDays = 90;
/** Seconds between two daily pulls of a connection. */
export const secondsADay = 86_400;

/** When the first daily pull of a connection made at `now` is due. */
export const firstNewDay = (now: Date): Date => after(now, secondsADay);

/** What decides which pulls a connection has. */
export interface NewlyConnected {
  readonly id: string;
  readonly provider: string;
  readonly scopes_granted: readonly string[];
  readonly scopes_denied: readonly string[];
  readonly consent: Consent | null;
}

/**
 * Schedules the pulls of past data for new connections, one for each readable resource (spec 3.4). The connections
 * were stored in this transaction or are locked.
 */
export async function schedulePulls(
  tx: Tx,
  connections: readonly NewlyConnected[],
  now: Date,
  isScheduled: (connectionId: string, resource: string) => boolean = () => false,
): Promise<void> {
  const pulls = connections.flatMap((connection) => {
    const adapter = findProvider(connection.provider)?.adapter;
    // The days of real providers follow real time, whatever the sandbox clock shows.
    const began = adapter ? new Date() : now;
    const last = lastWholeDay(began);
    return readableOf(connection)
      .filter((resource) => !isScheduled(connection.id, resource))
      .map((resource) => ({
        id: randomUUID(),
        connection_id: connection.id,
        resource,
        status: 'scheduled' as const,
        attempts: 0,
        range_start: adapter ? firstDay(adapter, resource, last) : firstFictionalDay(resource, last),
        range_end: last,
        next_attempt_at: began,
        created_on: now,
      }));
  });
  if (pulls.length === 0) return;
  await insertRows(tx, 'historical_pull', pulls, pullColumns).execute();
}

/**
 * Ends the pulls of resources that a connection cannot read any more. The stored days stay. If such a resource were still
 * asked for, the empty answer would replace its days. The connection must be locked.
 */
export const endUnreadable = (tx: Tx, connection: NewlyConnected) =>
  tx
    .deleteFrom('historical_pull')
    .where('connection_id', '=', connection.id)
    .where('resource', 'not in', ['', ...readableOf(connection)])
    .execute();

/**
 * Resumes the pulls of connections that were linked again: failed pulls are tried again, waiting ones become due, and newly
 * readable resources are scheduled. What the person left out this time, here or at the provider, is no longer pulled. The
 * connections must be locked.
 */
export async function resumePulls(tx: Tx, connections: readonly NewlyConnected[], now: Date): Promise<void> {
  if (connections.length === 0) return;
  const ids = connections.map(({ id }) => id);
  for (const connection of connections) await endUnreadable(tx, connection);
  const again = { attempts: 0, error_details: null, next_attempt_at: new Date() };
  await tx
    .updateTable('historical_pull')
    // From the beginning, because some days may have been skipped.
    .set({
      ...again,
      ...{ status: 'scheduled', ended_on: null, pulled_from: null, unread: null, misread_by: null },
    })
    .where('connection_id', 'in', ids)
    .where('status', '=', 'failure')
    .execute();
  await tx
    .updateTable('historical_pull')
    .set(again)
    .where('connection_id', 'in', ids)
    .where('next_attempt_at', 'is not', null)
    .execute();
  await fillGaps(tx, connections);
  await tx
    .updateTable('historical_pull')
    .set({ refused_until: null })
    .where('connection_id', 'in', ids)
    .where('refused_until', 'is not', null)
    .execute();
  const rows = await tx
    .selectFrom('historical_pull')
    .select(['connection_id', 'resource'])
    .where('connection_id', 'in', ids)
    .execute();
  const scheduled = new Set(rows.map(({ connection_id, resource }) => `${connection_id} ${resource}`));
  await schedulePulls(tx, connections, now, (id, resource) => scheduled.has(`${id} ${resource}`));
}

/**
 * Notices that providers sent while there was no access are lost. So these days are asked for like the
 * past, from the last day that came. Pulls that failed or wait ask for everything that the provider still
 * has. If the past was reported before, it is not reported again: its days are reported one by one.
 */
async function fillGaps(tx: Tx, connections: readonly NewlyConnected[]): Promise<void> {
  for (const { id, provider } of connections) {
    const adapter = findProvider(provider)?.adapter;
    if (!adapter?.comesByOffers) continue;
    const began = new Date();
    const last = lastWholeDay(began);
    const { known } = await tx
      .selectFrom('pulled_day')
      .select(({ fn }) => fn.max<string | null>('date').as('known'))
      .where('connection_id', '=', id)
      .executeTakeFirstOrThrow();
    const pulls = await tx
      .selectFrom('historical_pull')
      .select(['id', 'resource', 'status'])
      .where('connection_id', '=', id)
      .execute();
    for (const pull of pulls) {
      const first = firstDay(adapter, pull.resource, last);
      // Only a part of that day has come, and nights begin on the day before.
      const since = pull.status === 'success' && known !== null ? addDays(known, -1) : first;
      await tx
        .updateTable('historical_pull')
        .set({
          ...{
            status: 'scheduled',
            attempts: 0,
            error_details: null,
            next_attempt_at: began,
            ended_on: null,
          },
          ...(pull.status === 'success' && { past_told: true }),
          ...{ pulled_from: null, pulled_until: null, range_end: last },
          range_start: since < first ? first : since > last ? last : since,
        })
        .where('id', '=', pull.id)
        .execute();
    }
  }
}

/** A profile has no days in the past. */
const firstFictionalDay = (resource: string, last: string): string =>
  resource === 'profile' ? last : addDays(last, 1 - historicalDays);

const pullColumns = {
  id: 'uuid',
  connection_id: 'uuid',
  resource: 'text',
  status: 'text',
  attempts: 'integer',
  range_start: 'text',
  range_end: 'text',
  next_attempt_at: 'timestamptz',
  created_on: 'timestamptz',
} as const;

/** Schedules the pulls of a connection that an earlier version stored without any. */
export async function scheduleLate(tx: Tx, id: string, now: Date): Promise<void> {
  const connection = await lockConnection(tx, id);
  if (!connection || connection.next_pull_at !== null) return;
  await schedulePulls(tx, [connection], now);
  await tx
    .updateTable('connection')
    .set({ next_pull_at: firstNewDay(now) })
    .where('id', '=', id)
    .execute();
}
