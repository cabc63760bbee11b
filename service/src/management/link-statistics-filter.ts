// The filter of the statistics: the sessions of a team that were opened in a range of days.
import { sql } from 'kysely';
import { longestRange, statisticsDays, type readLinkFunnel } from 'svc-link/contract';
import type { output } from 'zod/mini';
import { addDays, dayOf, daysBetween } from '../work/index.js';
import type { Db } from '../db/index.js';
import { invalid } from '../http/index.js';

export interface StatisticsFilter {
  readonly teamId: string;
  /** The first day, as YYYY-MM-DD in UTC. */
  readonly start: string;
  /** The day after the last one. */
  readonly end: string;
  readonly provider: string | undefined;
}

/**
 * The filter of a query; by default the last 28 days including today. Throws 422 if the days are out of order or too far
 * apart.
 */
export function filterOf(
  teamId: string,
  requested: output<typeof readLinkFunnel.query>,
  now: Date,
): StatisticsFilter {
  const { end = addDays(dayOf(now), 1), provider } = requested;
  const { start = addDays(end, -statisticsDays) } = requested;
  if (start >= end)
    throw wrongEnd(
      'end is not after start: it is the day after the last one that counts, and tomorrow where it is left out',
    );
  if (addDays(start, longestRange) < end)
    throw wrongEnd(`end is more than ${longestRange} days after start: ask for less at a time`);
  return { teamId, start, end, provider };
}

const wrongEnd = (msg: string) => invalid({ loc: ['query', 'end'], msg, type: 'custom' });

/** Every day of the range, in order. */
export const daysOf = ({ start, end }: StatisticsFilter): readonly string[] =>
  daysBetween(start, addDays(end, -1));

/** The first day of a team whose totals are not final yet. */
const countedUntil = (teamId: string) =>
  sql<string>`coalesce((select until from link_counted where team_id = ${teamId}), '')`;

/**
 * The totals of finished days, and, for other days, the figures of deleted sessions. One statement reads these together
 * with the steps, because sessions are deleted and days are finished meanwhile.
 */
export const figuresOf = (db: Db, { teamId, start, end }: StatisticsFilter) => {
  const of = (table: 'link_day' | 'link_total') =>
    db
      .selectFrom(table)
      .select(['day', 'provider', 'step', 'error_type', 'sessions', 'times'])
      .where('team_id', '=', teamId)
      .where('day', '>=', start)
      .where('day', '<', end);
  return db.selectFrom(
    of('link_total')
      .where('day', '<', countedUntil(teamId))
      .unionAll(of('link_day').where('day', '>=', countedUntil(teamId)))
      .as('figure'),
  );
};

/** The recorded steps of sessions from days that are not finished yet, for all providers. */
export const stepsOf = (db: Db, { teamId, start, end }: StatisticsFilter) =>
  db
    .selectFrom('link_step')
    .where('team_id', '=', teamId)
    .where('day', '>=', start)
    .where('day', '>=', countedUntil(teamId))
    .where('day', '<', end);
