import { sql } from 'kysely';
import { type Db } from '../db/index.js';

/**
 * Makes this version read again everything that another version of the service did not understand, in the past and in the
 * last days. Called at start. Returns the number of these pulls.
 */
export async function readMisreadAgain(db: Db, version: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('historical_pull')
    .set({
      // Real time, like everything about real providers.
      next_attempt_at: sql<Date>`case when unread is null then next_attempt_at else ${new Date()} end`,
      attempts: 0,
      refused_until: null,
      misread_by: null,
    })
    .where('misread_by', 'is not', null)
    .where('misread_by', '<>', version)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
