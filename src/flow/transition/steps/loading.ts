import type { In } from '../../state/index.js';
import { fail, mendOrShow, show } from '../failure.js';
import type { StepHandlers } from '../handlers.js';
import { sessionDecided } from '../outcome.js';
import { arrive, arriveEarly } from '../session-started.js';
import { startAgain } from '../start-run.js';

const giveUp = (state: In<'loading'>) => state.problem && show(state, state.problem);

export const loading: StepHandlers<'loading'> = {
  'session-started': arrive,
  'session-given': arriveEarly,
  'state-read': (state, { session }) =>
    sessionDecided(state, session) ?? (state.problem && mendOrShow(state, state.problem, true)),
  'request-failed': (state, { failure }) =>
    state.problem ? mendOrShow(state, state.problem, true) : fail(state, failure),
  'token-renewed': (state) => startAgain(state),
  'token-refused': giveUp,
  'cancel-requested': giveUp,
};
