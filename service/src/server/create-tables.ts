import type { Logger } from 'pino';
import { migrate, type OpenDatabase } from '../db/index.js';
import { startJobs } from '../jobs/index.js';

/**
 * Creates the tables of this version and of its jobs if they are missing. Runs at every start. Returns the names of the
 * migrations that it ran.
 */
export async function createTables(database: OpenDatabase, log: Logger): Promise<readonly string[]> {
  const done = await migrate(database);
  const jobs = await startJobs(database.forJobs, log);
  await jobs.stop();
  return done;
}
