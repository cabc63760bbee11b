import type { LinkSession, StartedLink } from '../contract/index.js';
import { begin, move } from './begin.js';
import type { Effect } from './effect.js';
import type { Resume } from './event.js';
import { shownProviders } from './provider.js';
import type { FlowOptions, State } from './state.js';
import { ask, type Turn } from './turn.js';

/** Seconds before the token's end at which the person is told. */
export const warningTime = 120;

/** A state without a past, but for the numbers that must go on. A run that has not ended is the same run. */
export function fresh({ effectId, online, options, run, exited }: State): State {
  return { ...begin(), effectId, online, options, run: run + (exited ? 1 : 0), exited: false };
}

/** Begins a run. */
export const beginRun = (state: State, options: FlowOptions, resume: Resume | null): Turn =>
  startAgain({ ...fresh(state), options, resume });

/** Starts the session, or starts it again, which validates the token. */
export const startAgain = (state: State, renewedFor = state.renewedFor): Turn =>
  ask(move(state, { step: 'loading', problem: null, renewedFor }), { type: 'start-session' });

/** Keeps what the start of the session says. */
export function withSession(state: State, { session, providers }: StartedLink, now: number): State {
  const left = secondsLeft(session, now);
  return {
    ...state,
    session,
    offered: providers,
    providers: shownProviders(providers, state.options),
    expiresIn: left !== null && left <= warningTime ? left : null,
    // A token that was accepted has mended its problem; a check that failed may fail again.
    renewedFor: state.renewedFor === 'token_not_validated' ? state.renewedFor : null,
  };
}

/** The timer that warns before the token's end. */
export function expiryTimer(session: LinkSession, now: number): Effect[] {
  const left = secondsLeft(session, now);
  return left !== null && left > warningTime
    ? [{ type: 'start-timer', timer: 'expiry', seconds: left - warningTime }]
    : [];
}

/** Null where the service named no end, or where the device's clock must be wrong. */
function secondsLeft({ expires_at }: LinkSession, now: number): number | null {
  const left = Math.floor((Date.parse(expires_at ?? '') - now) / 1000);
  return left > 0 ? left : null;
}
