import type { Answered, LinkResult, ProblemCode } from '../../contract/index.js';
import { isKnown, ruleOf } from '../problems.js';
import {
  chosenProvider,
  type Failure,
  type FlowOptions,
  type Problem,
  type Shared,
  type State,
  type Step,
} from '../state/index.js';

/** Whether this run can lead to nothing more, not even with another provider. */
export function isFinal({ options }: State, { code, times }: Problem): boolean {
  const { final } = ruleOf(code);
  return (
    final === 'always' ||
    (final === 'unless-renewed' && !options.canRenew) ||
    (final === 'twice' && times > 1)
  );
}

/**
 * What may fix a problem before the person sees it: a look at the session, which may have succeeded, a new token from the host
 * page, or another start. The last two are tried once for each problem. Null if there is nothing to try.
 */
export function mendOf(
  { options, renewedFor }: Pick<Shared, 'renewedFor'> & { readonly options: Pick<FlowOptions, 'canRenew'> },
  code: ProblemCode,
  hasLooked = false,
): 'look' | 'token' | 'session' | null {
  const { mayBeSuccess, mend } = ruleOf(code);
  if (mayBeSuccess && !hasLooked) return 'look';
  if (!mend || renewedFor === code || (mend === 'token' && !options.canRenew)) return null;
  return mend;
}

/** How the chosen provider is linked, or null if none is chosen. */
function viaOf(state: State): 'password' | 'oauth' | null {
  const type = chosenProvider(state)?.auth_type;
  return type === 'oauth' ? 'oauth' : type === 'password' ? 'password' : null;
}

/** A failure of which at most the request is known besides the code. */
export const failureOf = (code: ProblemCode, reference?: string | null): Failure => ({
  code,
  retryAfter: null,
  reference: reference ?? null,
});

/** The failure in an answer of the service. */
export const failureIn = ({ error_type, reference }: Answered<Pick<LinkResult, 'error_type'>>): Failure =>
  failureOf(error_type ?? 'unknown', reference);

/** The whole problem, for a failure in this state. */
export function problemOf(state: State, { code, retryAfter, reference }: Failure, from: Step): Problem {
  const times = state.lastProblem?.code === code ? state.lastProblem.times + 1 : 1;
  const { hopeless, rest } = ruleOf(code);
  const problem: Problem = {
    code,
    from,
    reference,
    times,
    retryAfter: retryAfter || (rest && times > rest.after ? rest.seconds : null),
    retryable: true,
    via: viaOf(state),
  };
  const retryable = !isFinal(state, problem) && !hopeless && (isKnown(code) || times < 2);
  return { ...problem, retryable };
}

/** The form at which a problem is shown, or null if it has a screen of its own. */
export function formOf(state: State, { code, from, via }: Problem): 'sign-in' | 'challenge' | null {
  const { field } = ruleOf(code);
  if (field === 'code') return from === 'challenge' ? from : null;
  if (!field || via !== 'password') return null;
  // If there was no region to choose, no form can help. The page may offer regions that the service does not list.
  const hasRegions = state.region !== null || chosenProvider(state)?.regions?.length;
  return field === 'password' || hasRegions ? 'sign-in' : null;
}
