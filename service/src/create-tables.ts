import type { Logger } from 'pino';
import { migrate, type OpenDatabase } from './db/index.js';
import { startJobs } from './jobs/index.js';

/** Makes the tables of this version and those of its jobs. Every start does the same where they are missing. */
export async function createTables(database: OpenDatabase, log: Logger): Promise<void> {
  await migrate(database.db);
  const jobs = await startJobs(database.forJobs, log);
  await jobs.stop();
}
