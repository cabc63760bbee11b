import {
  move,
  onlyProvider,
  type Event,
  type Problem,
  type State,
  type StepsThatAre,
} from '../state/index.js';
import { expiryTimer } from './expiry-timer.js';
import { handle, type Handlers } from './handlers.js';
import { leadsBack } from './leads-back.js';
import { settle } from './settle.js';
import { beginRun } from './start-run.js';
import { toPicker } from './to-picker.js';
import type { Turn } from './turn.js';
import { isOrdinary, withSession } from './with-session.js';

/**
 * The turn after an event that leads to the first screen or out of it; null for all others. These rules load with the first
 * screen; `transition` asks them first, and adds the rest.
 */
export const firstTurn = (state: State, event: Event): Turn | null => handle(first, state, event);

const first: Handlers<State> = {
  started: (state, { options, resume }) =>
    state.step === 'closed' ? settle(state, beginRun(state, options, resume)) : null,
  'session-started': arriveFirst,
  'session-given': arriveFirst,
  'query-changed': (state, { query }) =>
    state.step === 'select-provider' ? [{ ...state, query }, []] : null,
  'went-offline': (state) => (state.online ? [{ ...state, online: false }, []] : null),
  'close-requested': (state) =>
    state.run > 0 && (leadsBack(state) || state.results.length > 0 || state.acted) ? null : closeFirst(state),
};

/**
 * Shows the picker if no other step can follow, so that no other step's code
 * has to load. A person who has tried something has loaded that code already.
 */
function arriveFirst(
  state: State,
  event: Extract<Event, { type: 'session-started' | 'session-given' }>,
): Turn | null {
  const { answer, id, now } = event;
  const { step, options, awaiting, provider, resume } = state;
  if (
    !isOrdinary(answer) ||
    answer.session.manage ||
    state.acted ||
    step !== 'loading' ||
    id !== awaiting ||
    provider !== null
  )
    return null;
  const known = withSession(state, event);
  if (options.provider || resume?.provider || onlyProvider(known)) return null;
  return settle({ ...state, awaiting: null }, [toPicker(known), expiryTimer(answer.session, now)]);
}

const early: StepsThatAre<'early'> = { loading: 1, 'select-provider': 1 };

/**
 * Ends a run that came no further than the first screen, or whose later steps did not load, without a redirect. If the first run
 * is closed before it begins, it is over without an event.
 */
export function closeFirst(state: State): Turn | null {
  const { step, result } = state;
  if (!state.run) return [{ ...state, run: 1 }, []];
  const stuck = state.step === 'problem' && state.problem.retryable && state.problem.from in early;
  if (!(step in early) && !stuck) return null;
  const closed = move(state, { step: 'closed', outcome: 'cancelled', exited: true });
  return settle(state, [closed, []], {
    name: 'svc-exit',
    detail: { outcome: 'cancelled', step, result, results: [] },
  });
}

/** If the rest of the flow does not load, the person can try again, which loads it again. */
export function stranded(state: State): Turn | null {
  const { step, online } = state;
  if (!(step in early)) return null;
  const code = online ? 'network_failed' : 'offline';
  const problem: Problem = {
    code,
    from: step,
    retryAfter: null,
    reference: null,
    retryable: true,
    times: 1,
    via: null,
  };
  const shown = move(state, { step: 'problem', problem, challenge: null, lastProblem: problem });
  return settle(state, [shown, []], {
    name: 'svc-error',
    detail: { result: null, code, step, retryable: true },
  });
}
