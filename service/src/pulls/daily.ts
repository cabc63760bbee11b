import { isDeepStrictEqual } from 'node:util';
import { after } from '../clock.js';
import type { Tx } from '../db/index.js';
import { emitAll, type NewEvent } from '../events.js';
import { sourceOf } from '../providers/index.js';
import { itemsOfDay } from './ask.js';
import { secondsADay } from './begin.js';
import { daysBetween, lastWholeDay } from '../calendar.js';
import { lockConnection, type PulledConnection } from './connection.js';
import type { PullDeps } from './historical.js';
import { identified, storeDays, type PulledDay } from './store-days.js';

/** How many missed days are caught up with one by one. */
const mostSteps = 14;

/**
 * Pulls what is new of a connection since the day before, where that was due at `now`: `daily.data.*.created` tells of
 * new days and `daily.data.*.updated` of those that the provider has changed since (spec 6). Only of resources whose
 * past is there. Answers whether there was something to do.
 */
export async function pullNewDay(tx: Tx, deps: PullDeps, connectionId: string, now: Date): Promise<boolean> {
  const connection = await lockConnection(tx, connectionId);
  const due = connection?.next_pull_at;
  if (!connection || !due || due > now) return false;
  // What was missed for long comes at once, so that a clock which is moved by a year does not tell of every day.
  const missed = Math.floor((now.getTime() - due.getTime()) / 1000 / secondsADay);
  const asked = after(due, Math.max(0, missed - mostSteps) * secondsADay);
  const newest = lastWholeDay(asked);
  const pulls = await tx
    .selectFrom('historical_pull')
    .select(['id', 'resource', 'pulled_until'])
    .where('connection_id', '=', connectionId)
    .where('status', '=', 'success')
    .where('resource', '!=', 'profile')
    .orderBy('resource')
    .execute();
  const events: NewEvent[] = [];
  const days: PulledDay[] = [];
  const advanced: string[] = [];
  for (const { id, resource, pulled_until } of pulls) {
    if (pulled_until === null || pulled_until > newest) continue;
    const { created, updated } = await changesOf(tx, connection, resource, pulled_until, newest);
    days.push(...created, ...updated);
    advanced.push(id);
    if (created.length > 0) events.push(eventOf(connection, resource, 'created', created));
    if (updated.length > 0) events.push(eventOf(connection, resource, 'updated', updated));
  }
  await storeDays(tx, connectionId, days);
  if (advanced.length > 0)
    await tx
      .updateTable('historical_pull')
      .set({ pulled_until: newest })
      .where('id', 'in', advanced)
      .execute();
  await emitAll(deps, tx, events);
  await tx
    .updateTable('connection')
    .set({ next_pull_at: after(asked, secondsADay) })
    .where('id', '=', connectionId)
    .execute();
  return true;
}

/** What the provider has of these days and is not stored, or stored otherwise. */
async function changesOf(
  tx: Tx,
  connection: PulledConnection,
  resource: string,
  from: string,
  newest: string,
): Promise<{ readonly created: readonly PulledDay[]; readonly updated: readonly PulledDay[] }> {
  const stored = await tx
    .selectFrom('pulled_day')
    .select(['date', 'items'])
    .where('connection_id', '=', connection.id)
    .where('resource', '=', resource)
    .where('date', '>=', from)
    .execute();
  const before = new Map(stored.map(({ date, items }) => [date, items]));
  const days = daysBetween(from, newest)
    .map((date) => identified(connection, resource, date, itemsOfDay(connection, resource, date, newest)))
    .filter(({ items }) => items.length > 0);
  return {
    created: days.filter(({ date }) => !before.has(date)),
    updated: days.filter(
      ({ date, items }) => before.has(date) && !isDeepStrictEqual(before.get(date), items),
    ),
  };
}

const eventOf = (
  { provider, user }: PulledConnection,
  resource: string,
  change: 'created' | 'updated',
  days: readonly PulledDay[],
): NewEvent => ({
  type: `daily.data.${resource}.${change}`,
  user,
  data: {
    data: days.flatMap(({ items }) => items.map((item) => ({ ...item, user_id: user.id }))),
    source: sourceOf(provider),
  },
});
