import type { LinkSession } from '../../contract/index.js';
import type { Effect } from '../state/index.js';

/** How many seconds before the token's end the person is warned. */
export const warningTime = 120;

/** The timer that warns before the token's end. */
export function expiryTimer(session: LinkSession, now: number): Effect[] {
  const left = secondsLeft(session, now);
  // There is no warning if the service named no end, or if the device's clock must be wrong.
  return left > 0 ? [{ type: 'start-timer', timer: 'expiry', seconds: Math.max(0, left - warningTime) }] : [];
}

export const secondsLeft = ({ expires_at }: LinkSession, now: number): number =>
  (Date.parse(expires_at ?? '') - now) / 1000;
