import { sql } from 'kysely';
import type { Db } from './transact.js';

/**
 * How far this machine's clock is ahead of the database's, in seconds; negative if it is behind. What the question itself took
 * counts as no difference.
 */
export async function readClockAhead(db: Db, now: () => number = Date.now): Promise<number> {
  const asked = now();
  const { rows } = await sql<{ at: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as at
  `.execute(db);
  const answered = now();
  const at = rows[0]?.at ?? answered;
  const ahead = at < asked ? asked - at : at > answered ? answered - at : 0;
  return ahead / 1000;
}
