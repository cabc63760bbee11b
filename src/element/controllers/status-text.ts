import type { State } from '../../flow/index.js';
import type { Translate } from '../translate.js';

/**
 * What a screen reader is told of a change that moves no focus; null where there is nothing to tell, or
 * where the focus on the new heading tells it.
 */
export function statusOf(state: State, before: State, t: Translate): string | null {
  if (!state.online && before.online) return t.text('common.offline');
  if (state.expiresIn !== null && before.expiresIn === null)
    return t.text('common.expiring', { n: Math.max(1, Math.round(state.expiresIn / 60)) });
  switch (state.step) {
    case 'connecting':
      return before.step === 'connecting' && before.stage !== state.stage
        ? t.text(`step.connecting.stage-${state.stage}`)
        : null;
    case 'challenge':
      if (before.step !== 'challenge') return null;
      return state.busy && !before.busy ? t.text('step.challenge.checking') : null;
    case 'problem':
      return before.step === 'problem' &&
        before.problem.retryAfter !== null &&
        state.problem.retryAfter === null
        ? t.text('step.problem.ready')
        : null;
    case 'loading':
    case 'select-provider':
    case 'sign-in':
    case 'authorize':
    case 'done':
    case 'closed':
      return null;
    default:
      return state satisfies never;
  }
}
