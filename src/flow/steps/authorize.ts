import type { LinkSession } from '../../contract/index.js';
import { move } from '../begin.js';
import type { Event } from '../event.js';
import { fail } from '../fail.js';
import { sessionDecided } from '../outcome.js';
import { isUnsettled } from '../problem.js';
import { leaveProvider } from '../provider.js';
import type { In, State } from '../state.js';
import { ask, type Turn } from '../turn.js';
import { wait } from './wait.js';

/** Seconds in which news may still come of a window that was seen closed. */
const grace = 1;

/** Opens the provider's window; the event must come out of a click. */
export function openWindow(state: State): Turn | null {
  const { provider } = state;
  return provider === null
    ? null
    : ask(move(state, { step: 'authorize', phase: 'opening', staleAttempt: null }), {
        type: 'open-window',
        provider,
      });
}

export function authorize(state: In<'authorize'>, event: Event): Turn | null {
  const { phase, awaiting, provider } = state;
  const ready: State = { ...state, phase: 'ready', awaiting: null };
  switch (event.type) {
    case 'authorize-requested':
      return awaiting !== null && (phase === 'opening' || phase === 'away')
        ? [state, [{ type: 'focus-window', id: awaiting }]]
        : openWindow(state);
    case 'same-window-requested':
      if (provider === null) return null;
      return [
        { ...state, phase: 'opening', awaiting: null },
        [
          { type: 'remember', provider, step: 'connecting' },
          { type: 'leave-for-provider', provider },
        ],
      ];
    case 'window-opened':
      // After a reload of this page the outcome of the window counts.
      return [state, [{ type: 'remember', provider, step: 'connecting' }]];
    case 'window-blocked':
      return [{ ...ready, phase: 'blocked' }, []];
    case 'window-refused':
      return fail(state, { code: event.code, retryAfter: null, reference: null });
    case 'window-leaving':
      return phase === 'opening' ? [{ ...state, phase: 'away' }, []] : null;
    case 'window-closed':
      if (phase === 'opening') return [state, [{ type: 'start-timer', timer: 'grace', seconds: grace }]];
      return phase === 'away' ? [{ ...state, phase: 'severed' }, []] : null;
    case 'window-finished':
      return wait(state, 'oauth', event.id);
    case 'timer-fired':
      return event.timer === 'grace' && phase === 'opening' && awaiting !== null
        ? ask(state, { type: 'read-state' })
        : null;
    case 'session-polled':
      return polled(state, event.session);
    case 'state-read':
      return sessionDecided(state, event.session, isNews(state, event.session)) ?? [ready, []];
    case 'request-failed':
      return isUnsettled(event.failure.code) ? [ready, []] : fail(state, event.failure);
    case 'cancel-requested':
      return phase === 'ready' ? leaveProvider(state) : [ready, []];
    case 'back-requested':
    case 'another-provider-requested':
      return leaveProvider(state);
    default:
      return null;
  }
}

/** The first look only tells which error is old: the window's own try has hardly begun. */
function polled(state: In<'authorize'>, session: LinkSession): Turn | null {
  const decided = sessionDecided(state, session, isNews(state, session));
  if (decided || state.staleAttempt !== null) return decided;
  return [{ ...state, staleAttempt: session.state === 'error' ? attemptOf(session) : 'none' }, []];
}

const isNews = ({ staleAttempt }: In<'authorize'>, session: LinkSession): boolean =>
  staleAttempt !== null && staleAttempt !== attemptOf(session);

const attemptOf = ({ attempt }: LinkSession): number => attempt ?? 0;
