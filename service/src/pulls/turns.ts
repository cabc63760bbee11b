// Teams take turns with their past data. However much of one team
// waits, another team waits at most for one turn of each other team.
import { type RawBuilder, sql } from 'kysely';
import { atOnce, isFree, lockFound, spare } from './claim.js';

/** Which team's turn it is, and which of its connections come first. */
export interface Turn {
  /** The team that had the last turn, or any id. The team with the next larger id has the next turn. */
  readonly after: string;
  /** Takes the connections that became due last, instead of those that have been due longest. */
  readonly latestFirst?: boolean;
}

/** Up to how many due pulls the query reads to learn which teams have any. */
const few = 200;

/**
 * Up to `most` claimable connections whose past is due, of the team whose turn it is. If that team has too
 * few, the teams after it add theirs. If few pulls are due, the query reads them, so that pulls that only wait cost
 * nothing. If many are due, it goes through an index of claimable pulls from one team with due pulls to the next. In each
 * team it goes from one provider to the next. So it never reads past all that is due of one team.
 */
export const duePast = (
  providers: readonly string[],
  now: Date,
  { after, latestFirst = false }: Turn,
  most = atOnce,
): RawBuilder<{ readonly id: string }> => {
  const order = latestFirst ? sql`desc` : sql`asc`;
  const open = sql`(values ${sql.join(providers.map((slug) => sql`(${slug})`))}) as open (provider)`;
  // The columns are compared as one row, as in the index. With conditions on the provider and the time alone,
  // PostgreSQL would read past the pulls of other teams.
  const waits = sql`next_attempt_at is not null and claim_team is not null`;
  // The index has the time too, so that the walk passes over pulls that only wait without reading their rows. The values are
  // hidden from the planner, and nothing is said about nulls: with old statistics it would expect that nothing is due, and read
  // and sort all that is due in each step.
  const isDue = sql`next_attempt_at <= (select ${now}::timestamptz)`;
  return sql`(
    with recursive due as materialized (
      select due.team from ${open} cross join lateral (
        select claim_team as team from historical_pull
        where (claim_provider, next_attempt_at) >= (open.provider, '-infinity')
          and (claim_provider, next_attempt_at) <= (open.provider, ${now}::timestamptz)
          and next_attempt_at is not null and claim_provider is not null
        order by claim_provider, next_attempt_at limit ${few + 1}
      ) as due limit ${few + 1}
    ), walk (number, team, is_around) as (
      select 0, ${after}::uuid, false where (select count(*) from due) > ${few}
      union all
      select walk.number + 1, next.team, next.team <= ${after}::uuid from walk cross join lateral (
        select coalesce(
          (select claim_team from historical_pull
            where claim_team > walk.team and ${isDue} order by claim_team limit 1),
          (select claim_team from historical_pull
            where not walk.is_around and claim_team <= (select ${after}::uuid) and ${isDue} order by claim_team limit 1)
        ) as team offset 0
      ) as next
      where next.team is not null and not (walk.is_around and next.team > ${after}::uuid)
    ), turn (number, team) as (
      select row_number() over (order by team <= ${after}::uuid, team), team from due
        where (select count(*) from due) <= ${few} group by team
      union all
      select number, team from walk where number > 0
    ), found (ids) as (
      select array(
        select found.id from (
          select turn.number, found.id, found.due from turn cross join lateral (
            select found.id, found.due
            from ${open}
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
          limit ${most + spare}
        ) as found
        order by found.number, found.due ${order}
      )
    )
    ${lockFound(most)})`;
};
