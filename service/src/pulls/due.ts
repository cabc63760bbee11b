import { randomUUID } from 'node:crypto';
import type { Expression } from 'kysely';
import { setImmediate as turn } from 'node:timers/promises';
import { transact } from '../db/index.js';
import type { Deps } from '../deps.js';
import { regularly } from '../work/index.js';
import { scheduleLate } from './begin.js';
import { claimable, dueDays, releasedClaims, takeSteps, waitForClaims, workOnClaimed } from './claim.js';
import { pullNewDay } from './daily.js';
import { stepPulls, type PullDeps } from './historical.js';
import { duePast } from './turns.js';

type Tools = PullDeps & Pick<Deps, 'providerSettings'>;

/**
 * Pulls everything that was due at `now`, or until `goOn` returns false: connections without scheduled pulls,
 * historical pulls and new days. Several processes may do this at once, because each claims a few connections
 * at a time. Each step is stored in one transaction, so that a process may be killed at any point.
 */
export async function pullDue(deps: Tools, now: Date, goOn = () => true): Promise<void> {
  const { db } = deps;
  const fictional = [...deps.providerSettings.fictional];
  if (fictional.length === 0) return;
  let own = 0;
  // A random id, so that any team may have the first turn.
  let lastTeam: string = randomUUID();
  /** Takes all steps of the connections that `find` selects, until it selects none. */
  const doAll = async (
    find: () => Expression<{ readonly id: string }>,
    step: (id: string) => Promise<boolean>,
  ): Promise<void> => {
    const work = async (id: string, team: string): Promise<boolean> => {
      own++;
      lastTeam = team;
      try {
        await takeSteps(db, id, async () => {
          // PGlite answers within one turn of the event loop. Without this extra turn, no request would be answered
          // meanwhile.
          await turn();
          return goOn() && (await step(id));
        });
        return true;
      } catch (err) {
        deps.log.error({ err, row_id: id }, 'data could not be pulled');
        return false;
      }
    };
    while (goOn() && (await workOnClaimed(db, find(), work)) > 0);
  };
  let before: number;
  do {
    before = releasedClaims() - own;
    await doAll(
      () => claimable(db, fictional).where('next_pull_at', 'is', null),
      async (id) => {
        await transact(db, (tx) => scheduleLate(tx, id, now));
        return false;
      },
    );
    await doAll(
      () => duePast(fictional, now, { after: lastTeam }),
      (id) => stepPulls(deps, id, now),
    );
    await doAll(
      () => dueDays(fictional, now),
      (id) => pullNewDay(deps, id, now),
    );
    await waitForClaims();
    // Connections that other calls in this process had claimed may have more work that is due.
  } while (goOn() && releasedClaims() - own > before);
}

/**
 * The handler of the job lane: pulls everything that is due for a new connection. Leaves retries and claimed connections to
 * `pullDue`. Returns whether there was something to pull, which is never the case for a real provider.
 */
export async function pullConnection(
  deps: Tools & Pick<Deps, 'clock'>,
  id: string,
  signal: AbortSignal,
): Promise<boolean> {
  const fictional = [...deps.providerSettings.fictional];
  if (fictional.length === 0) return false;
  const found = claimable(deps.db, fictional).where('connection.id', '=', id);
  const claimed = await workOnClaimed(deps.db, found, async () => {
    await takeSteps(deps.db, id, () => {
      signal.throwIfAborted();
      return stepPulls(deps, id, deps.clock.now());
    });
    return true;
  });
  return claimed > 0;
}

const lookEvery = 10_000;
/** The longest run in milliseconds, so that many pulls do not slow down requests. */
const longest = 2_000;

/** Runs `pullDue` regularly. Returns the function that stops it. */
export const pullRegularly = (deps: Tools & Pick<Deps, 'clock'>): (() => Promise<void>) =>
  regularly(
    lookEvery,
    (goOn) => {
      const end = performance.now() + longest;
      return pullDue(deps, deps.clock.now(), () => goOn() && performance.now() < end);
    },
    (err) => deps.log.error({ err }, 'data could not be pulled'),
  );
