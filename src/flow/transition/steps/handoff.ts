import type { LinkSession } from '../../../contract/index.js';
import { move, type In, type State } from '../../state/index.js';
import { fail } from '../failure.js';
import type { StepHandlers } from '../handlers.js';
import { errorOf, sessionDecided } from '../outcome.js';
import { failureIn, problemOf } from '../problem.js';
import { toItsForm } from '../to-provider.js';
import { ask, type Turn } from '../turn.js';

/** Hands the link over to a phone, if the service lets this page do so. */
export const toPhone = (state: State): Turn | null =>
  state.session?.can_hand_off && state.confirming === null ? followPhone(state) : null;

/** Follows what happens on the phone. */
export const followPhone = (state: State): Turn =>
  ask(move(state, { step: 'handoff', staleAttempt: null, acted: true, lastProblem: null }), {
    type: 'poll-session',
  });

export const handoff: StepHandlers<'handoff'> = {
  'session-polled': (state, { session }) =>
    sessionDecided(state, session) ?? look({ ...state, session }, session),
  'news-expected': ({ awaiting, ...state }) =>
    awaiting === null ? null : [{ ...state, awaiting }, [{ type: 'poll-session', id: awaiting }]],
  'request-failed': (state, { failure }) => fail(state, failure),
  'back-requested': toItsForm,
  'cancel-requested': toItsForm,
};

/** A problem on the phone is shown once, and fixed there. */
function look(state: In<'handoff'>, session: LinkSession): Turn {
  const { staleAttempt } = state;
  const attempt = errorOf(session);
  if (attempt === staleAttempt) return [state, []];
  const isNews = attempt !== 'none' && staleAttempt !== null;
  const lastProblem = isNews ? problemOf(state, failureIn(session), 'handoff') : null;
  return [{ ...state, staleAttempt: attempt, lastProblem }, []];
}
