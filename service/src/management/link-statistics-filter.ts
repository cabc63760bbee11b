// Which sessions the statistics count: those of a team that were opened in a range of days.
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

/** The filter of a query; by default the last 28 days with today. 422 if the days are out of order or too far apart. */
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

/** Every day, the first one first. */
export const daysOf = ({ start, end }: StatisticsFilter): readonly string[] =>
  daysBetween(start, addDays(end, -1));

/** The figures of those of these sessions that are gone. Asked in one statement with the steps, as sessions go meanwhile. */
export const figuresOf = (db: Db, { teamId, start, end }: StatisticsFilter) =>
  db.selectFrom('link_day').where('team_id', '=', teamId).where('day', '>=', start).where('day', '<', end);

/** The recorded steps of these sessions, of all providers. */
export const stepsOf = (db: Db, { teamId, start, end }: StatisticsFilter) =>
  db.selectFrom('link_step').where('team_id', '=', teamId).where('day', '>=', start).where('day', '<', end);
