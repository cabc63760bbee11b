import { sql } from 'kysely';
import type { LinkProblems } from 'svc-link/contract';
import type { Db } from '../db/index.js';
import { figuresOf, stepsOf, type StatisticsFilter } from './link-statistics-filter.js';

/** Counts what went wrong in the sessions. */
export async function linkProblems(db: Db, filter: StatisticsFilter): Promise<LinkProblems> {
  const { provider, start, end } = filter;
  const gone = figuresOf(db, filter)
    .where('step', '=', 'problem')
    .where('provider', '=', provider ?? '')
    .select(({ fn }) => [
      'day',
      sql<string | null>`error_type`.as('error_type'),
      fn.sum<string>('times').as('times'),
      fn.sum<string>('sessions').as('sessions'),
    ])
    .groupBy(['day', 'error_type']);
  const rows = await stepsOf(db, filter)
    .where('step', '=', 'problem')
    .$if(provider !== undefined, (query) => query.where('provider', '=', provider ?? null))
    .select(({ fn }) => [
      'day',
      'error_type',
      fn.countAll<string>().as('times'),
      fn.count<string>('session_id').distinct().as('sessions'),
    ])
    .groupBy(['day', 'error_type'])
    .unionAll(gone)
    .execute();

  const problems = new Map<string, { error_type: string; sessions: number; times: number }>();
  const days = new Map<string, LinkProblems['days'][number]>();
  for (const { day, error_type, times, sessions } of rows) {
    // Every problem is stored with its error type.
    if (error_type === null) continue;
    const before = problems.get(error_type) ?? { error_type, sessions: 0, times: 0 };
    problems.set(error_type, {
      error_type,
      // A session is opened on one day only, so none counts twice.
      sessions: before.sessions + Number(sessions),
      times: before.times + Number(times),
    });
    const key = `${day} ${error_type}`;
    days.set(key, { date: day, error_type, times: (days.get(key)?.times ?? 0) + Number(times) });
  }
  return {
    start,
    end,
    problems: [...problems.values()].sort((a, b) => b.times - a.times || order(a.error_type, b.error_type)),
    days: [...days.values()].sort((a, b) => order(a.date, b.date) || order(a.error_type, b.error_type)),
  };
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
