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
    // Before the start is confirmed nothing leaves; it is asked for then.
    return state.confirming === null ? end(state) : [{ ...state, busy: true }, []];
  },
  disconnected,
  'request-failed': (state, { failure }) => fail(state, failure),
  'back-requested': stop,
  'cancel-requested': stop,
};

/** Asks whether the connection is to end. */
export const toQuestion = (state: State, provider: string): State =>
  move(state, { step: 'disconnect', busy: false, provider });

/** Ends the connection. To do so twice is no error, so it may be asked for again if nobody knows what became of it. */
export const end = (state: State): Turn | null =>
  state.provider === null
    ? null
    : ask(move(state, { step: 'disconnect', busy: true }), { type: 'disconnect', provider: state.provider });

/** Back to the list. What may have happened meanwhile the service has to say. */
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
    // What is connected no more is nobody's result.
    result: result?.provider === provider ? null : result,
    renewedFor: null,
  };
  return [
    toPicker(left),
    [{ type: 'announce', announcement: { name: 'svc-disconnect', detail: { provider } } }],
  ];
}
