import { setImmediate as turn } from 'node:timers/promises';
import { transact } from '../db/index.js';
import type { Deps } from '../deps.js';
import { regularly } from '../regularly.js';
import { scheduleLate } from './begin.js';
import { pullNewDay } from './daily.js';
import { stepPulls, type PullDeps } from './historical.js';

type Tools = PullDeps & Pick<Deps, 'db' | 'log'>;

const atOnce = 100;

/**
 * Pulls all that was due at `now`, or until `goOn` says no: connections that nobody began with, what is left of
 * historical pulls and those whose wait is over, and new days, one after the other. Each step is a transaction, so
 * that it may be done by several processes and be cut off anywhere.
 */
export async function pullDue(deps: Tools, now: Date, goOn = () => true): Promise<void> {
  /** Does the work of every row, again and again until no row is found; one whose work fails is left for another time. */
  const doAll = async <Row extends { readonly id: string }>(
    find: (done: readonly string[]) => Promise<readonly Row[]>,
    work: (row: Row) => Promise<unknown>,
  ): Promise<void> => {
    const failed: string[] = [];
    for (let rows = await find(failed); rows.length > 0 && goOn(); rows = await find(failed))
      for (const row of rows) {
        // PGlite answers without a turn of the event loop: without one here, no request would be answered meanwhile.
        await turn();
        if (!goOn()) return;
        try {
          await work(row);
        } catch (err) {
          failed.push(row.id);
          deps.log.error({ err, row_id: row.id }, 'data could not be pulled');
        }
      }
  };
  const connected = deps.db
    .selectFrom('connection')
    .where('connection.status', '=', 'connected')
    .limit(atOnce);

  await doAll(
    (failed) =>
      connected
        .select('connection.id')
        .where('next_pull_at', 'is', null)
        .$if(failed.length > 0, (query) => query.where('connection.id', 'not in', failed))
        .execute(),
    ({ id }) => transact(deps.db, (tx) => scheduleLate(tx, id, now)),
  );
  await doAll(
    async (failed) => {
      const pulls = await connected
        .innerJoin('historical_pull as pull', 'pull.connection_id', 'connection.id')
        .select('connection.id')
        .where('pull.next_attempt_at', '<=', now)
        .$if(failed.length > 0, (query) => query.where('connection.id', 'not in', failed))
        .orderBy('pull.next_attempt_at')
        .execute();
      return [...new Set(pulls.map(({ id }) => id))].map((id) => ({ id }));
    },
    ({ id }) => transact(deps.db, (tx) => stepPulls(tx, deps, id, now)),
  );
  await doAll(
    (failed) =>
      connected
        .select('connection.id')
        .where('next_pull_at', '<=', now)
        .$if(failed.length > 0, (query) => query.where('connection.id', 'not in', failed))
        .orderBy('next_pull_at')
        .execute(),
    ({ id }) => transact(deps.db, (tx) => pullNewDay(tx, deps, id, now)),
  );
}

/** The work of the lane: all that is due of a new connection. What has to wait is found by `pullDue`. */
export async function pullConnection(
  deps: Tools & Pick<Deps, 'clock'>,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  let more = true;
  while (more) {
    signal.throwIfAborted();
    more = await transact(deps.db, (tx) => stepPulls(tx, deps, id, deps.clock.now()));
  }
}

const lookEvery = 10_000;
/** So that requests keep their turn while there is very much to pull. */
const longest = 2_000;

/** Looks now and then for what is due; answers the function that stops it. */
export const pullRegularly = (deps: Tools & Pick<Deps, 'clock'>): (() => Promise<void>) =>
  regularly(
    lookEvery,
    (goOn) => {
      const end = performance.now() + longest;
      return pullDue(deps, deps.clock.now(), () => goOn() && performance.now() < end);
    },
    (err) => deps.log.error({ err }, 'data could not be pulled'),
  );
