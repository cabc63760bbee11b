import { begin, move, type FlowOptions, type Resume, type State } from '../state/index.js';
import { ask, type Turn } from './turn.js';

/** A state without a past, but for the numbers that must go on. A run that has not ended is the same run. */
export function fresh({ effectId, online, options, run, exited }: State): State {
  return { ...begin(), effectId, online, options, run: run + (exited ? 1 : 0), exited: false };
}

/** Begins a run. */
export const beginRun = (state: State, options: FlowOptions, resume: Resume | null): Turn =>
  startAgain({ ...fresh(state), options, resume, acted: wasOut(resume) });

/** Whether a note says that this tab waited for an answer with this very token. */
const wasOut = (resume: Resume | null): boolean =>
  resume !== null && resume.sameToken && (resume.step === 'connecting' || resume.step === 'challenge');

/** Starts the session, or starts it again, which validates the token. */
export const startAgain = (state: State, renewedFor = state.renewedFor): Turn =>
  ask(move(state, { step: 'loading', problem: null, renewedFor }), { type: 'start-session' });
