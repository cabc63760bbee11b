// How often people may be refused. A try is counted before the provider is asked and given back unless it was refused, so
// that many at the same time are as many; the counts are in the database, where every process finds them.
import { sql } from 'kysely';
import { after } from '../work/index.js';
import type { Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { tooManyTries } from '../http/index.js';
import { lockSession } from './sessions.js';

/** Refusals with one link token. */
export const mostOfToken = 30;
/** For how long those with one user name at a provider count, over all tokens of a team. */
export const accountSeconds = 900;

type Tools = Pick<Deps, 'clock' | 'secrets' | 'refusedSignIns'>;

/** A try that was counted: whose, and when, in milliseconds. */
export interface CountedTry {
  readonly sessionId: string;
  readonly teamId: string;
  readonly account: string;
  readonly at: number;
}

/**
 * Counts a try to sign in, or a code of one. Throws 429 if there were too many. The session is locked, and so is the
 * account until the end of the transaction.
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
    // What may be an e-mail address is not kept.
    account: secrets.digest('sign-in', JSON.stringify([provider, bare(username)])),
    at: now.getTime(),
  };
  const since = after(now, -accountSeconds).getTime();
  const recent = (await lockTimes(tx, counted, now)).filter((time) => time > since);
  const oldest = recent[recent.length - refusedSignIns];
  if (refusedSignIns > 0 && oldest !== undefined) throw tooManyTries(oldest - since);

  // No more of them than can count.
  await setTimes(tx, counted, refusedSignIns > 0 ? [...recent, counted.at] : []);
  await changeRefused(tx, counted, 1);
  return counted;
}

/** A user name without what providers pass over: of an account that can be written in many ways, all count together. */
const bare = (username: string): string =>
  username
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Cf}]/gu, '');

/** Takes a try back that was not refused. */
export async function uncountTry(tx: Tx, counted: CountedTry): Promise<void> {
  // In the same order as above, so that nobody waits for each other.
  await changeRefused(tx, counted, -1);
  const times = await lockTimes(tx, counted, new Date(counted.at));
  const at = times.lastIndexOf(counted.at);
  if (at >= 0) await setTimes(tx, counted, times.toSpliced(at, 1));
}

/** Forgets accounts of which nothing counts any more at `now`. */
export async function pruneTries(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('sign_in_try').where('latest', '<=', after(now, -accountSeconds)).execute();
}

/** The times of an account's tries; its row is there from here on, and locked. */
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

async function changeRefused(tx: Tx, { sessionId }: CountedTry, by: 1 | -1): Promise<void> {
  await tx
    .updateTable('link_session')
    .set((eb) => ({ refused_sign_ins: eb('refused_sign_ins', '+', by) }))
    .where('id', '=', sessionId)
    .execute();
}
