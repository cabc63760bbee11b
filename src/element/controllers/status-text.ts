import type { LinkProvider } from '../../contract/index.js';
import { chosenProvider, hasConnection, type State } from '../../flow/index.js';
import type { Translate } from '../translate.js';
import { expiryWords, offlineWords } from '../ui/notices.js';
import { nameOf } from '../ui/provider-words.js';

/** The provider whose connection was just ended, if the person is back in the list from the question about it. */
export function disconnectedIn(state: State, before: State): LinkProvider | null {
  if (before.step !== 'disconnect' || state.step !== 'select-provider') return null;
  const asked = chosenProvider({ ...state, provider: before.provider });
  return asked && !hasConnection(asked) ? asked : null;
}

/** Whether the network is back, or the token has more time. */
export const isMended = (state: State, before: State): boolean =>
  (state.online && !before.online) || (state.expiresIn === null && before.expiresIn !== null);

/**
 * What a screen reader hears about a change that moves no focus. Null if there is nothing to say, or if the screen reader hears
 * it with the focus on the new heading.
 */
export function statusOf(state: State, before: State, t: Translate): string | null {
  // Said as soon as the notice is shown, even if the network went earlier, when there was nothing to finish.
  const offline = !offlineWords(before) && offlineWords(state);
  if (offline) return t.text(offline);
  const expiry = state.expiresIn !== before.expiresIn && expiryWords(state);
  if (expiry) return t.text(...expiry);
  if (state.moreTime === 'refused' && before.moreTime !== 'refused') return t.text('common.not-extended');
  if (state.step === 'connecting' && before.step === 'connecting' && before.stage !== state.stage)
    return t.text(`step.connecting.stage-${state.stage}`);
  if (state.step === 'challenge' && before.step === 'challenge') {
    if (state.busy && !before.busy) return t.text('step.challenge.checking');
    // A person who pressed Enter is in the field already, and a screen reader reads a field's error only on the way in.
    if (state.tries !== before.tries && state.fieldError) return t.text('problem.incorrect_mfa_code.title');
    const { resend } = state;
    if (resend !== before.resend && resend === 'sending') return t.text('step.challenge.resending');
    if (resend === 'cooling' && before.resend === 'sending') return t.text('step.challenge.resent');
  }
  if (before.step === 'disconnect') {
    if (state.step === 'disconnect' && state.busy && !before.busy) return t.text('step.disconnect.busy');
    const ended = disconnectedIn(state, before);
    if (ended) return t.text('step.disconnect.done', { p: nameOf(ended) });
  }
  const waited = before.step === 'problem' && before.problem.retryAfter !== null;
  if (state.step === 'problem' && waited && state.problem.retryAfter === null)
    return t.text('step.problem.ready');
  return null;
}
