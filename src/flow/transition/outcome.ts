import {
  hasSucceeded,
  toPublicResult,
  type LinkResult,
  type LinkSession,
  type ProviderMfa,
} from '../../contract/index.js';
import { move, type Challenge, type State } from '../state/index.js';
import { marked, without } from './connected.js';
import { fail } from './failure.js';
import { failureIn } from './problem.js';
import type { Turn } from './turn.js';

/** Seconds before another new code can be asked for. */
const coolDown = 30;

/** What the answer to credentials or to a code leads to. */
export function resultReceived(state: State, result: LinkResult): Turn {
  const known = remembered(counted(state, result), result);
  if (result.state === 'success') return succeed(known);
  if (result.state === 'pending_provider_mfa') return challenge(known, result.provider_mfa);
  return fail(known, failureIn(result));
}

/**
 * What the session's state decides by itself: success, or an error that is news. For a person who has gone on, an error is no
 * news. Null if it is undecided.
 */
export function sessionDecided(state: State, session: LinkSession, isNews = false): Turn | null {
  if (hasSucceeded(session)) {
    // A success that the page received already is the outcome of an earlier attempt.
    if (state.told === tryOf(session)) return null;
    const known = remembered({ ...state, session }, { ...session, state: 'success' });
    return succeed({ ...known, provider: session.provider ?? known.provider });
  }
  if (session.state !== 'error' || !isNews) return null;
  return fail(remembered({ ...state, session }, session), failureIn(session));
}

/** Whether an error in this session belongs to an attempt whose outcome was not known yet. */
export const isNewTry = (state: State, session: LinkSession): boolean =>
  session.attempt !== state.session?.attempt;

/** The number of the attempt whose error the session has, or `'none'`. */
export const errorOf = ({ state, attempt }: LinkSession): number | 'none' =>
  state === 'error' ? (attempt ?? 0) : 'none';

/** Asks for a code: the first, a further one, or a new one in place of the last. */
export function challenge(
  state: State,
  mfa: ProviderMfa | null | undefined,
  resend: 'cooling' | 'unavailable' = 'cooling',
): Turn {
  const before = state.step === 'challenge' ? state : null;
  const sentAgain = before?.resend === 'sending';
  const next: Challenge = {
    step: 'challenge',
    method: mfa?.method ?? null,
    hint: mfa?.hint ?? null,
    round: before ? before.round + (sentAgain ? 0 : 1) : 1,
    fieldError: null,
    tries: 0,
    busy: false,
    resend: before?.resend === 'unavailable' ? 'unavailable' : resend,
    sentAgain,
  };
  return [
    move(state, { ...next, lastProblem: null, renewedFor: null, unsettled: false }),
    next.resend === 'cooling' ? [{ type: 'start-timer', timer: 'cool-down', seconds: coolDown }] : [],
  ];
}

const tryOf = ({ link_session_id, attempt }: LinkSession): string => `${link_session_id} ${attempt}`;

function succeed(state: State): Turn {
  const { result, session } = state;
  const results = result ? [...without(state.results, result.provider), result] : state.results;
  const told = session?.multiple ? tryOf(session) : null;
  const known = marked({ ...state, results, told }, result?.provider ?? null, result?.connected === true);
  return [move(known, { step: 'done', refused: false, lastProblem: null, renewedFor: null }), []];
}

/**
 * Counts attempts: credentials begin one in the session, a code does not. The service says its number, unless it is an old
 * service.
 */
function counted(state: State, { attempt }: LinkResult): State {
  const { session } = state;
  const began = state.step !== 'challenge' || state.resend === 'sending';
  return session && (attempt || began)
    ? { ...state, session: { ...session, attempt: attempt ?? (session.attempt ?? 0) + 1 } }
    : state;
}

/** Keeps the public result, completed with what the session knows. */
function remembered(state: State, from: LinkResult | LinkSession): State {
  const { session } = state;
  const result = toPublicResult(from);
  return {
    ...state,
    unsettled: false,
    // This attempt led to something else, so the next such problem is a new one.
    renewedFor: state.renewedFor === result.error_type ? state.renewedFor : null,
    result: {
      ...result,
      provider: result.provider ?? state.provider,
      redirect_url: result.redirect_url ?? session?.redirect_url ?? null,
      link_session_id: result.link_session_id ?? session?.link_session_id ?? null,
    },
  };
}
