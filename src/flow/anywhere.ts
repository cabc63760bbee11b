import { arriveBehind } from './arrive.js';
import type { Event } from './event.js';
import type { Handlers } from './handlers.js';
import { isFinal } from './problem.js';
import { closeRun, refuseRun } from './run.js';
import { beginRun, startAgain, warningTime } from './start.js';
import type { State } from './state.js';
import { askBehind, type Turn } from './turn.js';

const isOver = ({ step }: State): boolean => step === 'done' || step === 'closed';

const isUnconfigured = (state: State): boolean =>
  state.step === 'problem' && state.problem.code === 'not_configured' && !state.ready;

const wentOnline = (state: State, { type }: Event): Turn | null => {
  const online = type === 'went-online';
  return online === state.online ? null : [{ ...state, online }, []];
};

/** What means the same in every step. */
export const anywhere: Handlers<State> = {
  started: (state, { options, resume }) =>
    state.step === 'closed' || isUnconfigured(state) ? beginRun(state, options, resume) : null,
  'not-configured': (state) =>
    state.step === 'closed' || (state.step === 'loading' && !state.ready) ? refuseRun(state) : null,
  'close-requested': closeRun,
  'leave-requested': closeRun,
  'token-replaced': (state) =>
    isOver(state) || isUnconfigured(state)
      ? null
      : startAgain({ ...state, renewing: null, lastProblem: null }, null),
  'more-time-requested': (state) =>
    canHaveMoreTime(state) ? askBehind(state, { type: 'request-token' }) : null,
  'went-online': wentOnline,
  'went-offline': wentOnline,
  'timer-fired': (state, { timer }) =>
    timer === 'expiry' && !isOver(state) ? [{ ...state, expiresIn: warningTime }, []] : null,
  // A page out of the back/forward cache is treated as after a reload: the service says what became of it.
  'page-restored': (state) => {
    const { step, provider } = state;
    const left = step === 'authorize' && state.phase === 'opening' && state.awaiting === null;
    if (step !== 'connecting' && step !== 'challenge' && !left) return null;
    // This page went to the provider by itself, so no window is out that could still bring anything.
    return startAgain({ ...state, resume: { sameToken: true, provider, step } });
  },
};

/** Answers to a new token behind the step. One that is refused changes nothing. */
export const behind: Handlers<State> = {
  'token-renewed': (state) => askBehind(state, { type: 'start-session' }),
  'session-started': (state, { answer, now }) => arriveBehind(state, answer, now),
  'token-refused': (state) => [state, []],
  'request-failed': (state) => [state, []],
};

/** Whether a new token can take the place of this one without harm to what is under way. */
function canHaveMoreTime(state: State): boolean {
  const { expiresIn, options, awaiting, renewing } = state;
  if (expiresIn === null || !options.canRenew || awaiting !== null || renewing !== null) return false;
  return state.step === 'problem' ? !isFinal(state, state.problem) : !isOver(state);
}
