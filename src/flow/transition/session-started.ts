import type { LinkSession, StartedLink } from '../../contract/index.js';
import { onlyProvider, type Resume, type State } from '../state/index.js';
import { expiryTimer } from './expiry-timer.js';
import { challenge, sessionDecided } from './outcome.js';
import { toProvider } from './to-provider.js';
import { ask, type Turn } from './turn.js';
import { withSession } from './with-session.js';

/** The session has started, or started again: goes on where the person was, or begins. */
export function arrive(state: State, answer: StartedLink, now: number): Turn {
  const { provider } = state.options;
  const { session } = answer;
  const known = withSession(state, answer);
  const [next, orders] = sessionDecided(known, session, false) ?? goOn(known, session, state.resume);
  const unknown = provider !== null && onlyProvider(known) !== provider;
  return [
    next,
    [
      ...orders,
      ...expiryTimer(session, now),
      ...(unknown ? [{ type: 'warn', warning: { type: 'unknown-provider', provider } } as const] : []),
    ],
  ];
}

/** A new token for a step that goes on. A code belongs to its token, so a challenge does not go on. */
export function arriveBehind(state: State, answer: StartedLink, now: number): Turn {
  const known = withSession(state, answer);
  // The same token, with a later end.
  const isSame = state.session?.link_session_id === answer.session.link_session_id;
  const [next, orders] = sessionDecided(known, answer.session, false) ?? [
    known.step === 'challenge' && !isSame ? toProvider(known, known.provider) : known,
    [],
  ];
  return [next, [...orders, ...expiryTimer(answer.session, now)]];
}

function goOn(state: State, session: LinkSession, resume: Resume | null): Turn {
  const slug = state.provider ?? onlyProvider(state) ?? resume?.provider ?? null;
  const here = toProvider(state, slug);
  const wasOut = resume?.step === 'connecting';
  const mine = resume?.sameToken && slug !== null && slug === session.provider;
  if (!mine || !(wasOut || resume.step === 'challenge')) return [here, []];
  if (session.state === 'pending_provider_mfa' && here.step === 'sign-in') {
    // The credentials went with the page, so no new code can be asked for.
    return challenge(here, session.provider_mfa, 'unavailable');
  }
  if (here.step === 'authorize' && wasOut && session.state === 'started') {
    return ask({ ...here, phase: 'severed', staleAttempt: 'none' }, { type: 'poll-session' });
  }
  return sessionDecided(here, session, wasOut) ?? [here, []];
}
