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

/** A state without a past, but for the numbers that must go on. A run that has not ended is the same run. */
export function fresh({ effectId, online, options, run, exited }: State): State {
  return { ...begin(), effectId, online, options, run: run + (exited ? 1 : 0), exited: false };
}

/** Begins a run. */
export function beginRun(state: State, options: FlowOptions, resume: Resume | null): Turn {
  const isOut = wasOut(resume);
  // Of a run that ended before it was known what came of its try.
  const unsettled = isOut && resume?.step === 'closed';
  const told = resume?.told ?? null;
  return startAgain({ ...fresh(state), options, resume, unsettled, acted: state.unsettled || isOut, told });
}

const waiting: StepsThatAre<'waiting'> = { handoff: 1, connecting: 1, challenge: 1, closed: 1 };

/** Whether a note says that this tab waited for an answer with this very token, or a phone did. */
const wasOut = (resume: Resume | null): boolean =>
  resume !== null && resume.sameToken && resume.step in waiting;

/** Starts the session, or starts it again, which validates the token. */
export const startAgain = (state: State, renewedFor = state.renewedFor): Turn =>
  ask({ ...toLoading(state), renewedFor }, { type: 'start-session' });

/** What the form says after these: what was sent stays without an answer, and no code outlives its session. */
const lost: { readonly [S in Step]?: Loading['notice'] } = {
  connecting: 'unanswered',
  challenge: 'code-ended',
};

/** Loads. After a question about a connection the list comes next, where it is asked again, and not its provider. */
export function toLoading(state: State, problem: Problem | null = null): In<'loading'> {
  const asked = state.step === 'problem' ? state.problem.from : state.step;
  const provider = asked === 'disconnect' ? null : state.provider;
  const notice = 'notice' in state ? state.notice : (lost[state.resume?.step ?? asked] ?? null);
  // What `move` answers stands in the step that it was given.
  return move(state, { step: 'loading', problem, provider, notice }) as In<'loading'>;
}
