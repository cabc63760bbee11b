import {
  begin,
  move,
  type FlowOptions,
  type In,
  type Loading,
  type Problem,
  type Resume,
  type State,
  type Step,
  type StepsThatAre,
} from '../state/index.js';
import { ask, type Turn } from './turn.js';

/**
 * A new state that keeps only the options, the network and the numbers
 * that must keep counting. A run that has not ended is the same run.
 */
export function fresh({ effectId, online, options, run, exited }: State): State {
  return { ...begin(), effectId, online, options, run: run + (exited ? 1 : 0), exited: false };
}

/** Begins a run. */
export function beginRun(state: State, options: FlowOptions, resume: Resume | null): Turn {
  const isOut = wasOut(resume);
  // The note is from a run that ended before the outcome of its attempt was known.
  const unsettled = isOut && resume?.step === 'closed';
  const told = resume?.told ?? null;
  return startAgain({ ...fresh(state), options, resume, unsettled, acted: state.unsettled || isOut, told });
}

const waiting: StepsThatAre<'waiting'> = { handoff: 1, connecting: 1, challenge: 1, closed: 1 };

/** Whether a note says that this tab, or a phone, waited for an answer with this same token. */
const wasOut = (resume: Resume | null): boolean =>
  resume !== null && resume.sameToken && resume.step in waiting;

/** Starts the session, or starts it again, which validates the token. */
export const startAgain = (state: State, renewedFor = state.renewedFor): Turn =>
  ask({ ...toLoading(state), renewedFor }, { type: 'start-session' });

/** What the form says after these steps: what was sent gets no answer any more, and a code ends with its session. */
const lost: { readonly [S in Step]?: Loading['notice'] } = {
  connecting: 'unanswered',
  challenge: 'code-ended',
};

/**
 * Goes to `loading`. After the question about a connection the list comes next, and not the provider: it can be asked again
 * there.
 */
export function toLoading(state: State, problem: Problem | null = null): In<'loading'> {
  const asked = state.step === 'problem' ? state.problem.from : state.step;
  const provider = asked === 'disconnect' ? null : state.provider;
  const notice = 'notice' in state ? state.notice : (lost[state.resume?.step ?? asked] ?? null);
  // `move` returns a state in the step that it was given.
  return move(state, { step: 'loading', problem, provider, notice }) as In<'loading'>;
}
