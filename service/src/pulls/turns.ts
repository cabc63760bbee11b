// Teams take turns with their past data. However much of one team
// waits, another team waits at most for one turn of each other team.
import { type RawBuilder, sql } from 'kysely';
import { atOnce, isFree, spare } from './claim.js';

/** Which team's turn it is, and which of its connections come first. */
export interface Turn {
  /** The team that had the last turn, or any id. The team with the next larger id has the next turn. */
  readonly after: string;
  /** Takes the connections that became due last, instead of those that have been due longest. */
  readonly latestFirst?: boolean;
}

/**
 * Up to `most` claimable connections whose past is due, of the team whose turn it is. If that team has too
 * few, the teams after it add theirs. The query goes through an index of claimable pulls from one team to the
 * next, and in each team from one provider to the next, so that it does not read past other waiting pulls.
 */
export const duePast = (
  providers: readonly string[],
  now: Date,
  { after, latestFirst = false }: Turn,
  most = atOnce,
): RawBuilder<{ readonly id: string }> => {
  const order = latestFirst ? sql`desc` : sql`asc`;
  // The three columns are compared as one row, as in the index. With conditions on the provider and the time alone,
  // PostgreSQL would read past the pulls of other teams. Connections are looked up one by one by their ids. No other
  // condition on them must lead to another plan: PostgreSQL plans for tables that have just filled as if they were empty.
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
