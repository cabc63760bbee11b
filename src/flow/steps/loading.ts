import { arrive } from '../arrive.js';
import type { Event } from '../event.js';
import { fail, renewOrShow, show } from '../fail.js';
import { sessionDecided } from '../outcome.js';
import { startAgain } from '../start.js';
import type { In } from '../state.js';
import type { Turn } from '../turn.js';

export function loading(state: In<'loading'>, event: Event): Turn | null {
  const { problem } = state;
  switch (event.type) {
    case 'session-started':
      return arrive(state, event.answer, event.now);
    case 'state-read':
      return sessionDecided(state, event.session, false) ?? (problem && renewOrShow(state, problem));
    case 'request-failed':
      return problem ? renewOrShow(state, problem) : fail(state, event.failure);
    case 'token-renewed':
      return startAgain(state);
    case 'token-refused':
    case 'cancel-requested':
      return problem && show(state, problem);
    default:
      return null;
  }
}
