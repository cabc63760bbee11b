import type { Event } from '../event.js';
import { fail } from '../fail.js';
import { isNewTry, resultReceived, sessionDecided } from '../outcome.js';
import { leaveProvider, toProvider } from '../provider.js';
import type { In } from '../state.js';
import { ask, type Turn } from '../turn.js';

export function challengeShown(state: In<'challenge'>, event: Event): Turn | null {
  const { provider, busy, resend } = state;
  const working = busy || resend === 'sending';
  const toSignIn: Turn = [toProvider(state, provider), []];
  switch (event.type) {
    case 'code-submitted':
      if (working || !event.code || provider === null) return null;
      return ask({ ...state, busy: true }, { type: 'submit-code', provider, code: event.code });
    case 'new-code-requested':
      if (working || resend !== 'ready' || provider === null) return null;
      return ask(
        { ...state, resend: 'sending', fieldError: null },
        { type: 'resubmit-credentials', provider },
      );
    case 'result-received':
      return resultReceived(state, event.result);
    case 'state-read':
      return (
        sessionDecided(state, event.session, isNewTry(state, event.session)) ??
        (event.session.state === 'pending_provider_mfa' ? [{ ...state, busy: false }, []] : toSignIn)
      );
    case 'request-failed':
      return fail(state, event.failure);
    case 'timer-fired':
      return event.timer === 'cool-down' && resend === 'cooling' ? [{ ...state, resend: 'ready' }, []] : null;
    case 'cancel-requested':
      if (busy) return [{ ...state, busy: false, awaiting: null }, []];
      return resend === 'sending' ? [{ ...state, resend: 'ready', awaiting: null }, []] : toSignIn;
    case 'back-requested':
    case 'sign-in-again-requested':
      return toSignIn;
    case 'another-provider-requested':
      return leaveProvider(state);
    default:
      return null;
  }
}
