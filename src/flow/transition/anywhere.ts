import { move, onlyProvider, shownProviders, type State } from '../state/index.js';
import { closeRun, isLooking, leaveRun } from './end-run.js';
import { canHaveMoreTime, countDown, isOver } from './expiry.js';
import type { Handlers } from './handlers.js';
import { fail } from './failure.js';
import { lookBehind } from './look-behind.js';
import { isNewTry, sessionDecided } from './outcome.js';
import { failureOf, problemOf } from './problem.js';
import { arriveBehind, confirm } from './session-started.js';
import { beginRun, fresh, startAgain } from './start-run.js';
import { toProvider } from './to-provider.js';
import { askBehind, type Turn } from './turn.js';

/** Whether the person sees that the host page forgot something a link needs. */
const isUnconfigured = (state: State): boolean =>
  state.step === 'problem' && state.problem.code === 'not_configured' && !state.ready;

/** The events that mean the same in every step, besides those of `firstTurn`. */
export const anywhere: Handlers<State> = {
  started: (state, { options, resume }) => (isUnconfigured(state) ? beginRun(state, options, resume) : null),
  'not-configured': (state) =>
    (state.step === 'closed' && !isLooking(state)) || (state.step === 'loading' && !state.ready)
      ? refuseRun(state)
      : null,
  'close-requested': closeRun,
  'leave-requested': leaveRun,
  'token-replaced': (state) =>
    state.step === 'done' || isOver(state) || isUnconfigured(state)
      ? null
      : startAgain({ ...state, renewing: null, lastProblem: null, unsettled: false }, null),
  'more-time-requested': (state) =>
    canHaveMoreTime(state) && state.moreTime !== 'asked'
      ? // A token that has ended cannot be made to last longer.
        askBehind(
          { ...state, moreTime: 'asked' },
          { type: 'request-token', reason: state.expiresIn === 0 ? 'expired' : 'extend' },
        )
      : null,
  'username-changed': (state, { username }) => [{ ...state, username }, []],
  'options-changed': (state, { options }) => {
    const next: State = { ...state, options, providers: shownProviders(state.offered, options) };
    const only = next.step === 'select-provider' ? onlyProvider(next) : null;
    return [only === null ? next : toProvider(next, only), []];
  },
  'went-online': (state) => (state.online ? null : [{ ...state, online: true }, []]),
  'timer-fired': (state, { timer, now }) =>
    timer === 'expiry' && state.session && !isOver(state) ? countDown(state, state.session, now) : null,
  'page-focused': lookBehind,
  // A page out of the back/forward cache is treated as after a reload: the service says how the attempt ended.
  'page-restored': (state) => {
    const { step, provider, told } = state;
    // The person has come back from the redirect.
    if (step === 'done') return [{ ...state, acted: false }, []];
    const left = step === 'authorize' && state.phase === 'opening' && state.awaiting === null;
    if (step !== 'connecting' && step !== 'challenge' && !left) return null;
    // This page itself went to the provider, so no window is open that could still report.
    return startAgain({ ...state, resume: { sameToken: true, provider, step, told } });
  },
};

/** There is no more time. A message says so if the person asked for it. */
const refused = (state: State): Turn => [{ ...state, moreTime: state.moreTime && 'refused' }, []];

/** Answers that come while the step continues, most of them about a new token. A refusal changes only what is said about it. */
export const behind: Handlers<State> = {
  // About an attempt that the person left: for a person who has gone on, its error is no news, but its end is.
  'state-read': (state, { session }) =>
    sessionDecided(state, session) ?? [
      session.state === 'error' && isNewTry(state, session) ? { ...state, unsettled: false } : state,
      [],
    ],
  'token-renewed': (state) => askBehind(state, { type: 'start-session' }),
  'session-started': arriveBehind,
  'token-refused': refused,
  'request-failed': refused,
};

/** Answers to the start that confirms what came with the token. A refusal leads to what it would have led to at first. */
export const confirmation: Handlers<State> = {
  'session-started': confirm,
  'request-failed': (state, { failure }) =>
    // The question about a connection can be asked again from the list.
    fail(state.step === 'disconnect' ? { ...state, provider: null } : state, failure, 'loading'),
};

/** Shows that the element cannot begin. */
function refuseRun(state: State): Turn {
  const next = fresh(state);
  const problem = problemOf(next, failureOf('not_configured'), 'loading');
  return [move(next, { step: 'problem', problem, challenge: null, lastProblem: problem }), []];
}
