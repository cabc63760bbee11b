// Which providers fail for the people of a team at the moment, so that the picker can say it before anybody signs in there.
import type { LinkErrorType } from 'svc-link/contract';
import type { Db } from '../db/index.js';
import { keptByKey } from '../work/index.js';

/** In milliseconds. A provider at which nobody tries any more counts as well again after this. */
const window = 15 * 60_000;
/** How old what was read may be. */
const keptFor = 10_000;
/** A provider is degraded once so many people in a row failed. One person alone may have an account that it cannot read. */
const people = 3;
/** The most outcomes that are looked at, the latest: so many say as much as all, and cost no more in a large team. */
const mostOutcomes = 300;

/** By slug. */
export type Degraded = (teamId: string, now: Date) => Promise<ReadonlySet<string>>;

export const createDegraded = (db: Db): Degraded =>
  keptByKey(
    (teamId, now) => readDegraded(db, teamId, now),
    (readAt, now) => Math.abs(now.getTime() - readAt.getTime()) < keptFor,
  );

/** Errors that say nothing of the provider: it was not asked. Any other one but `provider_api_error` is an answer of it. */
const withoutAnswer: readonly LinkErrorType[] = [
  'invalid_token',
  'token_expired',
  'token_not_validated',
  'token_consumed',
  'user_cancelled',
];

/** The same as it is now, by slug. */
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
