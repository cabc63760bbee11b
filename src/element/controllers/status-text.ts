import type { State } from '../../flow/index.js';
import type { Translate } from '../translate.js';
import { expiryWords, offlineWords } from '../ui/notices.js';

/**
 * What a screen reader is told of a change that moves no focus; null if there is nothing to tell, or
 * if the focus on the new heading tells it.
 */
export function statusOf(state: State, before: State, t: Translate): string | null {
  if (!state.online && before.online) return t.text(offlineWords(state));
  const expiry = state.expiresIn !== before.expiresIn && expiryWords(state);
  if (expiry) return t.text(...expiry);
  if (state.step === 'connecting' && before.step === 'connecting' && before.stage !== state.stage)
    return t.text(`step.connecting.stage-${state.stage}`);
  if (state.step === 'challenge' && before.step === 'challenge' && state.busy && !before.busy)
    return t.text('step.challenge.checking');
  const waited = before.step === 'problem' && before.problem.retryAfter !== null;
  if (state.step === 'problem' && waited && state.problem.retryAfter === null)
    return t.text('step.problem.ready');
  return null;
}
