import { isDeepStrictEqual } from 'node:util';
import { after, daysBetween, lastWholeDay } from '../work/index.js';
import { transact, type Tx } from '../db/index.js';
import { emitAll, type NewEvent } from '../webhooks/index.js';
import { createOpener, openDay, placeOfDay } from '../crypto/index.js';
import { itemsOfDay } from './ask.js';
import { secondsADay } from './begin.js';
import { lockConnection, readConnection, type PulledConnection } from './connection.js';
import type { PullDeps } from './historical.js';
import { dailyEvent } from './data-events.js';
import { withIds, storeDays, type PulledDay } from './store-days.js';

/** New data of a connection, as the provider returned it. `asOf` is the time for which the pull was due. */
interface FetchedDay {
  readonly connection: PulledConnection;
  readonly asOf: Date;
  readonly newest: string;
  readonly news: readonly {
    readonly id: string;
    readonly resource: string;
    readonly from: string;
    readonly days: readonly PulledDay[];
  }[];
}

/** How many missed days are pulled one by one. */
const mostSteps = 14;

/**
 * Pulls a connection's new data since the day before, if that was due at `now`. `daily.data.*.created`
 * reports new days, and `daily.data.*.updated` reports days that the provider has changed since (spec
 * 6). Only for resources whose past data is complete. Returns whether something was due.
 */
export async function pullNewDay(deps: PullDeps, connectionId: string, now: Date): Promise<boolean> {
  const fetched = await fetchNewDay(deps, connectionId, now);
  return fetched !== undefined && transact(deps.db, (tx) => storeNewDay(tx, deps, fetched));
}

/** Asks the provider for the data of one day. No transaction is open meanwhile. */
export async function fetchNewDay(
  { db }: PullDeps,
  connectionId: string,
  now: Date,
): Promise<FetchedDay | undefined> {
  const connection = await readConnection(db, connectionId);
  const due = connection?.next_pull_at;
  if (!connection || !due || due > now) return undefined;
  // Older missed days are pulled together, so that moving the clock by a year does not emit an event for every day.
  const missed = Math.floor((now.getTime() - due.getTime()) / 1000 / secondsADay);
  const asOf = after(due, Math.max(0, missed - mostSteps) * secondsADay);
  const newest = lastWholeDay(asOf);
  const pulls = await db
    .selectFrom('historical_pull')
    .select(['id', 'resource', 'pulled_until'])
    .where('connection_id', '=', connectionId)
    .where('status', '=', 'success')
    .where('resource', '!=', 'profile')
    .orderBy('resource')
    .execute();
  const news = pulls.flatMap(({ id, resource, pulled_until: from }) =>
    from === null || from > newest
      ? []
      : [{ id, resource, from, days: daysOf(connection, resource, from, newest) }],
  );
  return { connection, asOf, newest, news };
}

/** Stores the fetched day, unless another process has stored it or the connection was replaced meanwhile. */
export async function storeNewDay(
  tx: Tx,
  deps: PullDeps,
  { connection, asOf, newest, news }: FetchedDay,
): Promise<boolean> {
  const connectionId = connection.id;
  const now = await lockConnection(tx, connectionId);
  if (now?.next_pull_at?.getTime() !== connection.next_pull_at?.getTime()) return now !== undefined;
  const events: NewEvent[] = [];
  const days: PulledDay[] = [];
  const advanced: string[] = [];
  for (const { id, resource, from, days: found } of news) {
    const { created, updated } = await changesOf(tx, deps, connection, resource, from, found);
    days.push(...created, ...updated);
    advanced.push(id);
    if (created.length > 0) events.push(dailyEvent(connection, resource, 'created', created));
    if (updated.length > 0) events.push(dailyEvent(connection, resource, 'updated', updated));
  }
  await storeDays(tx, deps, connectionId, days);
  if (advanced.length > 0)
    await tx
      .updateTable('historical_pull')
      .set({ pulled_until: newest })
      .where('id', 'in', advanced)
      .execute();
  await emitAll(deps, tx, events);
  await tx
    .updateTable('connection')
    .set({ next_pull_at: after(asOf, secondsADay) })
    .where('id', '=', connectionId)
    .execute();
  return true;
}

const daysOf = (connection: PulledConnection, resource: string, from: string, newest: string): PulledDay[] =>
  daysBetween(from, newest)
    .map((date) => withIds(connection, resource, date, itemsOfDay(connection, resource, date, newest)))
    .filter(({ items }) => items.length > 0);

/** Which days are new, and which differ from the stored ones. */
async function changesOf(
  tx: Tx,
  { secrets, log }: Pick<PullDeps, 'secrets' | 'log'>,
  connection: PulledConnection,
  resource: string,
  from: string,
  days: readonly PulledDay[],
): Promise<{ readonly created: readonly PulledDay[]; readonly updated: readonly PulledDay[] }> {
  const stored = await tx
    .selectFrom('pulled_day')
    .select(['connection_id', 'resource', 'date', 'sealed_items', 'unsealed_items'])
    .where('connection_id', '=', connection.id)
    .where('resource', '=', resource)
    .where('date', '>=', from)
    .execute();
  const opener = createOpener({ log });
  // A day that cannot be read is stored, and stays as it is: nobody knows whether it has changed.
  const before = new Map(
    stored.map((row) => [
      row.date,
      opener.opened('pulled_day', placeOfDay(row), () => openDay(secrets, row)),
    ]),
  );
  return {
    created: days.filter(({ date }) => !before.has(date)),
    updated: days.filter(
      ({ date, items }) => before.get(date) !== undefined && !isDeepStrictEqual(before.get(date), items),
    ),
  };
}
