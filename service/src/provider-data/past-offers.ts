// The past data of a provider that is not asked for days: it is asked to send notices, which offer the data some time
// later.
import type { Adapter } from '../adapters/index.js';
import { transact, type Tx } from '../db/index.js';
import { ProviderFailure } from '../provider-http/index.js';
import { historicalEvent, type PulledConnection, type PullRow } from '../pulls/index.js';
import { after } from '../work/index.js';
import { emitAll } from '../webhooks/index.js';
import type { FetchDeps } from './ask.js';
import { fetchWindow, type FetchedWindow } from './fetch-window.js';
import { waitingCollections } from './offer-rows.js';
import { refusedPull } from './progress.js';
import { isUnchanged, storeFailure, storePull } from './store-pull.js';
import { isPastRead, nextWindow } from './windows.js';

/**
 * The past counts as complete once some of it has come and then nothing more for this many seconds. The last day is not
 * counted, because it also comes as new data.
 */
export const settles = 300;
/** The same if nothing comes, because there may be nothing. In seconds. */
const comesWithin = 86_400;

interface Due {
  readonly connection: PulledConnection;
  readonly due: readonly PullRow[];
  readonly now: Date;
}

/** Asks for the past that is due, or ends the wait for it. Returns whether another step may follow. */
export async function askPast(
  deps: FetchDeps,
  adapter: Adapter,
  { connection, due, now }: Due,
): Promise<boolean> {
  const awaited = due.filter(isPastRead);
  if (awaited.length > 0)
    return transact(deps.db, (tx) => endPast(tx, deps, adapter, { connection, due: awaited, now }));
  const next = nextWindow(adapter, due);
  if (!next) return false;
  const { window, pulls } = next;
  const resources = pulls.map(({ resource }) => ({ resource, from: window.from }));
  try {
    const fetched = await fetchWindow(deps, adapter, connection, 'history', { window, resources, now });
    return await transact(deps.db, (tx) => storeAsked(tx, fetched, { connection, due: pulls, now }));
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    return await transact(deps.db, (tx) => storeFailure(tx, deps, connection, due, error.failure, now));
  }
}

/** Ends the wait for pulls that are due, except those whose collections still have offers to fetch. */
async function endPast(
  tx: Tx,
  deps: FetchDeps,
  adapter: Adapter,
  { connection, due, now }: Due,
): Promise<boolean> {
  if (!(await isUnchanged(tx, connection, due))) return true;
  const offered = await waitingCollections(tx, connection.id);
  const isOver = ({ resource }: PullRow): boolean =>
    !adapter.resources[resource]?.from.some((name) => offered.has(name));
  for (const pull of due.filter((each) => !isOver(each)))
    await storePull(tx, { ...pull, next_attempt_at: after(now, settles) });
  const rows = due.filter(isOver).map((pull) => ({
    ...pull,
    ...{ status: 'success' as const, attempts: 0, error_details: null, next_attempt_at: null, ended_on: now },
  }));
  for (const row of rows) await storePull(tx, row);
  await emitAll(
    deps,
    tx,
    rows.filter(({ past_told }) => !past_told).map((row) => historicalEvent(connection, row)),
  );
  return true;
}

async function storeAsked(
  tx: Tx,
  { window, resources }: FetchedWindow,
  { connection, due, now }: Due,
): Promise<boolean> {
  if (!(await isUnchanged(tx, connection, due))) return true;
  for (const pull of due) {
    const refused = resources.get(pull.resource)?.refused;
    await storePull(
      tx,
      refused ? refusedPull(pull, refused, now) : await askedPull(tx, pull, window.from, now),
    );
  }
  return true;
}

/** Marks a pull whose window was asked for. Offered data may have come before the provider's answer to the request. */
async function askedPull(tx: Tx, pull: PullRow, from: string, now: Date): Promise<PullRow> {
  const asked = {
    ...pull,
    ...{ status: 'in_progress' as const, attempts: 0, error_details: null },
    pulled_from: from,
    pulled_until: pull.pulled_until ?? pull.range_end,
  };
  if (!isPastRead(asked)) return { ...asked, next_attempt_at: now };
  // If the past was reported before, its days are reported one by one, so nothing waits for the end of the pull.
  if (asked.past_told) return { ...asked, next_attempt_at: after(now, settles) };
  const come = await tx
    .selectFrom('pulled_day')
    .select('date')
    .where('connection_id', '=', pull.connection_id)
    .where('resource', '=', pull.resource)
    .where('date', '>=', pull.range_start)
    .where('date', '<', pull.range_end)
    .limit(1)
    .executeTakeFirst();
  return { ...asked, next_attempt_at: after(now, come ? settles : comesWithin) };
}
