import type { LinkSession } from '../../contract/index.js';
import type { Event } from '../event.js';
import { fail } from '../fail.js';
import { challenge, isNewTry, resultReceived, sessionDecided } from '../outcome.js';
import { leaveProvider, toProvider } from '../provider.js';
import type { In } from '../state.js';
import type { Turn } from '../turn.js';

/** Seconds from the first word about the wait to the second. */
const secondStage = 15;

export function connecting(state: In<'connecting'>, event: Event): Turn | null {
  switch (event.type) {
    case 'result-received':
      return resultReceived(state, event.result);
    case 'state-read':
      return sessionRead(state, event.session) ?? [toProvider(state, state.provider), []];
    case 'session-polled':
      return sessionRead(state, event.session);
    case 'request-failed':
      return fail(state, event.failure);
    case 'timer-fired':
      if (event.timer === 'poll-end') {
        return fail(state, { code: 'timeout', retryAfter: null, reference: null });
      }
      if (event.timer !== 'stage') return null;
      return state.stage === 0
        ? [{ ...state, stage: 1 }, [{ type: 'start-timer', timer: 'stage', seconds: secondStage }]]
        : [{ ...state, stage: 2 }, []];
    case 'cancel-requested':
    case 'back-requested':
      return [toProvider(state, state.provider), []];
    case 'another-provider-requested':
      return leaveProvider(state);
    default:
      return null;
  }
}

function sessionRead(state: In<'connecting'>, session: LinkSession): Turn | null {
  const byPassword = state.via === 'password';
  const decided = sessionDecided(state, session, !byPassword || isNewTry(state, session));
  if (decided) return decided;
  return byPassword && session.state === 'pending_provider_mfa'
    ? challenge(state, session.provider_mfa)
    : null;
}
