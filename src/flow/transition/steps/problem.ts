import type { LinkSession } from '../../../contract/index.js';
import { ruleOf } from '../../problems.js';
import { move, type In } from '../../state/index.js';
import { fail, renew } from '../failure.js';
import type { StepHandlers } from '../handlers.js';
import { sessionDecided } from '../outcome.js';
import { isFinal } from '../problem.js';
import { leftOf, retryTimer } from '../retry-timer.js';
import { startAgain } from '../start-run.js';
import { leaveProvider, toProvider } from '../to-provider.js';
import { ask, type Turn } from '../turn.js';
import { stageTimer, wait } from '../wait.js';
import { openWindow } from './authorize.js';
import { sessionRead } from './connecting.js';
import { end, leaveQuestion } from './disconnect.js';

export const problemShown: StepHandlers<'problem'> = {
  'retry-requested': (state) => {
    const { retryable, retryAfter } = state.problem;
    return retryable && retryAfter === null ? retry(state) : null;
  },
  'timer-fired': (state, { timer }) => (timer === 'retry' ? waitOn(state) : null),
  'session-polled': outcomeCame,
  'request-failed': (state, { failure }) => fail(state, failure, state.problem.from),
  'back-requested': toForm,
  'cancel-requested': toForm,
  'sign-in-again-requested': toForm,
  'another-provider-requested': (state) =>
    isFinal(state, state.problem) ? null : (fromQuestion(state) ?? leaveProvider(state)),
};

/** A part of the wait is over. */
function waitOn(state: In<'problem'>): Turn {
  const problem = { ...state.problem, retryAfter: leftOf(state.problem) };
  return [{ ...state, problem }, retryTimer(problem)];
}

/** The outcome that is awaited behind this screen has come: it is shown as if the person had kept waiting. */
function outcomeCame(state: In<'problem'>, { session }: { session: LinkSession }): Turn | null {
  const { challenge, problem } = state;
  const { via } = problem;
  if (challenge) return sessionDecided(move(state, challenge), session, true);
  // `move` returns a state in the step that it was given.
  return via && sessionRead(move(state, { step: 'connecting', stage: 2, via }) as In<'connecting'>, session);
}

function toForm(state: In<'problem'>): Turn | null {
  const { problem, provider } = state;
  if (isFinal(state, problem)) return null;
  const asked = fromQuestion(state);
  if (asked || provider === null) return asked;
  const typedFor = ruleOf(problem.code).startsOver ? null : state.typedFor;
  return [toProvider({ ...state, typedFor }, provider), []];
}

/** Leads to the list, if the problem came up while a connection was ended. */
const fromQuestion = (state: In<'problem'>): Turn | null =>
  state.problem.from === 'disconnect'
    ? leaveQuestion(state, ruleOf(state.problem.code).unsettled === true)
    : null;

/** Goes on at the step in which the problem came up. What was typed is never sent again by itself. */
function retry(state: In<'problem'>): Turn | null {
  const { problem, challenge, provider } = state;
  const { code, from, via } = problem;
  const { mend, unsettled, waits } = ruleOf(code);
  if (mend === 'token') return renew(state, problem);
  if (from === 'loading' || mend === 'session') return startAgain(state);
  if (from === 'disconnect') return end(state);
  if (via === null) return startAgain(state);
  if (challenge) return ask(move(state, { ...challenge, busy: true }), { type: 'read-state' });
  if (waits) return wait(state, via);
  if (via === 'oauth') return openWindow(state);
  if (from !== 'connecting' || !unsettled) return [toProvider(state, provider), []];
  return ask(move(state, { step: 'connecting', stage: 0, via }), { type: 'read-state' }, stageTimer);
}
