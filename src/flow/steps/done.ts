import type { Event } from '../event.js';
import { beginRun } from '../start.js';
import type { In } from '../state.js';
import { ask, type Turn } from '../turn.js';

export function done(state: In<'done'>, event: Event): Turn | null {
  switch (event.type) {
    // The old token is used up, so the next run waits for a new one. A refusal leaves all as it is.
    case 'another-connection-requested':
      return state.options.canRenew && state.awaiting === null ? ask(state, { type: 'request-token' }) : null;
    case 'token-renewed':
      return beginRun(state, state.options, null);
    default:
      return null;
  }
}
