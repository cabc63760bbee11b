// Counts a team's connections by state. The counts come from an index of the team; reasons are read for broken connections
// only.
import { sql } from 'kysely';
import type { Db } from '../db/index.js';

export interface CountedState {
  readonly provider: string;
  readonly status: string;
  readonly connections: number;
}

/** A reason why connections in a state are broken, or were broken when they were paused. */
export interface CountedProblem extends CountedState {
  readonly error_type: string;
  /** When the first of these connections broke. */
  readonly since: string;
}

export async function countStates(db: Db, teamId: string): Promise<readonly CountedState[]> {
  const rows = await db
    .selectFrom('connection')
    .where('team_id', '=', teamId)
    .select(({ fn }) => ['provider', 'status', fn.countAll<string>().as('connections')])
    .groupBy(['provider', 'status'])
    .execute();
  return rows.map(({ connections, ...row }) => ({ ...row, connections: Number(connections) }));
}

export async function countProblems(db: Db, teamId: string): Promise<readonly CountedProblem[]> {
  const rows = await db
    .selectFrom('connection')
    .where('team_id', '=', teamId)
    .where('error_details', 'is not', null)
    .select(({ fn }) => [
      'provider',
      'status',
      sql<string>`error_details ->> 'error_type'`.as('error_type'),
      // All times have one format, so the smallest string is the earliest time.
      sql<string>`min(error_details ->> 'since')`.as('since'),
      fn.countAll<string>().as('connections'),
    ])
    .groupBy(['provider', 'status', 'error_type'])
    .execute();
  return rows.map(({ connections, ...row }) => ({ ...row, connections: Number(connections) }));
}

export interface CountedPulls {
  readonly pulling: number;
  readonly retrying: number;
}

/** Counts the connections whose past data has not come yet, by provider. */
export async function countPulling(db: Db, teamId: string): Promise<ReadonlyMap<string, CountedPulls>> {
  const unfinished = db
    .selectFrom('historical_pull as pull')
    .innerJoin('connection', 'connection.id', 'pull.connection_id')
    .where('connection.team_id', '=', teamId)
    .where('connection.status', '=', 'connected')
    // Makes the database use the index of claimable pulls, which has few rows.
    .where('pull.claim_provider', 'is not', null)
    // Some pulls that have ended are tried again later.
    .where('pull.next_attempt_at', 'is not', null)
    .where('pull.ended_on', 'is', null)
    .select(['connection.id', 'connection.provider'])
    .select(sql<boolean>`bool_or(pull.status = 'retrying')`.as('is_retrying'))
    .groupBy('connection.id');
  const rows = await db
    .selectFrom(unfinished.as('connection'))
    .select(({ fn }) => [
      'provider',
      fn.countAll<string>().as('pulling'),
      fn.countAll<string>().filterWhere('is_retrying', '=', true).as('retrying'),
    ])
    .groupBy('provider')
    .execute();
  return new Map(
    rows.map(({ provider, pulling, retrying }) => [
      provider,
      { pulling: Number(pulling), retrying: Number(retrying) },
    ]),
  );
}
