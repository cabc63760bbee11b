// Finds rows whose job is lost: used up, expired or deleted. One transaction stores a row and its job, so that one
// statement sees both or neither. Pulls, bookings and results need no such search, because they are found by their rows.
import { resumeOperations } from '../bulk/index.js';
import { transact } from '../db/index.js';
import type { Deps } from '../deps.js';
import { regularly } from '../work/index.js';
import { resumeDeliveries } from '../webhooks/index.js';

type Tools = Pick<Deps, 'db' | 'clock' | 'jobs' | 'log'>;

const works = { bulk: resumeOperations, webhook: resumeDeliveries };

/**
 * Enqueues the lost jobs again, lane by lane. If some lanes fail, it finishes the others and rejects with an
 * AggregateError that names them. Several processes may do it at once.
 */
export async function resumeLost(deps: Tools): Promise<void> {
  const failed = new Map<string, unknown>();
  for (const [lane, resume] of Object.entries(works)) {
    try {
      const rows = await transact(deps.db, (tx) => resume(deps, tx));
      if (rows > 0) deps.log.warn({ lane, rows }, 'jobs were gone and are made anew');
    } catch (error) {
      failed.set(lane, error);
    }
  }
  if (failed.size > 0)
    throw new AggregateError(failed.values(), `not done: ${[...failed.keys()].join(', ')}`);
}

const lookEvery = 60_000;

/** Runs `resumeLost` at once and then regularly. Returns the function that stops it. */
export const resumeRegularly = (deps: Tools): (() => Promise<void>) =>
  regularly(
    lookEvery,
    () => resumeLost(deps),
    (err) => deps.log.error({ err }, 'it could not be looked for jobs that are gone'),
    { atOnce: true },
  );
