import { hasSucceeded } from '../../../contract/index.js';
import { move } from '../../state/index.js';
import { isLooking, stopLooking } from '../end-run.js';
import type { StepHandlers } from '../handlers.js';
import { sessionDecided } from '../outcome.js';

/** Reads what the service says about an attempt that the person left. */
export const closed: StepHandlers<'closed'> = {
  'state-read': (state, { session }) => {
    const [ended] = (hasSucceeded(session) && sessionDecided(state, session)) || [];
    return ended ? [move(ended, { step: 'closed', outcome: 'success' }), []] : stopLooking(state);
  },
  'request-failed': stopLooking,
  'timer-fired': (state, { timer }) =>
    timer === 'last-look' && isLooking(state) ? stopLooking(state) : null,
};
