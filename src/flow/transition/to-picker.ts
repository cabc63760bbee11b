import { move, type State } from '../state/index.js';

/** The picker, with what was typed. */
export const toPicker = (state: State): State =>
  move(state, { step: 'select-provider', provider: null, lastProblem: null });
