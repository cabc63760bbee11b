import { linkErrorTypes, ownProblemCodes, type ProblemCode } from '../../contract/index.js';
import { chosenProvider, type Failure, type Problem, type State, type Step } from '../state/index.js';

/** After these nothing more can come of the token; leaving them is an `error`. */
const final: readonly ProblemCode[] = [
  'invalid_token',
  'token_consumed',
  'unauthorized',
  'origin_not_allowed',
  'not_configured',
];
/** A new token may mend these, so the host page is asked for one. */
const renewable: readonly ProblemCode[] = ['invalid_token', 'token_expired', 'token_consumed'];
/** After these nobody knows what became of the try, so the service is asked before anything else. */
const unsettled: readonly ProblemCode[] = [
  'offline',
  'network_failed',
  'timeout',
  'service_error',
  'bad_response',
];

/** Whether nothing more can come of this run, not even with another provider. */
export const isFinal = (state: State, { code, times }: Problem): boolean =>
  final.includes(code) ||
  (code === 'token_expired' && !state.options.canRenew) ||
  (code === 'token_not_validated' && times > 1);

/** Nothing that the person can do here mends these. */
const hopeless: readonly ProblemCode[] = ['not_found', 'session_elsewhere'];

export const isUnsettled = (code: ProblemCode): boolean => unsettled.includes(code);

/** Whether to ask the host page for a new token: once for each problem. */
export const mayRenew = (state: State, code: ProblemCode): boolean =>
  renewable.includes(code) && state.options.canRenew && state.renewedFor !== code;

const isKnown = (code: ProblemCode): boolean =>
  [...linkErrorTypes, ...ownProblemCodes].some((known) => known === code);

/** How the chosen provider is linked, or null where none is chosen. */
function viaOf(state: State): 'password' | 'oauth' | null {
  const type = chosenProvider(state)?.auth_type;
  return type === 'oauth' ? 'oauth' : type === 'password' ? 'password' : null;
}

/** What goes wrong in this state, in full. */
export function problemOf(state: State, { code, retryAfter, reference }: Failure, from: Step): Problem {
  const times = state.lastProblem?.code === code ? state.lastProblem.times + 1 : 1;
  // A service in trouble is given time, even where it asks for none.
  const rest = code === 'rate_limited' ? 60 : code === 'provider_api_error' && times > 2 ? 30 : null;
  const problem: Problem = {
    code,
    from,
    reference,
    times,
    retryAfter: retryAfter || rest,
    retryable: true,
    via: viaOf(state),
  };
  const retryable = !isFinal(state, problem) && !hopeless.includes(code) && (isKnown(code) || times < 2);
  return { ...problem, retryable };
}

/** The form at which a problem is shown, or null for those with a screen of their own. */
export function formOf(state: State, { code, from, via }: Problem): 'sign-in' | 'challenge' | null {
  if (code === 'incorrect_mfa_code' && from === 'challenge') return 'challenge';
  if (via !== 'password') return null;
  if (code === 'provider_credential_error') return 'sign-in';
  // Where there was no region to choose, no form can help. The page may offer regions that the service does not list.
  const hasRegions = state.region !== null || Boolean(chosenProvider(state)?.regions?.length);
  return code === 'unsupported_region' && hasRegions ? 'sign-in' : null;
}
