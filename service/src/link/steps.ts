// Records how far each session came and which problem it had, for
// the statistics of its team. Stores nothing that a person typed.
import { sql, type QueryCreator, type UpdateQueryBuilder } from 'kysely';
import type { LinkStep } from 'svc-link/contract';
import { dayOf } from '../work/index.js';
import { afterCommit, type Tables, type Tx } from '../db/index.js';
import { requestIdNow } from '../http/index.js';
import { linkErrors, linkSteps } from '../metrics/index.js';
import type { LinkSessionRow } from './session-row.js';

type StepRecord = { readonly step: LinkStep } | { readonly problem: string };

/** Errors that can only come after the provider has accepted the sign-in. */
const afterSignIn: ReadonlySet<string> = new Set([
  'duplicate_connection',
  'account_mismatch',
  'required_scopes_not_granted',
]);

/** The records of a try that ended with this error. */
export const recordsOfError = (errorType: string): readonly StepRecord[] => [
  ...(afterSignIn.has(errorType) ? [{ step: 'signed_in' } as const] : []),
  { problem: errorType },
];

/** Begins a query that also inserts step records of a session, which saves a round trip. */
export const withRecordedSteps = (
  tx: Tx,
  session: Pick<LinkSessionRow, 'id' | 'team_id' | 'started_on' | 'provider'>,
  at: Date,
  ...records: readonly StepRecord[]
): QueryCreator<Tables> => {
  afterCommit(() => {
    for (const record of records) countRecord(record, session.provider);
  });
  return tx.with('recorded', (query) =>
    query.insertInto('link_step').values(
      records.map((record) => ({
        session_id: session.id,
        team_id: session.team_id,
        day: dayOf(session.started_on ?? at),
        step: 'step' in record ? record.step : 'problem',
        provider: session.provider,
        error_type: 'problem' in record ? record.problem : null,
        request_id: requestIdNow(),
        at,
      })),
    ),
  );
};

function countRecord(record: StepRecord, slug: string | null): void {
  const provider = slug ?? 'none';
  if ('step' in record) linkSteps.inc({ step: record.step, provider });
  else linkErrors.inc({ error_type: record.problem, provider });
}

type EndedSessions = UpdateQueryBuilder<Tables, 'link_session', 'link_session', LinkSessionRow>;

/** Ends sessions with an error and records the error for each, in one statement. Returns how many it ended. */
export async function endSessionsWithProblem(
  tx: Tx,
  end: (query: QueryCreator<Tables>) => EndedSessions,
): Promise<number> {
  const problems = await tx
    .with('ended', end)
    .insertInto('link_step')
    .columns(['session_id', 'team_id', 'day', 'step', 'provider', 'error_type', 'at'])
    .expression((query) =>
      query
        .selectFrom('ended')
        .select([
          'id',
          'team_id',
          sql<string>`to_char(started_on at time zone 'UTC', 'YYYY-MM-DD')`.as('day'),
          sql<'problem'>`'problem'`.as('step'),
          'provider',
          'error_type',
          'ended_on',
        ]),
    )
    .returning(['error_type', 'provider'])
    .execute();
  afterCommit(() => {
    for (const { error_type, provider } of problems) countRecord({ problem: error_type ?? 'none' }, provider);
  });
  return problems.length;
}
