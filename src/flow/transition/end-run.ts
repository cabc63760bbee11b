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

/** Whether the run is left, and its outcome not known yet. */
export const isLooking = (state: State): boolean => state.step === 'closed' && state.left !== undefined;

/** Nothing came of the try that was left. */
export const stopLooking = (state: State): Turn => [
  move(state, { step: 'closed', outcome: 'cancelled' }),
  [],
];

/** Seconds in which the service may still say what became of a try that the person leaves. */
export const lastLook = 3;

/** Whether a try is under way, of which the service alone knows what becomes. */
export function isTrying(state: State): boolean {
  const { step, confirming, awaiting } = state;
  return (
    // Before the start is confirmed nothing has left.
    (step === 'connecting' && confirming === null) ||
    step === 'handoff' ||
    // The person may have allowed it there a moment ago.
    (step === 'authorize' && (state.phase === 'away' || state.phase === 'severed')) ||
    (step === 'challenge' && awaiting !== null)
  );
}

/** What comes of the try after all nobody was told: the next run with this token says it. */
export const noteOfTry = ({ told }: State): Effect => ({
  type: 'remember',
  provider: null,
  step: 'closed',
  told,
});

/** Ends the run. Of a try that nobody has heard of the service is asked once more, because it may have succeeded. */
export function closeRun(state: State): Turn | null {
  if (state.step === 'closed') return null;
  if (!state.unsettled) return endRun(state);
  return ask(
    move({ ...state, renewing: null }, { step: 'closed', outcome: null, left: state.step }),
    // The phone would go on while the page is told that nothing came of it.
    { type: state.step === 'handoff' ? 'end-handoff' : 'read-state' },
    { type: 'start-timer', timer: 'last-look', seconds: lastLook },
    noteOfTry(state),
  );
}
