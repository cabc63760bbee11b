// Extends a link token for a person who has not finished yet. Its team or our own page asks for this.
import { after } from '../work/index.js';
import type { Tx } from '../db/index.js';
import { badToken } from '../http/index.js';
import { hash } from '../crypto/index.js';
import { latestEnd, tokenSeconds, usageProblem } from './sessions.js';
import { extendAttempt } from './oauth/index.js';
import type { LinkSessionRow } from './session-row.js';

/**
 * Extends a team's link token as far as the limit allows and returns the new end. Throws 401 if the token is not usable any
 * more. A token of another team counts as unknown.
 */
export async function extendToken(tx: Tx, teamId: string, token: string, now: Date): Promise<Date> {
  const session = await tx
    .selectFrom('link_session')
    .selectAll()
    .where('token_hash', '=', hash(token))
    .where('team_id', '=', teamId)
    .forUpdate()
    .executeTakeFirst();
  const { expires_at } = await extendSession(tx, session, now);
  return expires_at;
}

/** The same for a locked session; returns the session. */
export async function extendSession(
  tx: Tx,
  session: LinkSessionRow | undefined,
  now: Date,
): Promise<LinkSessionRow> {
  const problem = usageProblem(session, now);
  if (!session || problem) throw badToken(problem ?? 'invalid_token');
  const later = after(session.expires_at, tokenSeconds);
  const latest = latestEnd(session);
  const expires_at = later < latest ? later : latest;
  await tx.updateTable('link_session').set({ expires_at }).where('id', '=', session.id).execute();
  const extended = { ...session, expires_at };
  await extendAttempt(tx, extended);
  return extended;
}
