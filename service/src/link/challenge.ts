// The codes that a provider asks for. What the next step needs is encrypted in the session's row, for ten minutes at most.
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

/** How long after the sign-in codes can be entered, in seconds, and how many wrong ones of each are allowed. */
export const challengeSeconds = 600;
export const mostWrongCodes = 5;

/**
 * Stores that a code is needed. A further one has its own five tries, and what is left of the ten minutes: the credentials
 * live no longer.
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

/** The challenge of a session, if it has one. */
export function readChallenge(session: LinkSessionRow, secrets: Secrets): Challenge | undefined {
  if (session.challenge === null) return undefined;
  // Only storeChallenge seals it, and the seal is bound to the session.
  return JSON.parse(secrets.open('challenge', session.id, session.challenge)) as Challenge;
}
