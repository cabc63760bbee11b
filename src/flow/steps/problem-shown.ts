import { move } from '../begin.js';
import type { Event } from '../event.js';
import { isFinal, isUnsettled } from '../problem.js';
import { hasPicker, toPicker, toProvider } from '../provider.js';
import { startAgain } from '../start.js';
import type { In } from '../state.js';
import { ask, type Turn } from '../turn.js';
import { openWindow } from './authorize.js';
import { firstStage } from './sign-in.js';
import { wait } from './wait.js';

export function problemShown(state: In<'problem'>, event: Event): Turn | null {
  const { problem, provider } = state;
  switch (event.type) {
    case 'retry-requested':
      return problem.retryable && problem.retryAfter === null ? retry(state) : null;
    case 'timer-fired':
      return event.timer === 'retry' ? [{ ...state, problem: { ...problem, retryAfter: null } }, []] : null;
    case 'back-requested':
    case 'cancel-requested':
    case 'sign-in-again-requested':
      return isFinal(state, problem) || provider === null ? null : [toProvider(state, provider), []];
    case 'another-provider-requested':
      return isFinal(state, problem) || !hasPicker(state) ? null : [toPicker(state), []];
    default:
      return null;
  }
}

/** Goes on where the problem came up. What was typed is never sent again by itself. */
function retry(state: In<'problem'>): Turn | null {
  const { problem, challenge, provider } = state;
  const { code, from, via } = problem;
  if (code === 'token_expired') {
    return ask(move(state, { step: 'loading', problem, renewedFor: code }), { type: 'request-token' });
  }
  if (from === 'loading' || code === 'token_not_validated' || via === null) return startAgain(state);
  if (challenge) return ask(move(state, { ...challenge, busy: true }), { type: 'read-state' });
  if (code === 'timeout') return wait(state, via);
  if (via === 'oauth') return openWindow(state);
  if (from !== 'connecting' || !isUnsettled(code)) return [toProvider(state, provider), []];
  return ask(
    move(state, { step: 'connecting', stage: 0, via }),
    { type: 'read-state' },
    { type: 'start-timer', timer: 'stage', seconds: firstStage },
  );
}
