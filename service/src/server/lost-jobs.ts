// Rows that wait for a job which is gone: used up, expired or deleted. Each row and its job are written by one
// transaction, so that one statement sees both or neither. What is pulled, booked or reported is found by its row anyway.
import { resumeOperations } from '../bulk/index.js';
import { transact } from '../db/index.js';
import type { Deps } from '../deps.js';
import { regularly } from '../work/index.js';
import { resumeDeliveries } from '../webhooks/index.js';

type Tools = Pick<Deps, 'db' | 'clock' | 'jobs' | 'log'>;

const works = { bulk: resumeOperations, webhook: resumeDeliveries };

/**
 * Makes the jobs anew, those of each lane by themselves. If some could not be made it rejects, once the rest are: with
 * an AggregateError that names the lanes. Several processes may do it at once.
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

/** Looks at once, and then now and again; answers the function that stops it. */
export const resumeRegularly = (deps: Tools): (() => Promise<void>) =>
  regularly(
    lookEvery,
    () => resumeLost(deps),
    (err) => deps.log.error({ err }, 'it could not be looked for jobs that are gone'),
    { atOnce: true },
  );
