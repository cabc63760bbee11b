// Which providers fail for the people of a team at the moment, so that the picker can show it before anybody signs in
// there.
import type { LinkErrorType } from 'svc-link/contract';
import type { Db } from '../db/index.js';
import { keptByKey } from '../work/index.js';

/** In milliseconds. After this time without a try, a provider counts as working again. */
const window = 15 * 60_000;
/** For how long a result is reused, in milliseconds. */
const keptFor = 10_000;
/** A provider is degraded if this many people in a row failed. A single person may have an account that cannot be read. */
const people = 3;
/** How many of the latest outcomes are looked at: enough for a decision, and no more expensive in a large team. */
const mostOutcomes = 300;

/** Returns the slugs of a team's degraded providers. */
export type Degraded = (teamId: string, now: Date) => Promise<ReadonlySet<string>>;

export const createDegraded = (db: Db): Degraded =>
  keptByKey(
    (teamId, now) => readDegraded(db, teamId, now),
    (readAt, now) => Math.abs(now.getTime() - readAt.getTime()) < keptFor,
  );

/**
 * Errors that say nothing about the provider, because it was not asked. Every other error but `provider_api_error` is an
 * answer from it.
 */
const withoutAnswer: readonly LinkErrorType[] = [
  'invalid_token',
  'token_expired',
  'token_not_validated',
  'token_consumed',
  'user_cancelled',
];

/** The current result, by slug. */
export async function readDegraded(db: Db, teamId: string, now: Date): Promise<ReadonlySet<string>> {
  const outcomes = await db
    .selectFrom('link_step')
    .innerJoin('link_session', 'link_session.id', 'link_step.session_id')
    .where('link_step.team_id', '=', teamId)
    .where('link_step.at', '>', new Date(now.getTime() - window))
    .where('link_step.step', 'in', ['problem', 'challenged', 'connected'])
    .where('link_step.provider', 'is not', null)
    .select(['link_step.provider', 'link_step.error_type', 'link_session.user_id'])
    .orderBy('link_step.at', 'desc')
    .limit(mostOutcomes)
    .execute();
  const failedFor = new Map<string, Set<string>>();
  const answered = new Set<string>();
  for (const { provider, error_type, user_id } of outcomes) {
    if (provider === null || answered.has(provider) || withoutAnswer.some((each) => each === error_type))
      continue;
    if (error_type !== 'provider_api_error') answered.add(provider);
    else failedFor.set(provider, (failedFor.get(provider) ?? new Set()).add(user_id));
  }
  return new Set([...failedFor].filter(([, users]) => users.size >= people).map(([provider]) => provider));
}
