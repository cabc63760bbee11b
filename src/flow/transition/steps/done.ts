import { hasPicker, type In } from '../../state/index.js';
import type { StepHandlers } from '../handlers.js';
import { beginRun } from '../start-run.js';
import { toPicker } from '../to-picker.js';
import { ask, type Turn } from '../turn.js';

export const done: StepHandlers<'done'> = {
  'another-connection-requested': (state) => (state.session?.multiple ? goOn(state) : beginAnother(state)),
  'token-renewed': (state) => beginRun(state, state.options, null),
  'token-refused': (state) => [{ ...state, refused: true }, []],
};

/** The token makes further connections in the same run. */
const goOn = (state: In<'done'>): Turn | null => (hasPicker(state) ? [toPicker(state), []] : null);

/** The old token is used up, so the next run waits for a new one. */
const beginAnother = (state: In<'done'>): Turn | null =>
  state.options.canRenew && state.awaiting === null
    ? ask({ ...state, refused: false }, { type: 'request-token', reason: 'another' })
    : null;
