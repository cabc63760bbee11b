// Ends sessions whose wait for a code or for the team's confirmation has timed out.
import type { Tx } from '../db/index.js';
import { forgetLeftCodes } from './phone.js';
import { endSessionsWithProblem } from './steps.js';

/** How many sessions one transaction ends. The limit keeps it short. */
const mostAtOnce = 1000;

/** Ends waits that have timed out at `now`. Their tokens can be used again. Returns whether there may be more. */
export async function endOverdue(tx: Tx, now: Date): Promise<boolean> {
  const challenges = await endSessionsWithProblem(tx, (query) =>
    query
      .updateTable('link_session')
      .set({
        state: 'error',
        error_type: 'provider_credential_error',
        challenge: null,
        challenge_expires_at: null,
        wrong_codes: 0,
        ended_on: now,
      })
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('link_session')
          .select('id')
          .where('challenge', 'is not', null)
          .where('challenge_expires_at', '<=', now)
          .limit(mostAtOnce),
      )
      // Checked again, because another process may have ended the wait since the inner query.
      .where('challenge', 'is not', null)
      .returningAll(),
  );
  const confirmations = await endSessionsWithProblem(tx, (query) =>
    query
      .updateTable('link_session')
      .set({
        // Nothing was connected. To the person this looks as if they had left.
        state: 'error',
        error_type: 'user_cancelled',
        pending_connection: null,
        confirm_hash: null,
        confirm_expires_at: null,
        ended_on: now,
      })
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('link_session')
          .select('id')
          .where('pending_connection', 'is not', null)
          .where('confirm_expires_at', '<=', now)
          .limit(mostAtOnce),
      )
      .where('pending_connection', 'is not', null)
      .returningAll(),
  );
  const codes = await forgetLeftCodes(tx, mostAtOnce);
  return [challenges, confirmations, codes].includes(mostAtOnce);
}
