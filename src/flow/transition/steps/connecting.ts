import type { LinkSession } from '../../../contract/index.js';
import type { In } from '../../state/index.js';
import { fail } from '../failure.js';
import type { StepHandlers } from '../handlers.js';
import { challenge, isNewTry, resultReceived, sessionDecided } from '../outcome.js';
import { failureOf } from '../problem.js';
import { leaveProvider, toItsForm, toProvider } from '../to-provider.js';
import type { Turn } from '../turn.js';

/** Seconds from the first text about the wait to the second. */
const secondStage = 15;

export const connecting: StepHandlers<'connecting'> = {
  'result-received': (state, { result }) => resultReceived(state, result),
  // Read after an answer was lost. An attempt that the service has begun may still have an outcome.
  'state-read': (state, { session }) =>
    sessionRead(state, session) ?? [
      toProvider({ ...state, unsettled: isNewTry(state, session) }, state.provider, null, 'unanswered'),
      [],
    ],
  'session-polled': (state, { session }) => sessionRead(state, session),
  'request-failed': (state, { failure }) => fail(state, failure),
  'timer-fired': (state, { timer }) => {
    if (timer === 'poll-end') return fail(state, failureOf('timeout'));
    if (timer !== 'stage') return null;
    return state.stage === 0
      ? [{ ...state, stage: 1 }, [{ type: 'start-timer', timer, seconds: secondStage }]]
      : [{ ...state, stage: 2 }, []];
  },
  'cancel-requested': toItsForm,
  'back-requested': toItsForm,
  'another-provider-requested': leaveProvider,
};

/** What the session says about the awaited attempt; null if it is undecided. */
export function sessionRead(state: In<'connecting'>, session: LinkSession): Turn | null {
  const byPassword = state.via === 'password';
  const decided = sessionDecided(state, session, !byPassword || isNewTry(state, session));
  if (decided) return decided;
  return byPassword && session.state === 'pending_provider_mfa'
    ? challenge(state, session.provider_mfa)
    : null;
}
