import type { Logger } from 'pino';
import { migrate, type OpenDatabase } from '../db/index.js';
import { startJobs } from '../jobs/index.js';

/**
 * Makes the tables of this version and those of its jobs; answers the names of the migrations that it took. Every start
 * does the same if they are missing.
 */
export async function createTables(database: OpenDatabase, log: Logger): Promise<readonly string[]> {
  const done = await migrate(database.db);
  const jobs = await startJobs(database.forJobs, log);
  await jobs.stop();
  return done;
}
