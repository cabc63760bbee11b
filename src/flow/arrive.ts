import type { LinkSession, StartedLink } from '../contract/index.js';
import type { Effect } from './effect.js';
import type { Resume } from './event.js';
import { challenge, sessionDecided } from './outcome.js';
import { onlyProvider, shownProviders, toProvider } from './provider.js';
import type { State } from './state.js';
import { ask, type Turn } from './turn.js';

/** Seconds before the token's end at which the person is told. */
export const warningTime = 120;

/** The session has started, or started again: goes on where the person was, or begins. */
export function arrive(state: State, answer: StartedLink, now: number): Turn {
  const { provider } = state.options;
  const known = withSession(state, answer, now);
  const [next, orders] =
    sessionDecided(known, answer.session, false) ??
    goOn({ ...known, resume: null }, answer.session, state.resume);
  const unknown = provider !== null && onlyProvider(known) !== provider;
  return [
    next,
    [
      ...orders,
      ...expiryTimer(answer.session, now),
      ...(unknown ? [{ type: 'warn', warning: { type: 'unknown-provider', provider } } as const] : []),
    ],
  ];
}

/** A new token behind a step that goes on. A code belongs to its token, so a challenge does not go on. */
export function arriveBehind(state: State, answer: StartedLink, now: number): Turn {
  const known: State = { ...withSession(state, answer, now), renewing: null };
  const [next, orders] = sessionDecided(known, answer.session, false) ?? [
    known.step === 'challenge' ? toProvider(known, known.provider) : known,
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

function withSession(state: State, { session, providers }: StartedLink, now: number): State {
  const left = secondsLeft(session, now);
  return {
    ...state,
    session,
    offered: providers,
    providers: shownProviders(providers, state.options),
    expiresIn: left !== null && left <= warningTime ? left : null,
    // A token that was accepted has mended its problem; a check that failed may fail again.
    renewedFor: state.renewedFor === 'token_not_validated' ? state.renewedFor : null,
  };
}

function expiryTimer(session: LinkSession, now: number): Effect[] {
  const left = secondsLeft(session, now);
  return left !== null && left > warningTime
    ? [{ type: 'start-timer', timer: 'expiry', seconds: left - warningTime }]
    : [];
}

/** Null where the service named no end, or where the device's clock must be wrong. */
function secondsLeft({ expires_at }: LinkSession, now: number): number | null {
  const left = Math.floor((Date.parse(expires_at ?? '') - now) / 1000);
  return left > 0 ? left : null;
}
