import { sql } from 'kysely';
import { linkSteps } from 'svc-link/contract';
import type { Tx } from '../db/index.js';

/** What is counted of a session; other steps are for support alone. */
const counted = [...linkSteps, 'problem'];

/**
 * Deletes sessions, and adds how far they came to the figures of their days, from which nobody can be told. A session is deleted as a
 * whole, with all of its steps, so that the figures and the sessions that are left are always as many as there were.
 */
export async function forgetSessions(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  // Locked first: a step that is still to come waits, and finds its session gone.
  await tx.selectFrom('link_session').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
  await sql`
    insert into link_day as kept (team_id, day, provider, mode, step, error_type, sessions, times)
    select team_id, day, provider, mode, step, error_type, count(*), sum(times)
    from (
      select link_step.team_id, day, of.provider, coalesce(page ->> 'mode', '') as mode, done.step,
        case when done.step = 'problem' then link_step.error_type else '' end as error_type,
        count(*) as times
      from link_step
      join link_session on link_session.id = session_id
      cross join lateral (select '' as provider
        -- Whatever the provider, every session counts as opened.
        union select link_step.provider
          where link_step.provider is not null and link_step.step <> 'opened') as of
      -- Some steps say that the one before was done too, and are stored in its place.
      cross join lateral (select link_step.step
        union select 'signed_in' where link_step.step in ('challenged', 'connected')) as done
      where session_id in (${sql.join(ids)}) and link_step.step in (${sql.join(counted)})
        and (link_step.step <> 'problem' or link_step.error_type is not null)
      group by 1, 2, 3, 4, 5, 6, session_id
    ) as session
    group by 1, 2, 3, 4, 5, 6
    -- Always in the same order, so that two processes do not wait for each other.
    order by 1, 2, 3, 4, 5, 6
    on conflict (team_id, day, provider, mode, step, error_type) do update set
      sessions = kept.sessions + excluded.sessions,
      times = kept.times + excluded.times`.execute(tx);
  await tx.deleteFrom('oauth_attempt').where('session_id', 'in', ids).execute();
  await tx.deleteFrom('link_session').where('id', 'in', ids).execute();
}
