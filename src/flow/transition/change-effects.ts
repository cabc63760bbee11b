import { ruleOf } from '../problems.js';
import type { Effect, Problem, State, StepsThatAre } from '../state/index.js';

/** The effects of a change: for a problem that it brings, and for credentials that are of no more use. */
export function changeEffects(before: State, after: State): Effect[] {
  const effects: Effect[] = [];
  if (holdsCredentials(before) && !holdsCredentials(after)) effects.push({ type: 'forget-credentials' });
  const shown = problemSeen(before, after);
  const { result } = after;
  if (shown) {
    const { code, from, retryable } = shown;
    const detail = { result: result?.error_type === code ? result : null, code, step: from, retryable };
    effects.push({ type: 'announce', announcement: { name: 'svc-error', detail } });
  }
  return effects;
}

/** The problem that this change shows to the person, or null. A person's own cancel is not a problem. */
function problemSeen(before: State, after: State): Pick<Problem, 'code' | 'from' | 'retryable'> | null {
  const { lastProblem } = after;
  if (lastProblem && lastProblem !== before.lastProblem) {
    return ruleOf(lastProblem.code).chosen ? null : lastProblem;
  }
  if (after.step !== 'authorize' || before.step !== 'authorize' || after.phase === before.phase) return null;
  const code =
    after.phase === 'blocked' ? 'popup_blocked' : after.phase === 'severed' ? 'popup_closed' : null;
  return code && { code, from: 'authorize', retryable: true };
}

// A copy of `sending`, which would become a file of its own if the code of frames shared it.
const sent: StepsThatAre<'sending'> = { connecting: 1, challenge: 1 };

/** Whether the runner keeps the credentials, because a challenge may still want a new code. */
function holdsCredentials(state: State): boolean {
  if (state.step === 'problem') {
    const { from, code } = state.problem;
    return state.challenge !== null || (from === 'connecting' && ruleOf(code).unsettled === true);
  }
  return state.step in sent;
}
