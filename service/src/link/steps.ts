// How far each session came and what went wrong, for the figures of its team. Nothing that a person types comes here.
import { sql, type QueryCreator, type UpdateQueryBuilder } from 'kysely';
import type { LinkStep } from 'svc-link/contract';
import { dayOf } from '../work/index.js';
import type { Tables, Tx } from '../db/index.js';
import type { LinkSessionRow } from './session-row.js';

type Note = { readonly step: LinkStep } | { readonly problem: string };

/** Errors of sign-ins that the provider accepted. */
const afterSignIn: ReadonlySet<string> = new Set(['duplicate_connection', 'required_scopes_not_granted']);

/** What the end of a try with an error is noted as. */
export const notesOf = (errorType: string): readonly Note[] => [
  ...(afterSignIn.has(errorType) ? [{ step: 'signed_in' } as const] : []),
  { problem: errorType },
];

/** Notes something of a session in the same statement as the query that follows: no round trip of its own. */
export const noting = (
  tx: Tx,
  session: Pick<LinkSessionRow, 'id' | 'team_id' | 'started_on' | 'provider'>,
  at: Date,
  ...notes: readonly Note[]
): QueryCreator<Tables> =>
  tx.with('noted', (query) =>
    query.insertInto('link_step').values(
      notes.map((note) => ({
        session_id: session.id,
        team_id: session.team_id,
        day: dayOf(session.started_on ?? at),
        step: 'step' in note ? note.step : 'problem',
        provider: session.provider,
        error_type: 'problem' in note ? note.problem : null,
        at,
      })),
    ),
  );

type EndedSessions = UpdateQueryBuilder<Tables, 'link_session', 'link_session', LinkSessionRow>;

/** Ends any number of sessions with an error, and notes it of each in the same statement. */
export async function notingProblems(
  tx: Tx,
  end: (query: QueryCreator<Tables>) => EndedSessions,
): Promise<void> {
  await tx
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
    .execute();
}
