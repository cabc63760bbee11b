import { sql } from 'kysely';
import type { Tx } from '../db/index.js';
import { columns, figuresOfSteps } from './figures-of-steps.js';

/** Whether a session still has tokens that must be ended at their provider. It has to be kept until then. */
export const hasUnnamed = sql<boolean>`(exists (select from unnamed_tokens where session_id = link_session.id)
  or exists (select from unnamed_grant where session_id = link_session.id))`;

/**
 * Deletes sessions, and adds their results to the figures of their days, which identify nobody. A session is deleted as a
 * whole, with all its steps, so that the figures and the remaining sessions together always give the same numbers.
 */
export async function forgetSessions(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  // Locked first: a step that arrives now waits, and then finds its session deleted.
  await tx.selectFrom('link_session').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
  await sql`
    insert into link_day as kept (${columns})
    ${figuresOfSteps(sql`session_id in (${sql.join(ids)})`)}
    -- Always in the same order, so that two processes do not wait for each other.
    order by 1, 2, 3, 4, 5, 6
    on conflict (team_id, day, provider, mode, step, error_type) do update set
      sessions = kept.sessions + excluded.sessions,
      times = kept.times + excluded.times`.execute(tx);
  await tx.deleteFrom('oauth_attempt').where('session_id', 'in', ids).execute();
  await tx.deleteFrom('link_session').where('id', 'in', ids).execute();
}
