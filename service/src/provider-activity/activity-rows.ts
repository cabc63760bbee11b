// Counts of activity: 24 rows for each team, provider and kind. Each row is reused a day later. All times are real time.
import { sql } from 'kysely';
import { type Db, rowsOf, type Tx } from '../db/index.js';
import type { Retention } from '../retention/index.js';

/**
 * What is counted: `renewed`, tokens were renewed; `refused`, the provider refused that; `failed`, it failed for another
 * reason; `notice`, a notice came; `request`, a request was sent with a grant.
 */
export type ActivityKind = 'renewed' | 'refused' | 'failed' | 'notice' | 'request';

/** How often something happened with a grant since the last time that counts were stored. */
export interface GrantActivity {
  readonly grant_id: string;
  readonly kind: ActivityKind;
  readonly times: number;
}

const columns = { grant_id: 'uuid', kind: 'text', times: 'integer' } as const;

/** Adds the counts to the teams whose connections use these grants, with one statement. */
export const addActivity = (db: Db, rows: readonly GrantActivity[]): Promise<unknown> =>
  sql`with happened as (
        select connection.team_id, connection.provider, given.kind, sum(given.times)::integer as times
        from ${rowsOf(rows, columns)}
        -- Several connections of a team with one account are one grant.
        join lateral (
          select distinct team_id, provider from connection where connection.grant_id = given.grant_id
        ) as connection on true
        group by 1, 2, 3
      )
      insert into provider_activity as kept (team_id, provider, kind, slot, hour, times, latest)
      select team_id, provider, kind, extract(hour from now() at time zone 'UTC'), ${thisHour}, times, now()
      from happened
      -- Always in the same order, so that two processes do not wait for each other.
      order by 1, 2, 3
      on conflict (team_id, provider, kind, slot) do update set
        times = excluded.times + case when kept.hour = excluded.hour then kept.times else 0 end,
        hour = excluded.hour,
        latest = excluded.latest`.execute(db);

const thisHour = sql<Date>`date_trunc('hour', now() at time zone 'UTC') at time zone 'UTC'`;

/** What happened with a team's connections at a provider. */
export interface TeamActivity {
  /** How often it happened in the last 24 hours, including the current one. */
  readonly times: number;
  /** When it happened last. Old counts are deleted. */
  readonly latest: Date;
}

/** The activity by provider, and then by kind. */
export async function readActivity(
  db: Db,
  teamId: string,
): Promise<ReadonlyMap<string, ReadonlyMap<string, TeamActivity>>> {
  const rows = await db
    .selectFrom('provider_activity')
    .where('team_id', '=', teamId)
    .select(['provider', 'kind'])
    .select(sql<string | null>`sum(times) filter (where hour > now() - interval '24 hours')`.as('times'))
    .select(({ fn }) => fn.max('latest').as('latest'))
    .groupBy(['provider', 'kind'])
    .execute();
  const providers = new Map<string, Map<string, TeamActivity>>();
  for (const { provider, kind, times, latest } of rows) {
    const kinds = providers.get(provider) ?? new Map<string, TeamActivity>();
    providers.set(provider, kinds.set(kind, { times: Number(times), latest }));
  }
  return providers;
}

/** How many rows one transaction deletes, so that it stays short. */
const mostAtOnce = 5000;

/** Deletes the counts of things that have not happened for long. Returns whether there may be more. */
export async function pruneActivity(tx: Tx, _now: Date, { activity }: Retention): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from provider_activity where (team_id, provider, kind, slot) in (
      select team_id, provider, kind, slot from provider_activity
      where latest < now() - make_interval(days => ${activity}) order by latest limit ${mostAtOnce})`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0) === mostAtOnce;
}
