import type { LinkSession } from '../../../contract/index.js';
import { ruleOf } from '../../problems.js';
import { move, type In, type State } from '../../state/index.js';
import { fail } from '../failure.js';
import type { StepHandlers } from '../handlers.js';
import { lookBehind } from '../look-behind.js';
import { errorOf, sessionDecided } from '../outcome.js';
import { failureOf } from '../problem.js';
import { leaveProvider } from '../to-provider.js';
import { ask, type Turn } from '../turn.js';
import { wait } from '../wait.js';
import { toPhone } from './handoff.js';

/** Seconds in which news may still come from a window that looks closed. */
const grace = 1;

export const authorize: StepHandlers<'authorize'> = {
  'resources-chosen': (state, { resources }) => [{ ...state, shared: resources }, []],
  'authorize-requested': (state, { consent = state.consent }) =>
    // A second press opens a new window: the person has found something else in the old one, and this page cannot see where it
    // is.
    state.awaiting !== null && !state.sought && (state.phase === 'opening' || state.phase === 'away')
      ? [{ ...state, sought: state.phase === 'away' }, [{ type: 'focus-window', id: state.awaiting }]]
      : openWindow({ ...state, consent }),
  'same-window-requested': leaveForProvider,
  'handoff-requested': (state) => (state.phase === 'ready' ? toPhone(state) : null),
  // After a reload of this page the outcome of the window counts.
  'window-opened': (state) => {
    const { provider, told } = state;
    return [state, [{ type: 'remember', provider, step: 'connecting', told }]];
  },
  'window-blocked': (state) => [{ ...state, phase: 'blocked' }, []],
  'window-refused': (state, { code }) => fail(state, failureOf(code)),
  'window-leaving': (state) => (state.phase === 'opening' ? [{ ...state, phase: 'away' }, []] : null),
  'window-closed': (state) => {
    if (state.phase === 'opening')
      return [{ ...state, sought: true }, [{ type: 'start-timer', timer: 'grace', seconds: grace }]];
    return state.phase === 'away' ? [{ ...state, phase: 'severed' }, []] : null;
  },
  'window-finished': (state, { id }) => wait(state, 'oauth', id),
  'timer-fired': (state, { timer }) =>
    // Another window may be open by now.
    timer === 'grace' && state.phase === 'opening' && state.sought && state.awaiting !== null
      ? ask(state, { type: 'read-state' })
      : null,
  'session-polled': polled,
  'state-read': (state, { session }) =>
    sessionDecided(state, session, isNews(state, session)) ?? [ready(state), []],
  'request-failed': (state, { failure }) =>
    ruleOf(failure.code).unsettled ? [ready(state), []] : fail(state, failure),
  'cancel-requested': (state) =>
    state.phase === 'ready' ? leaveProvider(state) : lookBehind(ready({ ...state, staleAttempt: null })),
  'back-requested': leave,
  'another-provider-requested': leave,
};

function leave(state: State): Turn | null {
  const turn = leaveProvider(state);
  return turn && lookBehind(turn[0]);
}

/** Opens the provider's window; the event must come from a click. */
export function openWindow(state: State): Turn | null {
  const { provider, consent } = state;
  return provider === null
    ? null
    : ask(move(state, { step: 'authorize', phase: 'opening', staleAttempt: null, acted: true }), {
        type: 'open-window',
        provider,
        ...(consent && { consent }),
      });
}

/** Leaves this page for the provider, but not before the start is confirmed. */
export function leaveForProvider(state: In<'authorize'>): Turn | null {
  const { provider, told, consent, confirming } = state;
  if (provider === null) return null;
  return [
    { ...state, phase: 'opening', awaiting: null, acted: true },
    confirming === null
      ? [
          { type: 'remember', provider, step: 'connecting', told },
          { type: 'leave-for-provider', provider, ...(consent && { consent }) },
        ]
      : [],
  ];
}

const ready = (state: In<'authorize'>): State => ({ ...state, phase: 'ready', awaiting: null });

/** The first request only says which error is old: the window's own attempt has hardly begun. */
function polled(state: In<'authorize'>, { session }: { session: LinkSession }): Turn | null {
  const decided = sessionDecided(state, session, isNews(state, session));
  if (decided || state.staleAttempt !== null) return decided;
  return [{ ...state, staleAttempt: errorOf(session) }, []];
}

const isNews = ({ staleAttempt }: In<'authorize'>, session: LinkSession): boolean =>
  staleAttempt !== null && staleAttempt !== errorOf(session);
