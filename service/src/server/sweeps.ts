// Work that becomes due at a certain time. Each deadline is stored in a row, so the next sweep makes up for a missed one.
import { type Db, transact, type Tx } from '../db/index.js';
import { pruneConsole } from '../console-access/index.js';
import type { Deps } from '../deps.js';
import { endKeys } from '../auth/index.js';
import { endOverdue, pruneAttempts, pruneHandoffs, pruneTries } from '../link/index.js';
import { countDays, pruneSessions } from '../link-figures/index.js';
import { pruneActivity } from '../provider-activity/index.js';
import { pruneOffers } from '../provider-data/index.js';
import { pruneDays } from '../pulls/index.js';
import { type Retention, usualRetention } from '../retention/index.js';
import { pruneGrants } from '../sandbox-oauth/index.js';
import { pruneOperations } from '../bulk/index.js';
import { forgetDeleted } from '../users/index.js';
import { forgetDeletedTeams } from '../management/index.js';
import { sweepFailures } from '../metrics/index.js';
import { pruneAnswers } from '../repeats/index.js';
import { pruneAudit } from '../audit/index.js';
import { regularly, whileMore } from '../work/index.js';
import { forgetEnded, forgetWebhooks, giveUpDisabled, pruneEvents, pruneSecrets } from '../webhooks/index.js';

/** Does a limited part of a task, and returns whether there may be more. */
type Part<On> = (on: On, now: Date, retention: Retention) => Promise<boolean>;

const inTransactions = (parts: Readonly<Record<string, Part<Tx>>>): Readonly<Record<string, Part<Db>>> =>
  Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [
      name,
      (db, now, retention) => transact(db, (tx) => part(tx, now, retention)),
    ]),
  );

const works: Readonly<Record<string, Part<Db>>> = {
  ...inTransactions({
    ...{ endOverdue, pruneAttempts, pruneGrants, pruneHandoffs, giveUpDisabled, pruneSecrets },
    ...{ pruneOperations, forgetEnded, pruneEvents, pruneTries, pruneAudit },
    ...{
      endKeys,
      pruneAnswers,
      countDays,
      pruneSessions,
      pruneDays,
      pruneActivity,
      pruneConsole,
      pruneOffers,
    },
  }),
  // These store which rows they failed with, so they make their own transactions.
  ...{ forgetWebhooks, forgetDeleted, forgetDeletedTeams },
};

/** How long one task may run if it has more to do, in milliseconds, before the other tasks have their turn. */
const longest = 3_000;

/**
 * Does all work that was due at `now`, each task separately and bit by bit. A task stops after some seconds and leaves the rest
 * to the next sweep. If some tasks fail, it finishes the others and rejects with an AggregateError that names them.
 */
export async function sweep(
  db: Db,
  now: Date,
  retention: Retention = usualRetention,
  goOn: () => boolean = () => true,
): Promise<void> {
  const failed = new Map<string, unknown>();
  for (const [name, work] of Object.entries(works)) {
    if (!goOn()) break;
    try {
      await whileMore(() => work(db, now, retention), longest, goOn);
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
    (goOn) => sweep(db, clock.now(), retention, goOn),
    (err) => log.error({ err }, 'sweep failed'),
    { atOnce: true },
  );
}
