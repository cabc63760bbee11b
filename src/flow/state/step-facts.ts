import type { Step } from './state.js';

/** What is so in each step: a new one is a decision about every fact below, and the compiler leads to what names its steps. */
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
  /** The first screen: to close it is to have begun nothing. */
  | 'early'
  /** Nothing that a person can use first, or that a reload comes back to. */
  | 'idle'
  /** Begins with a start of its own, or needs none: one that is confirmed behind the step before is given up. */
  | 'started'
  /** A password or a code may be under way. Of the whole state `isTrying` knows whether anything is. */
  | 'sending'
  /** Its answer may come while the page is loaded again, or after the end if a note of that says so. */
  | 'waiting'
  /** Leads back to the step before. */
  | 'returns'
  /** Leads back to the picker, if there is one. */
  | 'chosen'
  /** Nothing is left to finish, so that nothing is said of the network or of the end of the token. */
  | 'over';

/** The steps in which something is so, each and no other, as keys: `step in idle`. */
export type StepsThatAre<Which extends Fact> = Readonly<
  Record<{ [Each in Step]: Which extends Facts[Each] ? Each : never }[Step], 1>
>;

export const sending: StepsThatAre<'sending'> = { connecting: 1, challenge: 1 };
