import type { StepHandlers } from '../handlers.js';
import { beginRun } from '../start-run.js';
import { ask } from '../turn.js';

export const done: StepHandlers<'done'> = {
  // The old token is used up, so the next run waits for a new one. A refusal leaves all as it is.
  'another-connection-requested': (state) =>
    state.options.canRenew && state.awaiting === null
      ? ask(state, { type: 'request-token', reason: 'another' })
      : null,
  'token-renewed': (state) => beginRun(state, state.options, null),
  'token-refused': (state) => [state, []],
};
