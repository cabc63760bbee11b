// The codes that a provider asks for. The data for the next step is
// stored encrypted in the session's row, for ten minutes at most.
import { after } from '../work/index.js';
import type { Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { withRecordedSteps } from './steps.js';
import type { PendingChallenge } from '../providers/index.js';
import type { Secrets } from '../crypto/index.js';
import type { LinkSessionRow } from './session-row.js';

export interface Challenge {
  readonly method: string;
  readonly hint: string | null;
  readonly next: PendingChallenge;
  /** What the connection will store once all codes are right; JSON. */
  readonly credentials: string;
}

/** How long after the sign-in a code can be entered, in seconds, and how often each code may be wrong. */
export const challengeSeconds = 600;
export const mostWrongCodes = 5;

/**
 * Stores that a code is needed. Each further code has five tries of its own, but the ten minutes do not start again, because the
 * credentials must not be kept longer.
 */
export async function storeChallenge(
  tx: Tx,
  { clock, secrets }: Pick<Deps, 'clock' | 'secrets'>,
  session: LinkSessionRow,
  challenge: Challenge,
): Promise<void> {
  const now = clock.now();
  await withRecordedSteps(tx, session, now, { step: 'challenged' })
    .updateTable('link_session')
    .set({
      state: 'pending_provider_mfa',
      error_type: null,
      challenge: secrets.seal('challenge', session.id, JSON.stringify(challenge)),
      challenge_expires_at: session.challenge_expires_at ?? after(now, challengeSeconds),
      wrong_codes: 0,
    })
    .where('id', '=', session.id)
    .execute();
}

/** The challenge that a session waits for, if any. */
export function readChallenge(session: LinkSessionRow, secrets: Secrets): Challenge | undefined {
  if (session.challenge === null) return undefined;
  // Only storeChallenge writes it, and the seal is bound to the session.
  return JSON.parse(secrets.open('challenge', session.id, session.challenge)) as Challenge;
}
