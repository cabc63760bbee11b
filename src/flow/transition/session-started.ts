import { resultsOf, type LinkSession } from '../../contract/index.js';
import {
  chosenProvider,
  isLinkable,
  onlyProvider,
  type Event,
  type Resume,
  type State,
} from '../state/index.js';
import { without } from './connected.js';
import { warnAgain } from './expiry.js';
import { expiryTimer, secondsLeft, warningTime } from './expiry-timer.js';
import { challenge, sessionDecided } from './outcome.js';
import { leaveForProvider } from './steps/authorize.js';
import { followPhone } from './steps/handoff.js';
import { toProvider } from './to-provider.js';
import { ask, type Turn } from './turn.js';
import { wait } from './wait.js';
import { isOrdinary, withSession } from './with-session.js';

type Arrival = Extract<Event, { type: 'session-started' | 'session-given' }>;

/** The session has started, or started again: continues where the person was, or begins. */
export function arrive(state: State, event: Arrival): Turn {
  const { provider } = state.options;
  const { session } = event.answer;
  const known = keep(state, event);
  const [next, orders] = sessionDecided(known, session) ?? goOn(known, session, state.resume);
  const unknown = provider !== null && onlyProvider(known) !== provider;
  return [
    next,
    [
      ...orders,
      ...expiryTimer(session, event.now),
      ...(unknown ? [{ type: 'warn', warning: { type: 'unknown-provider', provider } } as const] : []),
    ],
  ];
}

/** Goes on with what came with the token, unless an earlier run may have left something that only the service knows. */
export const arriveEarly = (state: State, event: Arrival): Turn | null =>
  isOrdinary(event.answer) && !state.resume?.provider ? arrive(state, event) : null;

/**
 * The service has confirmed what came with the token: the person continues, and what they
 * submitted meanwhile is sent now. They go to another step only if the service says otherwise.
 */
export function confirm(state: State, event: Arrival): Turn {
  const { session } = event.answer;
  const known = keep(state, event);
  const [next, orders] = sessionDecided(known, session) ?? goOnConfirmed(known, state);
  return [next, [...orders, ...expiryTimer(session, event.now)]];
}

function goOnConfirmed(state: State, before: State): Turn {
  const { provider, step } = state;
  const only = onlyProvider(state);
  const chosen = chosenProvider(state);
  const isSame = chosen && isLinkable(chosen) && chosen.auth_type === chosenProvider(before)?.auth_type;
  if (provider === null ? only !== null && step === 'select-provider' : !isSame)
    return [toProvider(state, only ?? provider), []];
  if (provider === null) return [state, []];
  if (step === 'disconnect' && state.busy) return ask(state, { type: 'disconnect', provider });
  if (step === 'connecting') return ask(state, { type: 'resubmit-credentials', provider });
  // No answer of a window is awaited: the person wants to continue in this window.
  const leaves = state.step === 'authorize' && state.phase === 'opening' && state.awaiting === null;
  return (leaves && leaveForProvider(state)) || [state, []];
}

/** A new token for a step that continues. A code belongs to its token, so a challenge does not continue. */
export function arriveBehind(state: State, event: Arrival): Turn {
  // This answer says all that the start under way would say.
  if (state.confirming !== null) return confirm(state, event);
  const { answer, now } = event;
  // If the end has not moved, a person who was warned is not warned again.
  const left = secondsLeft(answer.session, now);
  const isWarned = state.expiresIn !== null && left <= warningTime;
  const started = keep(state, event);
  const { expiresIn, moreTime } = state;
  // A person who asked for more time has got hardly any, for example because the token has the latest end that it can have.
  const known = isWarned ? { ...started, expiresIn, moreTime: moreTime && ('refused' as const) } : started;
  // The same session has the same token, with a later end.
  const isSame = state.session?.link_session_id === answer.session.link_session_id;
  const [next, orders] = sessionDecided(known, answer.session) ?? [
    known.step === 'challenge' && !isSame ? toProvider(known, known.provider, null, 'code-ended') : known,
    [],
  ];
  return [next, [...orders, ...(isWarned ? warnAgain(left) : expiryTimer(answer.session, now))]];
}

/** Keeps what the start returns, and the connections that a session for several connections made before a reload. */
function keep(state: State, event: Arrival): State {
  const { session } = event.answer;
  const { results } = state;
  const isOther = state.session && state.session.link_session_id !== session.link_session_id;
  const made = resultsOf(session);
  return {
    ...withSession(state, event),
    // An attempt in one session says nothing about another session, whose success nobody here has asked for.
    ...(isOther && { unsettled: false, acted: false }),
    ...(session.connections && {
      results: [...without(results, ...made.map(({ provider }) => provider)), ...made],
    }),
  };
}

function goOn(state: State, session: LinkSession, resume: Resume | null): Turn {
  const only = onlyProvider(state);
  // A link that renews a connection serves no other provider, whatever was chosen before.
  const slug = (session.reconnect ? only : (state.provider ?? only)) ?? resume?.provider ?? null;
  // The form of one provider says nothing about what was sent to another provider and lost.
  const isLeft = slug === (state.provider ?? resume?.provider);
  const here = toProvider(state, slug, null, 'notice' in state && isLeft ? state.notice : null);
  const wasOut = resume?.step === 'connecting';
  // A code that was shown before the reload may still be opened. In the form, the person would not hear about the phone.
  const phone = session.handoff?.state;
  const mayBeOnPhone = phone === 'opened' || phone === 'accepted' || phone === 'offered';
  if (resume?.sameToken && resume.step === 'handoff' && mayBeOnPhone) return followPhone(here);
  const mine = resume?.sameToken && slug !== null && slug === session.provider;
  if (!mine || !(wasOut || resume.step === 'challenge')) return [here, []];
  if (session.state === 'pending_provider_mfa' && here.step === 'sign-in') {
    // The credentials were lost with the page, so no new code can be requested.
    return challenge(here, session.provider_mfa, 'unavailable');
  }
  // The attempt continues without the page that sent it. Its end is news, whatever its number is.
  if (here.step === 'sign-in' && session.state === 'started' && session.attempt)
    return wait({ ...here, session: { ...session, attempt: null } }, 'password');
  if (here.step === 'authorize' && wasOut && session.state === 'started') {
    return ask({ ...here, phase: 'severed', staleAttempt: 'none' }, { type: 'poll-session' });
  }
  return sessionDecided(here, session, wasOut) ?? [here, []];
}
