import { arriveBehind } from './arrive.js';
import { conclude } from './conclude.js';
import type { Event } from './event.js';
import { isFinal } from './problem.js';
import { shownProviders } from './provider.js';
import { closeRun, refuseRun } from './run.js';
import { beginRun, startAgain, warningTime } from './start.js';
import type { State } from './state.js';
import { authorize } from './steps/authorize.js';
import { challengeShown } from './steps/challenge.js';
import { connecting } from './steps/connecting.js';
import { done } from './steps/done.js';
import { loading } from './steps/loading.js';
import { problemShown } from './steps/problem-shown.js';
import { selectProvider } from './steps/select-provider.js';
import { signIn } from './steps/sign-in.js';
import { askBehind, type Turn } from './turn.js';

/** Answers after which nothing more comes of their effect; windows and polling go on. */
const last: readonly Event['type'][] = [
  'session-started',
  'result-received',
  'state-read',
  'request-failed',
  'token-renewed',
  'token-refused',
  'window-blocked',
];

/**
 * The next state and the orders to the runner. Does nothing itself. An event that makes no sense here, or
 * an answer that is not awaited any more, changes nothing: the same state comes back, with no orders.
 */
export function transition(state: State, event: Event): Turn {
  const nothing: Turn = [state, []];
  if (event.type === 'restart-requested') {
    const [closed, ended] = conclude(state, closeRun(state) ?? nothing);
    const [next, begun] = conclude(closed, beginRun(closed, event.options, null));
    // The person stays, so the run that is given up leads nowhere.
    return [next, [...ended.filter(({ type }) => type !== 'redirect'), ...begun]];
  }
  if (!('id' in event)) return concludeOr(nothing, state, anywhere(state, event) ?? inStep(state, event));
  if (event.id === state.renewing) {
    const before = { ...state, renewing: null };
    return concludeOr([before, []], before, behind(before, event));
  }
  if (event.id !== state.awaiting) return nothing;
  const before = last.includes(event.type) ? { ...state, awaiting: null } : state;
  return concludeOr([before, []], before, inStep(before, event));
}

const concludeOr = (otherwise: Turn, before: State, turn: Turn | null): Turn =>
  turn ? conclude(before, turn) : otherwise;

/** What means the same in every step, or null. */
function anywhere(state: State, event: Event): Turn | null {
  const { step } = state;
  const over = step === 'done' || step === 'closed';
  const unconfigured = step === 'problem' && state.problem.code === 'not_configured';
  switch (event.type) {
    case 'started':
      return step === 'closed' || unconfigured ? beginRun(state, event.options, event.resume) : null;
    case 'not-configured':
      return step === 'closed' || step === 'loading' ? refuseRun(state) : null;
    case 'close-requested':
    case 'leave-requested':
      return closeRun(state);
    case 'options-changed': {
      const providers = shownProviders(state.offered, event.options);
      const next: State = { ...state, options: event.options, providers };
      return inStep(next, event) ?? [next, []];
    }
    case 'token-replaced':
      return over || unconfigured ? null : startAgain({ ...state, renewing: null, lastProblem: null }, null);
    case 'more-time-requested':
      return canHaveMoreTime(state) ? askBehind(state, { type: 'request-token' }) : null;
    case 'went-online':
    case 'went-offline': {
      const online = event.type === 'went-online';
      return online === state.online ? null : [{ ...state, online }, []];
    }
    case 'timer-fired':
      return event.timer === 'expiry' && !over ? [{ ...state, expiresIn: warningTime }, []] : null;
    case 'page-restored':
      return restored(state);
    default:
      return null;
  }
}

/** Whether a new token can take the place of this one without harm to what is under way. */
function canHaveMoreTime(state: State): boolean {
  const { expiresIn, options, awaiting, renewing, step } = state;
  if (expiresIn === null || !options.canRenew || awaiting !== null || renewing !== null) return false;
  return step === 'problem' ? !isFinal(state, state.problem) : step !== 'done' && step !== 'closed';
}

/** A page out of the back/forward cache is treated as after a reload: the service says what became of it. */
function restored(state: State): Turn | null {
  const { step, provider } = state;
  const left = step === 'authorize' && state.phase === 'opening' && state.awaiting === null;
  if (step !== 'connecting' && step !== 'challenge' && !left) return null;
  const resume = {
    sameToken: true,
    provider,
    step: step === 'challenge' ? step : ('connecting' as const),
  };
  return startAgain({ ...state, resume });
}

/** Answers to a new token behind the step. One that is refused changes nothing. */
function behind(state: State, event: Event): Turn | null {
  switch (event.type) {
    case 'token-renewed':
      return askBehind(state, { type: 'start-session' });
    case 'session-started':
      return arriveBehind(state, event.answer, event.now);
    default:
      return null;
  }
}

function inStep(state: State, event: Event): Turn | null {
  switch (state.step) {
    case 'loading':
      return loading(state, event);
    case 'select-provider':
      return selectProvider(state, event);
    case 'sign-in':
      return signIn(state, event);
    case 'authorize':
      return authorize(state, event);
    case 'connecting':
      return connecting(state, event);
    case 'challenge':
      return challengeShown(state, event);
    case 'problem':
      return problemShown(state, event);
    case 'done':
      return done(state, event);
    case 'closed':
      return null;
    default:
      return state satisfies never;
  }
}
