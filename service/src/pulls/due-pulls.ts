import type { Selectable } from 'kysely';
import type { Db, Tables } from '../db/index.js';

export type PullRow = Selectable<Tables['historical_pull']>;

/** The pulls of a connection's past that are due. */
export const duePulls = (db: Db, connectionId: string, now: Date): Promise<PullRow[]> =>
  db
    .selectFrom('historical_pull')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .where('next_attempt_at', '<=', now)
    .orderBy('resource')
    .execute();
