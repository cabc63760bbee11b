// What falls due by itself. Each deadline stands in a row, so a sweep that was missed is made good by the next.
import type { Logger } from 'pino';
import { transact, type Db } from './db/index.js';
import { pruneAttempts } from './oauth/index.js';
import { pruneGrants } from './sandbox-oauth/index.js';
import { pruneOperations } from './bulk/index.js';
import { forgetDeleted } from './deleted-users.js';
import { endOverdue } from './overdue-sessions.js';
import { forgetDeletedTeams } from './management/index.js';
import { regularly } from './regularly.js';
import { pruneEvents } from './webhooks/index.js';

/** Does all that was due at `now`. */
export async function sweep(db: Db, now: Date): Promise<void> {
  const works = [
    ...[endOverdue, pruneAttempts, pruneGrants],
    ...[forgetDeleted, forgetDeletedTeams, pruneOperations, pruneEvents],
  ];
  for (const work of works) {
    await transact(db, (tx) => work(tx, now));
  }
}

const sweepEvery = 10_000;

/** Sweeps now and then; answers the function that stops it. */
export const sweepRegularly = (db: Db, now: () => Date, log: Logger): (() => Promise<void>) =>
  regularly(
    sweepEvery,
    () => sweep(db, now()),
    (err) => log.error({ err }, 'sweep failed'),
  );
