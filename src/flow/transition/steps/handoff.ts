import { move, type In, type State } from '../../state/index.js';
import { fail } from '../failure.js';
import type { StepHandlers } from '../handlers.js';
import { sessionDecided } from '../outcome.js';
import { failureOf, problemOf } from '../problem.js';
import { toProvider } from '../to-provider.js';
import { ask, type Turn } from '../turn.js';

/** Hands the link over to a phone, if the service lets this page do so. */
export const toPhone = (state: State): Turn | null =>
  state.session?.can_hand_off && state.confirming === null ? followPhone(state) : null;

/** Follows what goes on on the phone. */
export const followPhone = (state: State): Turn =>
  ask(move(state, { step: 'handoff', staleAttempt: null, acted: true, lastProblem: null }), {
    type: 'poll-session',
  });

const here = (state: State): Turn => [toProvider(state, state.provider), []];

export const handoff: StepHandlers<'handoff'> = {
  'session-polled': (state, { session }) =>
    sessionDecided(state, session, false) ?? look({ ...state, session }),
  'news-expected': ({ awaiting, ...state }) =>
    awaiting === null ? null : [{ ...state, awaiting }, [{ type: 'poll-session', id: awaiting }]],
  'request-failed': (state, { failure }) => fail(state, failure),
  'back-requested': here,
  'cancel-requested': here,
};

/** A problem on the phone is told once, and mended there. */
function look(state: In<'handoff'>): Turn {
  const { session, staleAttempt } = state;
  const attempt = session?.state === 'error' ? (session.attempt ?? 0) : 'none';
  if (attempt === staleAttempt) return [state, []];
  const isNews = attempt !== 'none' && staleAttempt !== null;
  const failed = failureOf(session?.error_type ?? 'unknown');
  const lastProblem = isNews ? problemOf(state, failed, 'handoff') : null;
  return [{ ...state, staleAttempt: attempt, lastProblem }, []];
}
