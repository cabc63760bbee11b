// Limits how often providers may refuse sign-ins and OAuth codes. A try is counted before
// the provider is asked, and uncounted if the provider did not refuse it, so that tries
// at the same time cannot pass the limit. All processes share the counts in the database.
import { sql } from 'kysely';
import { after } from '../work/index.js';
import type { Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { tooManyTries } from '../http/index.js';
import { findProvider } from '../providers/index.js';
import type { LinkSessionRow } from './session-row.js';

/** The most refusals and failures of real providers with one link token. */
export const mostOfToken = 30;
/** How long the refusal of a user name at a provider counts, in seconds. It counts for all tokens of a team. */
export const accountSeconds = 900;
/** The limit for a real provider, whatever the settings say: a few more refusals and it locks the person's account. */
export const realAccount = { most: 5, seconds: 3600 } as const;
/**
 * How many codes of one user real providers may refuse. Each takes
 * one of the few requests that all links of an application share.
 */
export const codesOfUser = { most: 10, seconds: 3600 } as const;

/** How many refusals are allowed in how many seconds. If `most` is 0, there is no limit. */
interface Limit {
  readonly most: number;
  readonly seconds: number;
}

/** The limit for one user name. */
const limitOf = (provider: string, refusedSignIns: number): Limit =>
  findProvider(provider)?.adapter ? realAccount : { most: refusedSignIns, seconds: accountSeconds };

type Tools = Pick<Deps, 'clock' | 'secrets' | 'refusedSignIns'>;
type CodeTools = Pick<Deps, 'clock' | 'secrets'>;
type Counting = Pick<LinkSessionRow, 'id' | 'team_id' | 'refused_sign_ins' | 'expires_at'>;

/** A try that was counted. `at` is in milliseconds. */
export interface CountedTry {
  readonly sessionId: string;
  readonly teamId: string;
  readonly account: string;
  readonly at: number;
}

/**
 * Counts a sign-in or a code of a locked session. Throws 429 after too many; the transaction must then be rolled back. Locks the
 * account until the transaction ends.
 */
export async function countTry(
  tx: Tx,
  { clock, secrets, refusedSignIns }: Tools,
  session: Counting,
  provider: string,
  username: string,
): Promise<CountedTry> {
  // A digest, because the user name may be an e-mail address.
  const account = secrets.digest('sign-in', JSON.stringify([provider, bare(username)]));
  return count(tx, session, account, limitOf(provider, refusedSignIns), clock.now());
}

/** The key under which a user's codes are counted. */
const codesOf = ({ secrets }: CodeTools, { user_id }: Pick<LinkSessionRow, 'user_id'>): string =>
  secrets.digest('sign-in', JSON.stringify([user_id]));

/** Counts a code that a person brings back from a real provider. */
export const countCode = (
  tx: Tx,
  tools: CodeTools,
  session: Counting & Pick<LinkSessionRow, 'user_id'>,
): Promise<CountedTry> => count(tx, session, codesOf(tools, session), codesOfUser, tools.clock.now());

/** Throws 429 if a code of the session would be refused for too many tries. Call it before the person goes to the provider. */
export async function requireCodeLeft(
  tx: Tx,
  tools: CodeTools,
  session: Counting & Pick<LinkSessionRow, 'user_id'>,
): Promise<void> {
  const now = tools.clock.now();
  requireTokenLeft(session, now);
  const tried = await tx
    .selectFrom('sign_in_try')
    .select('times')
    .where('team_id', '=', session.team_id)
    .where('account', '=', codesOf(tools, session))
    .executeTakeFirst();
  recentOf(tried?.times ?? [], codesOfUser, now);
}

function requireTokenLeft({ refused_sign_ins, expires_at }: Counting, now: Date): void {
  if (refused_sign_ins >= mostOfToken) throw tooManyTries(expires_at.getTime() - now.getTime());
}

/** The times that still count. Throws 429 if there are too many. */
function recentOf(times: readonly number[], { most, seconds }: Limit, now: Date): readonly number[] {
  if (most === 0) return [];
  const since = after(now, -seconds).getTime();
  const recent = times.filter((time) => time > since);
  const oldest = recent[recent.length - most];
  if (oldest !== undefined) throw tooManyTries(oldest - since);
  return recent;
}

async function count(
  tx: Tx,
  session: Counting,
  account: string,
  limit: Limit,
  now: Date,
): Promise<CountedTry> {
  requireTokenLeft(session, now);
  const counted: CountedTry = {
    sessionId: session.id,
    teamId: session.team_id,
    account,
    at: now.getTime(),
  };
  const own = limit.most > 0 ? [counted.at] : [];
  const times = await addTimes(tx, counted, own, now);
  const earlier = times.slice(0, times.length - own.length);
  const recent = recentOf(earlier, limit, now);
  // Keeps only the times that still count.
  if (recent.length < earlier.length) await setTimes(tx, counted, [...recent, ...own]);
  return counted;
}

/** Removes the differences that providers ignore from a user name, so that all spellings of an account count together. */
const bare = (username: string): string =>
  username
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Cf}]/gu, '');

/**
 * Uncounts a try that the provider did not refuse: for the account, and also for the token unless `ofToken` is false. With
 * `ofToken: false` one token cannot ask forever if a provider lets nobody in, for example because it has locked the account.
 */
export async function uncountTry(
  tx: Tx,
  { sessionId, teamId, account, at }: CountedTry,
  { ofToken = true }: { readonly ofToken?: boolean } = {},
): Promise<void> {
  const without = sql<string>`times - (
    select max(place)::integer - 1 from jsonb_array_elements(times) with ordinality as one (time, place)
    where time = ${String(at)}::jsonb)`;
  // The account's update uses what the session's update returns, so it runs second, as in `countTry`. This prevents deadlocks.
  await tx
    .with('token', (query) =>
      query
        .updateTable('link_session')
        .set((eb) => ({ refused_sign_ins: eb('refused_sign_ins', '-', ofToken ? 1 : 0) }))
        .where('id', '=', sessionId)
        .returning('id'),
    )
    .updateTable('sign_in_try')
    .from('token')
    .set(({ fn, ref }) => ({ times: fn.coalesce(without, ref('times')) }))
    .where('team_id', '=', teamId)
    .where('account', '=', account)
    .execute();
}

/** How many rows one transaction deletes. The limit keeps it short. */
const mostAtOnce = 5000;

/** Deletes the counts that no longer matter at `now`. Returns whether there may be more. */
export async function pruneTries(tx: Tx, now: Date): Promise<boolean> {
  const since = after(now, -Math.max(accountSeconds, realAccount.seconds, codesOfUser.seconds));
  const { numAffectedRows } = await sql`
    delete from sign_in_try where (team_id, account) in (
      select team_id, account from sign_in_try where latest <= ${since} order by latest limit ${mostAtOnce}
    ) and latest <= ${since}`.execute(tx);
  return Number(numAffectedRows ?? 0) === mostAtOnce;
}

/**
 * Adds times to the tries of an account, which it locks, and adds one to the count of the token. One statement does both. Returns
 * all times, the added ones last.
 */
async function addTimes(
  tx: Tx,
  { sessionId, teamId, account }: CountedTry,
  added: readonly number[],
  at: Date,
): Promise<readonly number[]> {
  const { times } = await tx
    .with('counted', (query) =>
      query
        .insertInto('sign_in_try')
        .values({ team_id: teamId, account, times: JSON.stringify(added), latest: at })
        .onConflict((conflict) =>
          conflict.columns(['team_id', 'account']).doUpdateSet({
            times: sql`sign_in_try.times || excluded.times`,
            latest: sql`greatest(sign_in_try.latest, excluded.latest)`,
          }),
        )
        .returning('times'),
    )
    .updateTable('link_session')
    .from('counted')
    .set((eb) => ({ refused_sign_ins: eb('refused_sign_ins', '+', 1) }))
    .where('id', '=', sessionId)
    .returning('counted.times')
    .executeTakeFirstOrThrow();
  return times;
}

async function setTimes(tx: Tx, { teamId, account }: CountedTry, times: readonly number[]): Promise<void> {
  await tx
    .updateTable('sign_in_try')
    .set({ times: JSON.stringify(times) })
    .where('team_id', '=', teamId)
    .where('account', '=', account)
    .execute();
}
