import type { Event, State, Step } from '../state/index.js';
import { anywhere, behind, confirmation } from './anywhere.js';
import { conclude } from './conclude.js';
import { endRun, isLooking } from './end-run.js';
import { firstTurn } from './first-turn.js';
import { handle, type Handlers, type StepHandlers } from './handlers.js';
import { beginRun } from './start-run.js';
import { authorize } from './steps/authorize.js';
import { challengeShown } from './steps/challenge.js';
import { closed } from './steps/closed.js';
import { connecting } from './steps/connecting.js';
import { disconnect } from './steps/disconnect.js';
import { done } from './steps/done.js';
import { handoff } from './steps/handoff.js';
import { loading } from './steps/loading.js';
import { problemShown } from './steps/problem.js';
import { selectProvider } from './steps/select-provider.js';
import { signIn } from './steps/sign-in.js';
import type { Turn } from './turn.js';

/** The handlers of each step. */
const inStep: { readonly [S in Step]: StepHandlers<S> } = {
  loading,
  'select-provider': selectProvider,
  disconnect,
  'sign-in': signIn,
  authorize,
  handoff,
  connecting,
  challenge: challengeShown,
  problem: problemShown,
  done,
  closed,
};

/** Answers after which their effect may send more. */
const goesOn: readonly Event['type'][] = [
  'window-opened',
  'window-refused',
  'window-leaving',
  'window-finished',
  'window-closed',
  'session-polled',
];

/**
 * The next state and the orders to the runner. Does nothing itself. An event that makes no sense here, or
 * an answer that is not awaited any more, changes nothing: the same state comes back, with no orders.
 */
export function transition(state: State, event: Event): Turn {
  // A run that the person left has not ended while the service is asked how its attempt ended.
  const begins = event.type === 'started' && isLooking(state);
  if (begins || event.type === 'restart-requested') {
    const resume = begins ? event.resume : null;
    const [over, ended] = conclude(state, endRun(state) ?? [state, []]);
    const [next, begun] = conclude(over, beginRun(over, event.options, resume));
    // The person stays, so the run that is given up follows no redirect.
    return [next, [...ended.filter(({ type }) => type !== 'redirect'), ...begun]];
  }
  return firstTurn(state, event) ?? laterTurn(state, event) ?? [state, []];
}

/** The turn by the rules that load after the first screen. */
function laterTurn(state: State, event: Event): Turn | null {
  // The compiler does not see that the handlers found by a state's step take that state.
  const step = inStep[state.step] as Handlers<State>;
  let before = state;
  let turn: Turn | null = null;
  if (!('id' in event)) {
    turn = handle(anywhere, state, event) ?? handle(step, state, event);
  } else if (event.id === state.renewing) {
    before = { ...state, renewing: null };
    turn = handle(behind, before, event);
  } else if (event.id === state.confirming) {
    before = { ...state, confirming: null };
    turn = handle(confirmation, before, event);
  } else if (event.id === state.awaiting) {
    if (!goesOn.includes(event.type)) before = { ...state, awaiting: null };
    turn = handle(step, before, event);
  }
  return turn && conclude(before, turn);
}
