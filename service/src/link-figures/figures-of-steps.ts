import { type RawBuilder, sql } from 'kysely';
import { linkSteps } from 'svc-link/contract';

/** The steps of a session that are counted. Other steps are only for support. */
const counted = [...linkSteps, 'problem'];

/** The columns of a figure, which `link_day` and `link_total` share. */
export const columns = sql`team_id, day, provider, mode, step, error_type, sessions, times`;

/** A query that makes figures from the steps of sessions. `which` limits the steps. */
export const figuresOfSteps = (which: RawBuilder<unknown>) => sql`
  select team_id, day, provider, mode, step, error_type, count(*) as sessions, sum(times) as times
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
    where ${which} and link_step.step in (${sql.join(counted)})
      and (link_step.step <> 'problem' or link_step.error_type is not null)
    group by 1, 2, 3, 4, 5, 6, session_id
  ) as session
  group by 1, 2, 3, 4, 5, 6`;
