import type { LinkSession } from '../contract/index.js';
import { arriveBehind } from './arrive.js';
import type { Effect } from './effect.js';
import type { Event } from './event.js';
import { closeFirst } from './first-turn.js';
import type { Handlers } from './handlers.js';
import { isFinal } from './problem.js';
import { closeRun, leaveRun, refuseRun } from './run.js';
import { beginRun, expiryTimer, secondsLeft, startAgain, warningTime } from './start.js';
import type { State } from './state.js';
import { askBehind, type Turn } from './turn.js';

/** Seconds before the token's end at which the person is told once more. */
const lastWarning = 60;

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
  'close-requested': (state) => (state.run === 0 ? closeFirst(state) : closeRun(state)),
  'leave-requested': leaveRun,
  'token-replaced': (state) =>
    isOver(state) || isUnconfigured(state)
      ? null
      : startAgain({ ...state, renewing: null, lastProblem: null }, null),
  'more-time-requested': (state) =>
    canHaveMoreTime(state) && state.renewing === null
      ? // A token that has ended cannot be made to last longer.
        askBehind(state, { type: 'request-token', reason: state.expiresIn === 0 ? 'expired' : 'extend' })
      : null,
  'went-online': wentOnline,
  'went-offline': wentOnline,
  'timer-fired': (state, { timer, now }) =>
    timer === 'expiry' && state.session && !isOver(state) ? countDown(state, state.session, now) : null,
  // A page out of the back/forward cache is treated as after a reload: the service says what became of it.
  'page-restored': (state) => {
    const { step, provider } = state;
    // The person has turned back from where it led.
    if (step === 'done') return [{ ...state, acted: false }, []];
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

/** Warns of the token's end, and again at the last minute and at the end. */
function countDown(state: State, session: LinkSession, now: number): Turn {
  const left = Math.round(secondsLeft(session, now));
  // The device's clock was put back, or this session has no end that was named.
  if (!(left <= warningTime)) return [state, expiryTimer(session, now)];
  const seconds = Math.max(0, left);
  const effects: Effect[] = [];
  if (state.expiresIn === null)
    effects.push({ type: 'announce', announcement: { name: 'svc-expiring', detail: { seconds } } });
  if (seconds > 0) {
    const next = seconds > lastWarning ? seconds - lastWarning : seconds;
    effects.push({ type: 'start-timer', timer: 'expiry', seconds: next });
  }
  return [{ ...state, expiresIn: seconds }, effects];
}

/** Whether the end of the token can be moved without harm to what is under way, which belongs to its token. */
export function canHaveMoreTime(state: State): boolean {
  const { expiresIn, options, session, awaiting } = state;
  // The service itself can move an end that is still to come.
  const isOffered = options.canRenew || (session?.can_extend && expiresIn !== 0);
  if (expiresIn === null || !isOffered || awaiting !== null) return false;
  return state.step === 'problem' ? !isFinal(state, state.problem) : !isOver(state);
}
