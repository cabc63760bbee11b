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
  startAgain({ ...fresh(state), options, resume, acted: wasOut(resume) });

/** Whether a note says that this tab was out for an answer, of this very token. */
const wasOut = (resume: Resume | null): boolean =>
  resume !== null && resume.sameToken && (resume.step === 'connecting' || resume.step === 'challenge');

/** Starts the session, or starts it again, which validates the token. */
export const startAgain = (state: State, renewedFor = state.renewedFor): Turn =>
  ask(move(state, { step: 'loading', problem: null, renewedFor }), { type: 'start-session' });

/** Keeps what the start of the session says. */
export function withSession(state: State, { session, providers }: StartedLink): State {
  return {
    ...state,
    session,
    offered: providers,
    providers: shownProviders(providers, state.options),
    expiresIn: null,
    // A token that was accepted has mended its problem; a check that failed may fail again.
    renewedFor: state.renewedFor === 'token_not_validated' ? state.renewedFor : null,
  };
}

/** The timer that warns before the token's end. */
export function expiryTimer(session: LinkSession, now: number): Effect[] {
  const left = secondsLeft(session, now);
  // Nothing is told where the service named no end, or by a clock of the device that must be wrong.
  return left > 0 ? [{ type: 'start-timer', timer: 'expiry', seconds: Math.max(0, left - warningTime) }] : [];
}

export const secondsLeft = ({ expires_at }: LinkSession, now: number): number =>
  (Date.parse(expires_at ?? '') - now) / 1000;
