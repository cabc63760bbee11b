import { move, onlyProvider, type Event, type Problem, type State, type Step } from '../state/index.js';
import { expiryTimer } from './expiry-timer.js';
import { handle, type Handlers } from './handlers.js';
import { settle } from './settle.js';
import { beginRun } from './start-run.js';
import { toPicker } from './to-picker.js';
import type { Turn } from './turn.js';
import { withSession } from './with-session.js';

/**
 * What `transition` says of the events that lead to the first screen and out of it, or null for all
 * others. It loads with the first screen, `transition` after it; a test holds the two together.
 */
export const firstTurn = (state: State, event: Event): Turn | null => handle(first, state, event);

const first: Handlers<State> = {
  started: (state, { options, resume }) =>
    state.step === 'closed' ? settle(state, beginRun(state, options, resume)) : null,
  'session-started': (state, { answer, id, now }) => {
    const { step, options, awaiting, provider, resume } = state;
    const ordinary = answer.session.state === 'created' || answer.session.state === 'started';
    if (!ordinary || step !== 'loading' || id !== awaiting || provider !== null) return null;
    const known: State = { ...withSession(state, answer), resume: null };
    if (options.provider || resume?.provider || onlyProvider(known)) return null;
    return settle({ ...state, awaiting: null }, [toPicker(known), expiryTimer(answer.session, now)]);
  },
  'query-changed': (state, { query }) =>
    state.step === 'select-provider' ? [{ ...state, query }, []] : null,
  'went-offline': (state) => (state.online ? [{ ...state, online: false }, []] : null),
  'close-requested': (state) => {
    const { options, session } = state;
    const redirects = options.redirectOn?.includes('cancel') || session?.on_close === 'redirect';
    return redirects ? null : closeFirst(state);
  },
};

/**
 * Ends a run that came no further than this, or whose further steps did not load: without a redirect. The first run that
 * is closed before it begins is over without a word.
 */
export function closeFirst(state: State): Turn | null {
  const { step, result } = state;
  if (!state.run) return [{ ...state, run: 1 }, []];
  const isEarly = (place: Step): boolean => place === 'loading' || place === 'select-provider';
  const stuck = state.step === 'problem' && state.problem.retryable && isEarly(state.problem.from);
  if (!isEarly(step) && !stuck) return null;
  const closed = move(state, { step: 'closed', outcome: 'cancelled', exited: true });
  const [after, effects] = settle(state, [closed, []]);
  const detail = { outcome: 'cancelled', step, result } as const;
  return [after, [...effects, { type: 'announce', announcement: { name: 'svc-exit', detail } }]];
}

/** Where the rest of the flow does not load, the person can try again: that loads it again. */
export function stranded(state: State): Turn | null {
  const { step, online } = state;
  if (step !== 'loading' && step !== 'select-provider') return null;
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
  const [after, effects] = settle(state, [
    move(state, { step: 'problem', problem, challenge: null, lastProblem: problem }),
    [],
  ]);
  const detail = { result: null, code, step, retryable: true };
  return [after, [...effects, { type: 'announce', announcement: { name: 'svc-error', detail } }]];
}
