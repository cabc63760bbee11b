import { move, type In, type State } from '../../state/index.js';
import { marked, without } from '../connected.js';
import { fail } from '../failure.js';
import type { StepHandlers } from '../handlers.js';
import { startAgain } from '../start-run.js';
import { toPicker } from '../to-picker.js';
import { ask, type Turn } from '../turn.js';

export const disconnect: StepHandlers<'disconnect'> = {
  'disconnect-confirmed': (state) => {
    if (state.busy) return null;
    // Nothing is sent before the start is confirmed. The request follows then.
    return state.confirming === null ? end(state) : [{ ...state, busy: true }, []];
  },
  disconnected,
  'request-failed': (state, { failure }) => fail(state, failure),
  'back-requested': stop,
  'cancel-requested': stop,
};

/** Asks whether to end the connection. */
export const toQuestion = (state: State, provider: string): State =>
  move(state, { step: 'disconnect', busy: false, provider });

/** Ends the connection. Ending it twice is no error, so the request may be sent again if its outcome is not known. */
export const end = (state: State): Turn | null =>
  state.provider === null
    ? null
    : ask(move(state, { step: 'disconnect', busy: true }), { type: 'disconnect', provider: state.provider });

/** Goes back to the list. If the connection may have ended, the service has to say whether it has. */
export const leaveQuestion = (state: State, mayHaveEnded: boolean): Turn =>
  mayHaveEnded ? startAgain(state) : [toPicker(state), []];

function stop(state: In<'disconnect'>): Turn {
  return leaveQuestion(state, state.awaiting !== null);
}

function disconnected(state: In<'disconnect'>): Turn | null {
  const { provider, results, result } = state;
  if (provider === null) return null;
  const known = marked(state, provider, false);
  const left = {
    ...known,
    results: without(results, provider),
    // A provider that is no longer connected is no result.
    result: result?.provider === provider ? null : result,
    renewedFor: null,
  };
  return [
    toPicker(left),
    [{ type: 'announce', announcement: { name: 'svc-disconnect', detail: { provider } } }],
  ];
}
