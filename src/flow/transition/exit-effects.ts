import { isFollowable, toPublicResult, type ProblemCode, type PublicResult } from '../../contract/index.js';
import type { Effect, FlowOptions, Problem, Shared, State, Step } from '../state/index.js';
import { leadsBack } from './leads-back.js';
import { withResult } from './redirect-url.js';

/** What the host page learns about how a run ended. */
export interface Ending extends Pick<Shared, 'acted' | 'provider' | 'session' | 'result' | 'results'> {
  /** Whether the last connection was made just now, and was not announced yet. */
  readonly isNews: boolean;
  readonly outcome: 'success' | 'error' | 'cancelled';
  /** The step that the person was in. */
  readonly step: Step;
  /** The problem that the person left; null if they left another step. */
  readonly problem: ProblemCode | null;
  readonly options: Pick<FlowOptions, 'redirectOn'>;
}

/** How a run ends if the person leaves this problem, or another step (null): it has failed if nothing could fix the problem. */
export const outcomeLeft = (problem: Pick<Problem, 'retryable'> | null): 'error' | 'cancelled' =>
  problem && !problem.retryable ? 'error' : 'cancelled';

/** A person who has connected something has succeeded, wherever they leave. */
export function withSuccess(ending: Ending): Ending {
  const result = ending.results.at(-1);
  return result ? { ...ending, outcome: 'success', result } : ending;
}

/** How a run ended in `after`, which is over; `before` is the state that the person left. */
export function endingOf(before: State, after: State): Ending {
  const { acted, provider, session, result, results, options } = after;
  const left = (before.step === 'closed' && before.left) || before.step;
  const isClosed = after.step === 'closed';
  return withSuccess({
    acted,
    provider,
    session,
    result,
    results,
    isNews: before.results !== results,
    options,
    outcome: isClosed ? (after.outcome ?? 'cancelled') : 'success',
    step: isClosed ? left : after.step,
    problem: before.step === 'problem' ? before.problem.code : null,
  });
}

/** What the end of a run tells the host page, and where the page goes. A connection of an earlier run is not announced again. */
export function exitEffects(ending: Ending): Effect[] {
  const { outcome, step, result, results, acted, isNews } = ending;
  const effects: Effect[] = [];
  if (outcome === 'success' && acted && isNews && result) {
    effects.push({ type: 'announce', announcement: { name: 'svc-success', detail: result } });
  }
  effects.push({
    type: 'announce',
    announcement: { name: 'svc-exit', detail: { outcome, step, result, results } },
  });
  // A page that is opened with a used token must not redirect: going back in the browser would lead away again and again.
  if (outcome === 'success' && !acted && !ending.session?.multiple) return effects;
  return [...effects, ...redirectEffects(ending)];
}

/** Where the page goes after a run. */
export function redirectEffects(ending: Ending): Effect[] {
  const { outcome, result, session, problem } = ending;
  const url = result?.redirect_url ?? session?.redirect_url;
  if (!url || !redirects(ending)) return [];
  if (!isFollowable(url)) return [{ type: 'warn', warning: { type: 'redirect-refused' } }];
  const code = outcome === 'error' && problem !== null ? problem : 'user_cancelled';
  const ended = outcome === 'success' && result ? result : failed(ending, code);
  return [{ type: 'redirect', url: withResult(url, ended), result: ended }];
}

/** Whether an end leads to the redirect URL: as the host page says, else as the token says. */
function redirects(ending: Ending): boolean {
  const { outcome, options, session } = ending;
  if (outcome === 'cancelled') return leadsBack(ending);
  return options.redirectOn?.includes(outcome) ?? (outcome === 'success' || session?.on_error === 'redirect');
}

/** The last result if it is about this problem, else a new one of its shape. */
function failed({ result, session, provider }: Ending, code: string): PublicResult {
  if (result?.error_type === code) return result;
  const empty = { state: 'error', redirect_url: result?.redirect_url ?? null };
  return {
    ...toPublicResult(session ?? empty),
    state: 'error',
    provider,
    connected: false,
    provider_id: null,
    error_type: code,
  };
}
