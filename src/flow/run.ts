import { move } from './begin.js';
import { problemOf } from './problem.js';
import { fresh } from './start.js';
import type { State } from './state.js';
import type { Turn } from './turn.js';

/** Says that the element cannot begin. */
export function refuseRun(state: State): Turn {
  const next = fresh(state);
  const problem = problemOf(next, { code: 'not_configured', retryAfter: null, reference: null }, 'loading');
  return [move(next, { step: 'problem', problem, challenge: null, lastProblem: problem }), []];
}

/** Ends the run: nothing awaited goes on, and what it came to is said once. */
export function closeRun(state: State): Turn | null {
  if (state.step === 'closed') return null;
  const lost = state.step === 'problem' && !state.problem.retryable;
  const outcome = state.step === 'done' ? 'success' : lost ? 'error' : 'cancelled';
  return [move(state, { step: 'closed', outcome }), []];
}
