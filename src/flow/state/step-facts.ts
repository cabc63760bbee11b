import type { Step } from './state.js';

/** The facts about each step. A new step is a decision about every fact below, and the compiler leads to the lists of steps. */
type Facts = Checked<{
  loading: 'early' | 'idle' | 'started' | 'over';
  'select-provider': 'early';
  disconnect: 'idle' | 'returns';
  'sign-in': 'chosen';
  authorize: 'chosen';
  handoff: 'waiting' | 'returns';
  connecting: 'sending' | 'waiting';
  challenge: 'sending' | 'waiting' | 'returns';
  done: 'idle' | 'started' | 'over';
  problem: 'idle' | 'over';
  closed: 'idle' | 'started' | 'waiting' | 'over';
}>;
type Checked<All extends Record<Step, Fact>> = All;

type Fact =
  /** The first screen: a person who closes it has begun nothing. */
  | 'early'
  /** Not a step that a person can use first, or that a reload comes back to. */
  | 'idle'
  /** Begins with a start of its own, or needs none: a start that still confirms the step before is given up. */
  | 'started'
  /** A password or a code may be under way. `isTrying` says for the whole state whether anything is. */
  | 'sending'
  /** Its answer may come while the page is loaded again, or after the end of the run if a note says so. */
  | 'waiting'
  /** Leads back to the step before. */
  | 'returns'
  /** Leads back to the picker, if there is one. */
  | 'chosen'
  /** Nothing is left to finish, so the person is told nothing about the network or the token's end. */
  | 'over';

/** The steps for which a fact is true, all of them and no others, as keys: `step in idle`. */
export type StepsThatAre<Which extends Fact> = Readonly<
  Record<{ [Each in Step]: Which extends Facts[Each] ? Each : never }[Step], 1>
>;

export const sending: StepsThatAre<'sending'> = { connecting: 1, challenge: 1 };
