import { sql } from 'kysely';
import type { UserConnection } from 'svc-link/contract';
import type { Db } from '../db/index.js';
import { consentOf } from '../connections/index.js';
import { findProvider, usesApplication } from '../providers/index.js';

/** The state of a user's connections, without the data that came over them. */
export async function userConnections(db: Db, userId: string): Promise<UserConnection[]> {
  const rows = await db
    .selectFrom('connection')
    .leftJoin('provider_grant as given', 'given.id', 'connection.grant_id')
    .where('connection.user_id', '=', userId)
    .select(['connection.id', 'connection.provider', 'connection.status', 'connection.created_on'])
    .select('connection.consent')
    .select(['connection.application', 'connection.error_details', 'connection.next_pull_at'])
    .select(['given.renewed_on', 'given.access_until', 'given.suspected_on', 'connection.grant_id'])
    .select(
      sql<Date | null>`(select max(blocked_until) from provider_budget where provider_budget.provider = connection.provider
        and provider_budget.application = given.application and scope = given.id::text and blocked_until > now())`.as(
        'blocked_until',
      ),
    )
    .orderBy('connection.created_on')
    .orderBy('connection.provider')
    .execute();
  if (rows.length === 0) return [];
  const pulls = await db
    .selectFrom('historical_pull')
    .where(
      'connection_id',
      'in',
      rows.map(({ id }) => id),
    )
    .select(['connection_id', 'status', 'error_details', 'next_attempt_at', 'ended_on'])
    .orderBy('resource')
    .execute();
  return rows.map((row): UserConnection => {
    const own = pulls.filter(({ connection_id }) => connection_id === row.id);
    const ended = (status: string): number => own.filter((pull) => pull.status === status).length;
    const isPulled = row.status === 'connected';
    const entry = findProvider(row.provider);
    return {
      provider: row.provider,
      name: entry?.name ?? row.provider,
      status: row.status,
      created_on: row.created_on.toISOString(),
      application: row.application !== null ? 'team' : entry && !usesApplication(entry) ? null : 'service',
      consent: consentOf(row.consent),
      not_shared: leftOut(row.consent?.resources, entry),
      error_details: row.error_details && {
        error_type: row.error_details.error_type,
        error_message: row.error_details.error_message,
        since: row.error_details.since,
      },
      grant: row.renewed_on && {
        renewed_on: row.renewed_on.toISOString(),
        access_until: row.access_until?.toISOString() ?? null,
        refused_since: row.suspected_on?.toISOString() ?? null,
        blocked_until: row.blocked_until?.toISOString() ?? null,
      },
      historical_pulls: {
        pulling: own.filter(({ ended_on }) => ended_on === null).length,
        success: ended('success'),
        failure: ended('failure'),
      },
      pull_problems: problemsOf(own.flatMap(({ error_details }) => error_details ?? [])),
      next_attempt_at: isPulled
        ? earliest(own.flatMap(({ next_attempt_at }) => next_attempt_at ?? []))
        : null,
      next_pull_at: isPulled ? (row.next_pull_at?.toISOString() ?? null) : null,
    };
  });
}

/** The resources of a provider that the person did not agree to; none if it is not known what the person agreed to. */
const leftOut = (shared: readonly string[] | undefined, entry: ReturnType<typeof findProvider>): string[] =>
  shared === undefined || !entry
    ? []
    : entry.resources.flatMap(({ name }) => (shared.includes(name) ? [] : [name]));

type PullProblem = UserConnection['pull_problems'][number];

const problemsOf = (
  all: readonly { readonly error_type: string; readonly error_message: string }[],
): PullProblem[] => [
  ...new Map(
    all.map(({ error_type, error_message }) => [
      `${error_type} ${error_message}`,
      { error_type, error_message },
    ]),
  ).values(),
];

const earliest = (times: readonly Date[]): string | null =>
  times.length === 0 ? null : new Date(Math.min(...times.map(Number))).toISOString();
