// Teams take turns with their past data: however much waits of one, another one has the place that is free next but for those of all
// others that wait, once each.
import { type RawBuilder, sql } from 'kysely';
import { atOnce, isFree, spare } from './claim.js';

/** Whose turn it is, and what comes first of a team. */
export interface Turn {
  /** The team that had a turn last, or any id: the next one by their ids has the next turn. */
  readonly after: string;
  /** What became due last, in place of what has been due longest. */
  readonly latestFirst?: boolean;
}

/**
 * Up to `most` connections whose past is due and that can be claimed, of the team whose turn it is; if it has few, of those after it as
 * well. By an index of what can be claimed, from one team to the next and of each to what is due of each provider, so that what else
 * waits is not stepped over.
 */
export const duePast = (
  providers: readonly string[],
  now: Date,
  { after, latestFirst = false }: Turn,
  most = atOnce,
): RawBuilder<{ readonly id: string }> => {
  const order = latestFirst ? sql`desc` : sql`asc`;
  // The three columns are compared as one, as the index has them: by the provider and the time alone, what waits of other teams would be
  // stepped over. Connections are looked up by their ids, one by one, and nothing else of them may lead to another plan: tables that
  // have just filled are planned for as empty ones.
  const waits = sql`next_attempt_at is not null and claim_team is not null`;
  return sql`(
    with recursive turn (number, team, is_around) as (
      select 0, ${after}::uuid, false
      union all
      select turn.number + 1, next.team, next.is_around from turn cross join lateral (
        (select claim_team as team, turn.is_around from historical_pull
          where claim_team > turn.team and ${waits} order by claim_team limit 1)
        union all
        (select claim_team as team, true as is_around from historical_pull
          where not turn.is_around and ${waits} order by claim_team limit 1)
        order by is_around limit 1
      ) as next
      where not (next.is_around and next.team > ${after}::uuid)
    ), found (ids) as (
      select array(
        select found.id from (
          select turn.number, found.id, found.due from turn cross join lateral (
            select found.id, found.due
            from (values ${sql.join(providers.map((slug) => sql`(${slug})`))}) as open (provider)
            cross join lateral (
              select connection_id as id, next_attempt_at as due from historical_pull as pull
              cross join lateral (select from connection where connection.id = connection_id and ${isFree} limit 1) as free
              where (claim_team, claim_provider, next_attempt_at) >= (turn.team, open.provider, '-infinity')
                and (claim_team, claim_provider, next_attempt_at) <= (turn.team, open.provider, ${now}::timestamptz)
                and ${waits}
              order by claim_team ${order}, claim_provider ${order}, next_attempt_at ${order} limit ${most + spare}
            ) as found
            order by found.due ${order} limit ${most + spare}
          ) as found
          where turn.number > 0
          limit ${most + spare}
        ) as found
        order by found.number, found.due ${order}
      )
    )
    select connection.id from connection
    where connection.id = any((select ids from found)::uuid[]) and coalesce(${isFree}, false)
    order by array_position((select ids from found), connection.id) limit ${most} for update of connection skip locked)`;
};
