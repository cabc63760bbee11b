import { sql } from 'kysely';
import type { Db } from '../db/index.js';

/** The most overdue pulls that are counted. The longest overdue come first. */
const mostCounted = 1000;

export interface PullFigures {
  /** The kind of data: past data after a link, or the new days of each connection. */
  readonly kind: 'history' | 'days';
  /** How many pulls are overdue. At most a thousand are counted. */
  readonly overdue: number;
  /** How long the longest overdue pull has been due, in seconds; 0 if there is none. */
  readonly lag: number;
}

/** The pulls that are due for connections with these providers. `now` is read from the clock that these providers use. */
export async function readPullFigures(
  db: Db,
  providers: readonly string[],
  now: Date,
): Promise<readonly PullFigures[]> {
  if (providers.length === 0) return [];
  // Each provider is queried by itself: then an index holds the due rows in the order in which they became due.
  const late = {
    days: sql`
      select next_pull_at as due from connection
      where connection.provider = open.provider and status = 'connected' and next_pull_at < ${now}
      order by next_pull_at`,
    history: sql`
      select next_attempt_at as due from historical_pull
      where claim_provider = open.provider and next_attempt_at is not null and next_attempt_at < ${now}
      order by next_attempt_at`,
  };
  const figures = async (kind: PullFigures['kind']): Promise<PullFigures> => {
    const { rows } = await sql<Omit<PullFigures, 'kind'>>`
      select count(*)::integer as overdue,
        coalesce(extract(epoch from ${now}::timestamptz - min(due)), 0)::float8 as lag
      from (
        select late.due from (values ${sql.join(providers.map((slug) => sql`(${slug})`))}) as open (provider)
        cross join lateral (${late[kind]} limit ${mostCounted}) as late
        order by late.due limit ${mostCounted}
      ) as late`.execute(db);
    const [{ overdue, lag } = { overdue: 0, lag: 0 }] = rows;
    return { kind, overdue, lag };
  };
  return [await figures('days'), await figures('history')];
}
