import { sql } from 'kysely';
import type { Tx } from '../db/index.js';
import { columns, figuresOfSteps } from './figures-of-steps.js';

/** Whether a session has tokens that are still to be ended at their provider, and has to stay for them. */
export const hasUnnamed = sql<boolean>`(exists (select from unnamed_tokens where session_id = link_session.id)
  or exists (select from unnamed_grant where session_id = link_session.id))`;

/**
 * Deletes sessions, and adds how far they came to the figures of their days, from which nobody can be told. A session is deleted as a
 * whole, with all of its steps, so that the figures and the sessions that are left are always as many as there were.
 */
export async function forgetSessions(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  // Locked first: a step that is still to come waits, and finds its session gone.
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
