// The codes a provider asks for. What is needed to go on lies encrypted in the session's row, for ten minutes at most.
import { after } from '../work/index.js';
import type { Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { noting } from './steps.js';
import type { PendingChallenge } from '../providers/index.js';
import type { Secrets } from '../crypto/index.js';
import type { LinkSessionRow } from './session-row.js';

export interface Challenge {
  readonly method: string;
  readonly hint: string | null;
  readonly next: PendingChallenge;
  /** What the connection will store once the codes are given; JSON. */
  readonly credentials: string;
}

/** How long a person has for one code, in seconds, and how often it may be wrong. */
export const challengeSeconds = 600;
export const mostWrongCodes = 5;

/** Asks for a code. A further one has its own ten minutes and its own five tries. */
export async function storeChallenge(
  tx: Tx,
  { clock, secrets }: Pick<Deps, 'clock' | 'secrets'>,
  session: LinkSessionRow,
  challenge: Challenge,
): Promise<void> {
  const now = clock.now();
  await noting(tx, session, now, { step: 'challenged' })
    .updateTable('link_session')
    .set({
      state: 'pending_provider_mfa',
      error_type: null,
      challenge: secrets.seal('challenge', session.id, JSON.stringify(challenge)),
      challenge_expires_at: after(now, challengeSeconds),
      wrong_codes: 0,
    })
    .where('id', '=', session.id)
    .execute();
}

/** The challenge of a session, as far as it has one. */
export function readChallenge(session: LinkSessionRow, secrets: Secrets): Challenge | undefined {
  if (session.challenge === null) return undefined;
  // The row is bound to its session and only storeChallenge seals it.
  return JSON.parse(secrets.open('challenge', session.id, session.challenge)) as Challenge;
}
