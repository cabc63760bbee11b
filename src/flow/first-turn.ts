import { move } from './begin.js';
import type { Event } from './event.js';
import { onlyProvider, toPicker } from './provider.js';
import { settle } from './settle.js';
import { beginRun, expiryTimer, withSession } from './start.js';
import type { Problem, State } from './state.js';
import type { Turn } from './turn.js';

/**
 * What `transition` says of the events that lead to the first screen and out of it, or null for all
 * others. It loads with the first screen, `transition` after it; a test holds the two together.
 */
export function firstTurn(state: State, event: Event): Turn | null {
  const { step, session, options } = state;
  switch (event.type) {
    case 'started':
      return step === 'closed' ? settle(state, beginRun(state, event.options, event.resume)) : null;
    case 'session-started': {
      const { answer, id, now } = event;
      const ordinary = answer.session.state === 'created' || answer.session.state === 'started';
      if (!ordinary || step !== 'loading' || id !== state.awaiting || state.provider !== null) return null;
      const known: State = { ...withSession(state, answer, now), resume: null };
      if (options.provider || state.resume?.provider || onlyProvider(known)) return null;
      return settle({ ...state, awaiting: null }, [toPicker(known), expiryTimer(answer.session, now)]);
    }
    case 'query-changed':
      return step === 'select-provider' ? [{ ...state, query: event.query }, []] : null;
    case 'went-online':
    case 'went-offline': {
      const online = event.type === 'went-online';
      return online === state.online ? null : [{ ...state, online }, []];
    }
    case 'close-requested':
    case 'leave-requested': {
      const redirects = options.redirectOn?.includes('cancel') || session?.on_close === 'redirect';
      if ((step !== 'loading' && step !== 'select-provider') || redirects) return null;
      const [after, effects] = settle(state, [
        move(state, { step: 'closed', outcome: 'cancelled', exited: true }),
        [],
      ]);
      const detail = { outcome: 'cancelled', step, result: state.result } as const;
      return [after, [...effects, { type: 'announce', announcement: { name: 'svc-exit', detail } }]];
    }
    default:
      return null;
  }
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
