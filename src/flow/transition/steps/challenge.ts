import { isCodeUnderWay } from '../../state/index.js';
import { fail } from '../failure.js';
import type { StepHandlers } from '../handlers.js';
import { resultReceived, sessionDecided } from '../outcome.js';
import { leaveProvider, toItsForm } from '../to-provider.js';
import { ask } from '../turn.js';

export const challengeShown: StepHandlers<'challenge'> = {
  'code-submitted': (state, { code }) => {
    const { provider } = state;
    if (isCodeUnderWay(state) || !code || provider === null) return null;
    return ask({ ...state, busy: true }, { type: 'submit-code', provider, code });
  },
  'new-code-requested': (state) => {
    const { provider, busy, resend } = state;
    if (busy || resend !== 'ready' || provider === null) return null;
    return ask({ ...state, resend: 'sending', fieldError: null }, { type: 'resubmit-credentials', provider });
  },
  'result-received': (state, { result }) => resultReceived(state, result),
  'state-read': (state, { session }) =>
    // The session waited for the code, so an error is the outcome of the code.
    sessionDecided(state, session, true) ??
    (session.state === 'pending_provider_mfa'
      ? [{ ...state, busy: false, unsettled: false }, []]
      : toItsForm(state)),
  'request-failed': (state, { failure }) => fail(state, failure),
  'timer-fired': (state, { timer }) =>
    timer === 'cool-down' && state.resend === 'cooling' ? [{ ...state, resend: 'ready' }, []] : null,
  'cancel-requested': (state) =>
    isCodeUnderWay(state)
      ? [
          {
            ...state,
            busy: false,
            resend: state.resend === 'sending' ? 'ready' : state.resend,
            awaiting: null,
          },
          [],
        ]
      : toItsForm(state),
  'back-requested': toItsForm,
  'sign-in-again-requested': toItsForm,
  'another-provider-requested': leaveProvider,
};
