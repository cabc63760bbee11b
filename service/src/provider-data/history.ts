// The past data of a connection: one window after the other, the newest first (spec 3.4).
import { type Adapter, hasDays } from '../adapters/index.js';
import { readableOf } from '../connections/index.js';
import { transact, type Tx } from '../db/index.js';
import { emitAll, type NewEvent } from '../webhooks/index.js';
import { ProviderFailure } from '../provider-http/index.js';
import {
  duePulls,
  endUnreadable,
  historicalEvent,
  lockConnection,
  type PulledConnection,
  type PullRow,
  readConnection,
  takeFallbacks,
} from '../pulls/index.js';
import { dayOf } from '../work/index.js';
import type { FetchDeps } from './ask.js';
import { fetchWindow, type FetchedWindow } from './fetch-window.js';
import { mapItems } from './map-items.js';
import { askPast } from './past-offers.js';
import { advancedPull, refusedPull } from './progress.js';
import { asTold, everyDay, replaceDays } from './replace-days.js';
import { isUnchanged, storeFailure, storePull } from './store-pull.js';
import { daysToStore, isWhole, storedDays } from './stored-days.js';
import { profileFirst, timezoneOf } from './timezone.js';
import { nextWindow } from './windows.js';

/**
 * Fetches and stores one window of past data that is due. The rows hold the progress, so that an interrupted step is
 * repeated from its beginning. Returns whether another step can follow at once. `now` is real time, like the provider's.
 */
export async function stepHistory(
  deps: FetchDeps,
  adapter: Adapter,
  connectionId: string,
  now: Date,
): Promise<boolean> {
  const connection = await readConnection(deps.db, connectionId);
  if (!connection) return false;
  const due = await duePulls(deps.db, connectionId, now);
  const readable = readableOf(connection);
  if (due.some(({ resource }) => !readable.includes(resource))) {
    // An earlier version continued to pull resources that were no longer granted.
    await transact(deps.db, async (tx) => {
      const locked = await lockConnection(tx, connectionId);
      if (locked) await endUnreadable(tx, locked);
    });
    return true;
  }
  if (adapter.comesByOffers) return askPast(deps, adapter, { connection, due, now });
  const next = nextWindow(adapter, due);
  if (!next) return false;
  const { window, pulls } = next;
  const resources = pulls.map(({ resource }) => ({ resource, from: window.from }));
  try {
    const fetched = await fetchWindow(deps, adapter, connection, 'history', { window, resources, now });
    return await transact(deps.db, (tx) =>
      storeWindow(tx, deps, { adapter, connection, pulls, fetched, now }),
    );
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    return await transact(deps.db, (tx) => storeFailure(tx, deps, connection, due, error.failure, now));
  }
}

interface Step {
  readonly adapter: Adapter;
  readonly connection: PulledConnection;
  readonly pulls: readonly PullRow[];
  readonly fetched: FetchedWindow;
  readonly now: Date;
}

async function storeWindow(
  tx: Tx,
  deps: FetchDeps,
  { adapter, connection, pulls, fetched, now }: Step,
): Promise<boolean> {
  if (!(await isUnchanged(tx, connection, pulls))) return true;
  const { window, records } = fetched;
  const owner = { userId: connection.user.id, provider: connection.provider };
  const events: NewEvent[] = [];
  for (const pull of profileFirst(adapter, pulls)) {
    const { resource } = pull;
    const of = fetched.resources.get(resource);
    if (of?.window) {
      const timezone = await timezoneOf(tx, connection.user.id);
      const about = { window: of.window, timezone, owner, today: dayOf(now) };
      const found = mapItems(adapter, resource, records, about);
      const range = hasDays(adapter, resource) ? of.window : everyDay;
      const { known, unreadable } = await storedDays(tx, deps, connection.id, resource, range);
      const days = isWhole(adapter, resource, of) ? found : daysToStore(adapter, resource, of, found, known);
      await replaceDays(tx, deps, connection.id, resource, range, days.map(asTold), unreadable);
      await takeFallbacks(tx, connection, days, now);
    }
    // If another collection was not understood, what is stored now lacks its fields, so the window is read again later.
    const failure = of?.refused ?? (of?.lacks?.kind === 'schema' ? of.lacks : undefined);
    const row =
      failure && failure.kind !== 'schema'
        ? refusedPull(pull, failure, now)
        : advancedPull(pull, window, failure, { now, version: deps.version });
    await storePull(tx, row);
    if (row.status === 'success') events.push(historicalEvent(connection, row));
  }
  await emitAll(deps, tx, events);
  // Data that has come since, today's above all, is fetched right after the past is complete.
  await tx
    .updateTable('connection')
    .set({ next_pull_at: now })
    .where('id', '=', connection.id)
    .where('next_pull_at', '>', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('historical_pull')
            .select('id')
            .where('connection_id', '=', connection.id)
            .where('ended_on', 'is', null),
        ),
      ),
    )
    .execute();
  return true;
}
