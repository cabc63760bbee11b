import type { Announcement, Effect } from './effect.js';
import { exitEffects } from './exit.js';
import { isUnsettled } from './problem.js';
import type { Problem, State, Step } from './state.js';
import type { Turn } from './turn.js';

/** Steps in which a person can do something and to which a reload comes back. */
const usable: readonly Step[] = ['select-provider', 'sign-in', 'authorize', 'connecting', 'challenge'];

/** Adds what follows from any change: what to give up, what to remember, and what to tell the host page. */
export function settle(before: State, [next, orders]: Turn): Turn {
  const entered = next.step !== before.step;
  const isUsable = usable.includes(next.step);
  const isReady = !next.ready && isUsable;
  const ends = !next.exited && (next.step === 'done' || next.step === 'closed');
  const after = isReady || ends ? { ...next, ready: next.ready || isReady, exited: ends } : next;
  const { step, provider } = after;

  const effects: Effect[] = [];
  const say = (announcement: Announcement) => effects.push({ type: 'announce', announcement });
  for (const key of ['awaiting', 'renewing'] as const) {
    const id = before[key];
    if (id !== null && after[key] !== id) effects.push({ type: 'abort', id });
  }
  if (holdsCredentials(before) && !holdsCredentials(after)) effects.push({ type: 'forget-credentials' });
  if (entered && isUsable) effects.push({ type: 'remember', provider, step });
  if (entered && (step === 'done' || step === 'closed')) effects.push({ type: 'forget' });
  effects.push(...orders);

  if (entered) say({ name: 'svc-step', detail: { step, previous: before.step, provider } });
  if (isReady) say({ name: 'svc-ready', detail: { step, providers: after.providers.length } });
  const shown = problemSeen(before, after);
  if (shown) {
    const { code, from, retryable } = shown;
    const result = after.result?.error_type === code ? after.result : null;
    say({ name: 'svc-error', detail: { result, code, step: from, retryable } });
  }
  if (after.expiresIn !== before.expiresIn && after.expiresIn !== null) {
    say({ name: 'svc-expiring', detail: { seconds: after.expiresIn } });
  }
  if (ends) effects.push(...exitEffects(before, after));
  return [after, effects];
}

/** The problem that this change brings before the person, or null. A cancel of theirs is none. */
function problemSeen(before: State, after: State): Pick<Problem, 'code' | 'from' | 'retryable'> | null {
  const { lastProblem } = after;
  if (lastProblem && lastProblem !== before.lastProblem) {
    return lastProblem.code === 'user_cancelled' ? null : lastProblem;
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
    return state.challenge !== null || (from === 'connecting' && isUnsettled(code));
  }
  return state.step === 'connecting' || state.step === 'challenge';
}
