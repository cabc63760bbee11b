import type { State } from '../state/index.js';
import { isOver } from './expiry.js';
import { askBehind, type Turn } from './turn.js';

/** Looks at a try that the person waits for no more: they may have said yes in its window a moment ago. */
export const lookBehind = (state: State): Turn =>
  state.unsettled && state.awaiting === null && state.renewing === null && !isOver(state)
    ? askBehind(state, { type: 'read-state' })
    : [state, []];
