import { sql } from 'kysely';
import type { Tx } from '../db/index.js';
import { idsPastTime, type Retention } from '../retention/index.js';
import { forgetSessions, hasUnnamed } from './forget-sessions.js';

/** How many sessions one run deletes, so that transactions stay short. */
const mostAtOnce = 500;

const unstarted = {
  table: 'link_session',
  since: 'created_on',
  kind: 'unstarted',
  only: sql<boolean>`started_on is null`,
} as const;
const all = { table: 'link_session', since: 'created_on', kind: 'links' } as const;

/**
 * Deletes sessions that are older than the retention allows; sessions that were never started are deleted sooner. Their
 * figures stay. Returns whether there may be more.
 */
export async function pruneSessions(tx: Tx, now: Date, retention: Retention): Promise<boolean> {
  let more = false;
  for (const aged of [unstarted, all]) {
    const { rows } = await sql<{ id: string }>`
      select id from link_session
      where id in (${idsPastTime(aged, retention, now, mostAtOnce)})
        and not ${hasUnnamed}
      order by id limit ${mostAtOnce} for update skip locked`.execute(tx);
    await forgetSessions(
      tx,
      rows.map(({ id }) => id),
    );
    more ||= rows.length === mostAtOnce;
  }
  return more;
}
