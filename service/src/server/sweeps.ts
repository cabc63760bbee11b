// Work that becomes due by itself. Each deadline is stored in a row, so a missed sweep is made up by the next.
import { type Db, transact } from '../db/index.js';
import { pruneConsole } from '../console-access/index.js';
import type { Deps } from '../deps.js';
import { endKeys } from '../auth/index.js';
import { endOverdue, pruneAttempts, pruneHandoffs, pruneTries } from '../link/index.js';
import { pruneSessions } from '../link-figures/index.js';
import { pruneActivity } from '../provider-activity/index.js';
import { pruneDays } from '../pulls/index.js';
import { type Retention, usualRetention } from '../retention/index.js';
import { pruneGrants } from '../sandbox-oauth/index.js';
import { pruneOperations } from '../bulk/index.js';
import { forgetDeleted } from '../users/index.js';
import { forgetDeletedTeams } from '../management/index.js';
import { sweepFailures } from '../metrics/index.js';
import { pruneAnswers } from '../repeats/index.js';
import { pruneAudit } from '../audit/index.js';
import { regularly } from '../work/index.js';
import { forgetEnded, pruneEvents } from '../webhooks/index.js';

const works = {
  ...{ endOverdue, pruneAttempts, pruneGrants, pruneHandoffs },
  ...{ forgetDeleted, forgetDeletedTeams, pruneOperations, forgetEnded, pruneEvents, pruneTries, pruneAudit },
  ...{ endKeys, pruneAnswers, pruneSessions, pruneDays, pruneActivity, pruneConsole },
};

/**
 * Does all that was due at `now`, each task by itself. If some tasks fail, it finishes the others and rejects with an
 * AggregateError that names them.
 */
export async function sweep(db: Db, now: Date, retention: Retention = usualRetention): Promise<void> {
  const failed = new Map<string, unknown>();
  for (const [name, work] of Object.entries(works)) {
    try {
      await transact(db, (tx) => work(tx, now, retention));
    } catch (error) {
      failed.set(name, error);
      sweepFailures.inc({ task: name });
    }
  }
  if (failed.size > 0)
    throw new AggregateError(failed.values(), `not done: ${[...failed.keys()].join(', ')}`);
}

const sweepEvery = 10_000;

/** Sweeps at once and then regularly. Returns the function that stops it. */
export function sweepRegularly({
  db,
  clock,
  retention,
  log,
}: Pick<Deps, 'db' | 'clock' | 'retention' | 'log'>): () => Promise<void> {
  for (const task of Object.keys(works)) sweepFailures.inc({ task }, 0);
  return regularly(
    sweepEvery,
    () => sweep(db, clock.now(), retention),
    (err) => log.error({ err }, 'sweep failed'),
    { atOnce: true },
  );
}
