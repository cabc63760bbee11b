import { ruleOf } from '../problems.js';
import type { Effect, Problem, State } from '../state/index.js';
import { isLooking } from './end-run.js';
import { exitEffects } from './exit-effects.js';
import { settle } from './settle.js';
import type { Turn } from './turn.js';

/** What the person asks for a connection with. */
const acts: readonly Effect['type'][] = [
  'submit-credentials',
  'resubmit-credentials',
  'submit-code',
  'open-window',
  'leave-for-provider',
];

/** Adds to a settled turn what only problems and ends call for. */
export function conclude(before: State, turn: Turn): Turn {
  const [moved, orders] = settle(before, turn);
  const next = orders.some(({ type }) => acts.includes(type)) ? { ...moved, acted: true } : moved;
  const ends = !next.exited && !isLooking(next) && (next.step === 'done' || next.step === 'closed');
  const after = ends ? { ...next, exited: true } : next;
  const effects: Effect[] = [...orders];
  if (holdsCredentials(before) && !holdsCredentials(after)) effects.push({ type: 'forget-credentials' });
  const shown = problemSeen(before, after);
  if (shown) {
    const { code, from, retryable } = shown;
    const result = after.result?.error_type === code ? after.result : null;
    const detail = { result, code, step: from, retryable };
    effects.push({ type: 'announce', announcement: { name: 'svc-error', detail } });
  }
  return [after, ends ? [...effects, ...exitEffects(before, after)] : effects];
}

/** The problem that this change brings before the person, or null. A cancel of theirs is none. */
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

/** Whether the runner keeps the credentials, because a challenge may still want a new code. */
function holdsCredentials(state: State): boolean {
  if (state.step === 'problem') {
    const { from, code } = state.problem;
    return state.challenge !== null || (from === 'connecting' && ruleOf(code).unsettled === true);
  }
  return state.step === 'connecting' || state.step === 'challenge';
}
