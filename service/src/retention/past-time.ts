// Finds rows that are older than the retention allows, with an index: the service's time applies, or the shorter time of a
// team.
import { sql, type RawBuilder } from 'kysely';
import type { RetentionKind } from 'svc-link/contract';
import { addDays, after, dayOf } from '../work/index.js';
import type { Retention } from './retention.js';

/** Rows that have a team and an age. */
export interface Aged {
  readonly table: 'link_session' | 'event' | 'bulk_operation';
  /** The column with the time from which a row's age counts. */
  readonly since: string;
  readonly kind: RetentionKind;
  /** A condition that limits the rows. */
  readonly only?: RawBuilder<boolean>;
}

/** How many days a team keeps a kind of data. */
const ownDays = (kind: RetentionKind, most: number): RawBuilder<number> =>
  sql<number>`least((team.retention ->> ${kind})::integer, ${most === 0 ? null : most}::integer)`;

/** A query for the ids of up to `most` rows that are older than the retention allows at `now`. */
export function idsPastTime(
  { table, since, kind, only = sql<boolean>`true` }: Aged,
  retention: Retention,
  now: Date,
  most: number,
): RawBuilder<{ id: string }> {
  const days = retention[kind];
  return sql`
    (select id from ${sql.table(table)} where ${sql.ref(since)} <= ${after(now, -days * 86_400)} and ${only}
      order by ${sql.ref(since)} limit ${most})
    union
    (select past.id from team cross join lateral (
      select id from ${sql.table(table)}
      where team_id = team.id and ${only}
        and ${sql.ref(since)} <= ${now}::timestamptz - make_interval(days => ${ownDays(kind, days)})
      order by ${sql.ref(since)} limit ${most}
    ) as past
    where team.retention is not null and team.retention ->> ${kind} is not null limit ${most})`;
}

/** A query for connections that have data before the first day that is kept, with that day. */
export function keptFrom(
  retention: Retention,
  now: Date,
  most: number,
): RawBuilder<{ id: string; kept_from: string }> {
  const today = dayOf(now);
  const days = retention.health;
  const own = sql<string>`to_char(${today}::date - ${ownDays('health', days)}, 'YYYY-MM-DD')`;
  const ofTeams = sql`
    (select past.id, own.kept_from from team
      cross join lateral (select ${own} as kept_from) as own
      cross join lateral (
        select id from connection
        where team_id = team.id and coalesce(kept_from, '') < own.kept_from limit ${most}
      ) as past
    where team.retention is not null and team.retention ->> 'health' is not null limit ${most})`;
  if (days === 0) return sql`${ofTeams}`;
  const first = addDays(today, -days);
  return sql`(select id, ${first} as kept_from from connection where coalesce(kept_from, '') < ${first} limit ${most})
    union all ${ofTeams}`;
}
