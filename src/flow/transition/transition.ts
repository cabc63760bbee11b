import { shownProviders, type Event, type State } from '../state/index.js';
import { anywhere, behind } from './anywhere.js';
import { conclude } from './conclude.js';
import { endRun } from './end-run.js';
import { handle } from './handlers.js';
import { beginRun } from './start-run.js';
import { authorize } from './steps/authorize.js';
import { challengeShown } from './steps/challenge.js';
import { closed } from './steps/closed.js';
import { connecting } from './steps/connecting.js';
import { done } from './steps/done.js';
import { loading } from './steps/loading.js';
import { problemShown } from './steps/problem.js';
import { selectProvider } from './steps/select-provider.js';
import { signIn } from './steps/sign-in.js';
import type { Turn } from './turn.js';

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
  if (event.type === 'restart-requested') {
    const [over, ended] = conclude(state, endRun(state) ?? [state, []]);
    const [next, begun] = conclude(over, beginRun(over, event.options, null));
    // The person stays, so the run that is given up leads nowhere.
    return [next, [...ended.filter(({ type }) => type !== 'redirect'), ...begun]];
  }
  let before = state;
  let turn: Turn | null = null;
  if (event.type === 'options-changed') {
    const { options } = event;
    const next: State = { ...state, options, providers: shownProviders(state.offered, options) };
    turn = inStep(next, event) ?? [next, []];
  } else if (!('id' in event)) {
    turn = handle(anywhere, state, event) ?? inStep(state, event);
  } else if (event.id === state.renewing) {
    before = { ...state, renewing: null };
    turn = handle(behind, before, event);
  } else if (event.id === state.awaiting) {
    if (last.includes(event.type)) before = { ...state, awaiting: null };
    turn = inStep(before, event);
  }
  return turn ? conclude(before, turn) : [state, []];
}

function inStep(state: State, event: Event): Turn | null {
  switch (state.step) {
    case 'loading':
      return handle(loading, state, event);
    case 'select-provider':
      return handle(selectProvider, state, event);
    case 'sign-in':
      return handle(signIn, state, event);
    case 'authorize':
      return handle(authorize, state, event);
    case 'connecting':
      return handle(connecting, state, event);
    case 'challenge':
      return handle(challengeShown, state, event);
    case 'problem':
      return handle(problemShown, state, event);
    case 'done':
      return handle(done, state, event);
    case 'closed':
      return handle(closed, state, event);
    default:
      return state satisfies never;
  }
}
