import type { LinkSession } from '../../../contract/index.js';
import { ruleOf } from '../../problems.js';
import { move, type In, type State } from '../../state/index.js';
import { fail } from '../failure.js';
import type { StepHandlers } from '../handlers.js';
import { sessionDecided } from '../outcome.js';
import { failureOf } from '../problem.js';
import { leaveProvider } from '../to-provider.js';
import { ask, type Turn } from '../turn.js';
import { wait } from '../wait.js';
import { toPhone } from './handoff.js';

/** Seconds in which news may still come of a window that was seen closed. */
const grace = 1;

export const authorize: StepHandlers<'authorize'> = {
  'resources-chosen': (state, { resources }) => [{ ...state, shared: resources }, []],
  'authorize-requested': (state, { consent = state.consent }) =>
    state.awaiting !== null && (state.phase === 'opening' || state.phase === 'away')
      ? [state, [{ type: 'focus-window', id: state.awaiting }]]
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
    if (state.phase === 'opening') return [state, [{ type: 'start-timer', timer: 'grace', seconds: grace }]];
    return state.phase === 'away' ? [{ ...state, phase: 'severed' }, []] : null;
  },
  'window-finished': (state, { id }) => wait(state, 'oauth', id),
  'timer-fired': (state, { timer }) =>
    timer === 'grace' && state.phase === 'opening' && state.awaiting !== null
      ? ask(state, { type: 'read-state' })
      : null,
  'session-polled': polled,
  'state-read': (state, { session }) =>
    sessionDecided(state, session, isNews(state, session)) ?? [ready(state), []],
  'request-failed': (state, { failure }) =>
    ruleOf(failure.code).unsettled ? [ready(state), []] : fail(state, failure),
  'cancel-requested': (state) =>
    state.phase === 'ready' ? leaveProvider(state) : look([ready({ ...state, staleAttempt: null }), []]),
  'back-requested': (state) => look(leaveProvider(state)),
  'another-provider-requested': (state) => look(leaveProvider(state)),
};

/** Looks once more where the window may have gone to the provider: the person may have allowed it there a moment ago. */
const look = (turn: Turn | null): Turn | null =>
  turn?.[0].unsettled ? ask(turn[0], { type: 'read-state' }) : turn;

/** Opens the provider's window; the event must come out of a click. */
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

/** Leaves this page for the provider: before the start is confirmed, only once it is. */
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

/** The first request only tells which error is old: the window's own try has hardly begun. */
function polled(state: In<'authorize'>, { session }: { session: LinkSession }): Turn | null {
  const decided = sessionDecided(state, session, isNews(state, session));
  if (decided || state.staleAttempt !== null) return decided;
  return [{ ...state, staleAttempt: session.state === 'error' ? attemptOf(session) : 'none' }, []];
}

const isNews = ({ staleAttempt }: In<'authorize'>, session: LinkSession): boolean =>
  staleAttempt !== null && staleAttempt !== attemptOf(session);

const attemptOf = ({ attempt }: LinkSession): number => attempt ?? 0;
