// Limits how often sign-ins may be refused. A try is counted before the provider is asked and uncounted if it was not
// refused, so that tries at the same time cannot pass the limit. The counts are in the database, shared by all processes.
import { sql } from 'kysely';
import { after } from '../work/index.js';
import type { Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { tooManyTries } from '../http/index.js';
import { findProvider } from '../providers/index.js';
import { lockSession } from './sessions.js';

/** The most refusals with one link token, and failures of real providers. */
export const mostOfToken = 30;
/** How long a refusal of one user name at a provider counts, in seconds, over all tokens of a team. */
export const accountSeconds = 900;
/** The same for a real provider, whatever the settings say: it locks the accounts of people after some more. */
export const realAccount = { most: 5, seconds: 3600 } as const;

/** How many refusals in how many seconds are allowed of one user name; any number if `most` is 0. */
const limitOf = (provider: string, refusedSignIns: number) =>
  findProvider(provider)?.adapter ? realAccount : { most: refusedSignIns, seconds: accountSeconds };

type Tools = Pick<Deps, 'clock' | 'secrets' | 'refusedSignIns'>;

/** A try that was counted. `at` is in milliseconds. */
export interface CountedTry {
  readonly sessionId: string;
  readonly teamId: string;
  readonly account: string;
  readonly at: number;
}

/**
 * Counts a sign-in or a code. Throws 429 after too many. Locks the session and the account until the transaction ends.
 */
export async function countTry(
  tx: Tx,
  { clock, secrets, refusedSignIns }: Tools,
  session: { readonly id: string; readonly team_id: string },
  provider: string,
  username: string,
): Promise<CountedTry> {
  const now = clock.now();
  const { refused_sign_ins, expires_at } = await lockSession(tx, session.id);
  if (refused_sign_ins >= mostOfToken) throw tooManyTries(expires_at.getTime() - now.getTime());

  const counted: CountedTry = {
    sessionId: session.id,
    teamId: session.team_id,
    // A digest, because the user name may be an e-mail address.
    account: secrets.digest('sign-in', JSON.stringify([provider, bare(username)])),
    at: now.getTime(),
  };
  const { most, seconds } = limitOf(provider, refusedSignIns);
  const since = after(now, -seconds).getTime();
  const recent = (await lockTimes(tx, counted, now)).filter((time) => time > since);
  const oldest = recent[recent.length - most];
  if (most > 0 && oldest !== undefined) throw tooManyTries(oldest - since);

  // Keeps only the times that still count.
  await setTimes(tx, counted, most > 0 ? [...recent, counted.at] : []);
  await changeRefused(tx, counted, 1);
  return counted;
}

/** A user name without the differences that providers ignore, so that all spellings of one account count together. */
const bare = (username: string): string =>
  username
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Cf}]/gu, '');

/**
 * Uncounts a try that was not refused: of the account, which is not to blame, and of the token too unless `ofToken` is false. Then
 * one token cannot ask a provider for ever that lets nobody in, as one that has locked the account.
 */
export async function uncountTry(
  tx: Tx,
  counted: CountedTry,
  { ofToken = true }: { readonly ofToken?: boolean } = {},
): Promise<void> {
  // Locks in the same order as countTry, which avoids deadlocks.
  await changeRefused(tx, counted, ofToken ? -1 : 0);
  const times = await lockTimes(tx, counted, new Date(counted.at));
  const at = times.lastIndexOf(counted.at);
  if (at >= 0) await setTimes(tx, counted, times.toSpliced(at, 1));
}

/** Deletes the counts that no longer matter at `now`. */
export async function pruneTries(tx: Tx, now: Date): Promise<void> {
  const since = after(now, -Math.max(accountSeconds, realAccount.seconds));
  await tx.deleteFrom('sign_in_try').where('latest', '<=', since).execute();
}

/** The times of an account's tries. Creates its row if needed and locks it. */
async function lockTimes(tx: Tx, { teamId, account }: CountedTry, at: Date): Promise<readonly number[]> {
  const { times } = await tx
    .insertInto('sign_in_try')
    .values({ team_id: teamId, account, times: '[]', latest: at })
    .onConflict((conflict) =>
      conflict
        .columns(['team_id', 'account'])
        .doUpdateSet({ latest: sql`greatest(sign_in_try.latest, excluded.latest)` }),
    )
    .returning('times')
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

async function changeRefused(tx: Tx, { sessionId }: CountedTry, by: 1 | 0 | -1): Promise<void> {
  await tx
    .updateTable('link_session')
    .set((eb) => ({ refused_sign_ins: eb('refused_sign_ins', '+', by) }))
    .where('id', '=', sessionId)
    .execute();
}
