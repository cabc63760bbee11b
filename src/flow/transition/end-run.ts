import { move, type Effect, type State } from '../state/index.js';
import { endingOf, outcomeLeft, redirectEffects } from './exit-effects.js';
import { ask, type Turn } from './turn.js';

/** The person leaves. If an earlier run made the connection, only leaving goes to the redirect URL. */
export function leaveRun(state: State): Turn | null {
  const closed = closeRun(state);
  if (!closed || state.step !== 'done' || state.acted || !state.exited) return closed;
  const [after, effects] = closed;
  return [after, [...effects, ...redirectEffects(endingOf(state, after))]];
}

/** Ends the run at once: what is awaited is given up, and the outcome is announced once. */
export function endRun(state: State): Turn | null {
  if (state.step === 'closed') return isLooking(state) ? stopLooking(state) : null;
  const problem = state.step === 'problem' ? state.problem : null;
  const outcome = state.step === 'done' ? 'success' : outcomeLeft(problem);
  return [move({ ...state, renewing: null }, { step: 'closed', outcome }), []];
}

/** Whether the person has left the run, and its outcome is not known yet. */
export const isLooking = (state: State): boolean => state.step === 'closed' && state.left !== undefined;

/** Ends the run, because nothing came of the attempt that the person left. */
export const stopLooking = (state: State): Turn => [
  move(state, { step: 'closed', outcome: 'cancelled' }),
  [],
];

/** Seconds in which the service may still say how an attempt ended that the person leaves. */
export const lastLook = 3;

/** Whether an attempt is under way whose outcome only the service knows. */
export function isTrying(state: State): boolean {
  const { step, confirming, awaiting } = state;
  return (
    // Nothing is sent before the start is confirmed.
    (step === 'connecting' && confirming === null) ||
    step === 'handoff' ||
    // The person may have allowed it in the window a moment ago.
    (step === 'authorize' && (state.phase === 'away' || state.phase === 'severed')) ||
    (step === 'challenge' && awaiting !== null)
  );
}

/** A note about an attempt whose outcome the page has not received: the next run with this token reports it. */
export const noteOfTry = ({ told }: State): Effect => ({
  type: 'remember',
  provider: null,
  step: 'closed',
  told,
});

/** Ends the run. If the outcome of an attempt is not known, the service is asked once more, because it may have succeeded. */
export function closeRun(state: State): Turn | null {
  if (state.step === 'closed') return null;
  if (!state.unsettled) return endRun(state);
  return ask(
    move({ ...state, renewing: null }, { step: 'closed', outcome: null, left: state.step }),
    // Otherwise the phone would continue while the page receives the end without a connection.
    { type: state.step === 'handoff' ? 'end-handoff' : 'read-state' },
    { type: 'start-timer', timer: 'last-look', seconds: lastLook },
    noteOfTry(state),
  );
}
