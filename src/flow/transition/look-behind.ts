import type { State } from '../state/index.js';
import { isOver } from './expiry.js';
import { askBehind, type Turn } from './turn.js';

/** Asks about an attempt that the person no longer waits for: they may have agreed in its window a moment ago. */
export const lookBehind = (state: State): Turn =>
  state.unsettled && state.awaiting === null && state.renewing === null && !isOver(state)
    ? askBehind(state, { type: 'read-state' })
    : [state, []];
