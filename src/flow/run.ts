import { begin } from './begin.js';
import { move } from './begin.js';
import type { Resume } from './event.js';
import { startAgain } from './fail.js';
import { problemOf } from './problem.js';
import type { FlowOptions, State } from './state.js';
import type { Turn } from './turn.js';

/** Begins a run; a run that could not be configured is the same run. */
export const beginRun = (state: State, options: FlowOptions, resume: Resume | null): Turn =>
  startAgain({ ...fresh(state), options, resume });

/** Says that the element cannot begin. */
export function refuseRun(state: State): Turn {
  const next = fresh(state);
  const failure = { code: 'not_configured', retryAfter: null, reference: null };
  const problem = problemOf(next, failure, 'loading');
  return [move(next, { step: 'problem', problem, challenge: null, lastProblem: problem }), []];
}

/** Ends the run: nothing awaited goes on, and what it came to is said once. */
export function closeRun(state: State): Turn | null {
  if (state.step === 'closed') return null;
  const lost = state.step === 'problem' && !state.problem.retryable;
  const outcome = state.step === 'done' ? 'success' : lost ? 'error' : 'cancelled';
  return [move(state, { step: 'closed', outcome }), []];
}

/** A state without a past, but for the numbers that must go on. */
function fresh(state: State): State {
  const { effectId, online, options, exited, step } = state;
  const again = step === 'problem' && !exited;
  return { ...begin(), effectId, online, options, run: state.run + (again ? 0 : 1), exited: false };
}
