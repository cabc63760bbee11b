import { ruleOf } from '../problems.js';
import { move, type Challenge, type Failure, type Problem, type State, type Step } from '../state/index.js';
import { formOf, mendOf, problemOf } from './problem.js';
import { retryTimer } from './retry-timer.js';
import { startAgain, toLoading } from './start-run.js';
import { toProvider } from './to-provider.js';
import { ask, type Turn } from './turn.js';

/** What a failure leads to: its form, its own screen, or first an attempt to fix it without the person. */
export function fail(before: State, failure: Failure, from: Step = before.step): Turn {
  const problem = problemOf(before, failure, from);
  const state = ruleOf(problem.code).unsettled ? before : { ...before, unsettled: false };
  return mendOrShow(state, problem);
}

/** Tries what may fix a problem, or shows it. `hasLooked`: whether the service was asked how the session ended. */
export function mendOrShow(state: State, problem: Problem, hasLooked = false): Turn {
  const mend = mendOf(state, problem.code, hasLooked);
  if (mend === 'look') return ask(toLoading(state, problem), { type: 'read-state' });
  if (mend === 'token') return renew(state, problem);
  return mend === 'session' ? startAgain(state, problem.code) : show(state, problem);
}

/** Asks the host page for a new token, which may fix a problem. */
export const renew = (state: State, problem: Problem): Turn =>
  ask(
    { ...toLoading(state, problem), renewedFor: problem.code },
    { type: 'request-token', reason: 'expired' },
  );

/** Whether the code no longer works. The service says so as it refuses a password, but a password is sent only for a new code. */
const endsChallenge = ({ resend }: Challenge, { code }: Problem): boolean =>
  code === 'provider_credential_error' && resend !== 'sending';

/** Shows a problem if the person can do something about it. */
export function show(state: State, problem: Problem): Turn {
  const { code, from } = problem;
  // Another object, because the same problem that is shown once more is news too.
  const failed: State = { ...state, lastProblem: { ...problem } };
  const form = formOf(state, problem);
  if (form === 'sign-in') {
    const isCodeOver = state.step === 'challenge' && endsChallenge(state, problem);
    return [
      isCodeOver
        ? toProvider(failed, state.provider, null, 'code-ended')
        : toProvider(failed, state.provider, code),
      [],
    ];
  }
  if (state.step === 'challenge' && form === 'challenge') {
    const tries = state.tries + 1;
    return [{ ...state, lastProblem: problem, busy: false, fieldError: problem.code, tries }, []];
  }
  const challenge =
    state.step === 'challenge'
      ? {
          step: state.step,
          method: state.method,
          hint: state.hint,
          round: state.round,
          tries: state.tries,
          resend: state.resend === 'unavailable' ? state.resend : ('ready' as const),
          sentAgain: state.sentAgain,
          fieldError: null,
          busy: false,
        }
      : null;
  const shown = move(failed, { step: 'problem', problem, challenge });
  // The outcome that the person is told to wait for is shown once it comes.
  const isSent = from === 'connecting' ? state.confirming === null : challenge !== null;
  return ruleOf(code).waits && isSent
    ? ask(shown, { type: 'poll-session' }, ...retryTimer(problem))
    : [shown, retryTimer(problem)];
}
