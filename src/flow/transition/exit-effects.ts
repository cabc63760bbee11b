import { toPublicResult, type PublicResult } from '../../contract/index.js';
import type { Effect, State } from '../state/index.js';
import { leadsBack } from './leads-back.js';
import { isFollowable, withResult } from './redirect-url.js';

/**
 * What the end of a run tells the host page, and where the page goes. `before` is where the person left. What an earlier
 * run connected is not said once more.
 */
export function exitEffects(before: State, after: State): Effect[] {
  const outcome = outcomeOf(after);
  const { result } = after;
  const left = (before.step === 'closed' && before.left) || before.step;
  const step = after.step === 'closed' ? left : after.step;
  const effects: Effect[] = [];
  if (outcome === 'success' && after.acted && result) {
    effects.push({ type: 'announce', announcement: { name: 'svc-success', detail: result } });
  }
  effects.push({ type: 'announce', announcement: { name: 'svc-exit', detail: { outcome, step, result } } });
  // A page that is opened again with a used token would lead away for ever: whoever turns back comes to it once more.
  if (outcome === 'success' && !after.acted) return effects;
  return [...effects, ...redirectEffects(before, after)];
}

/** Where the page goes after a run. */
export function redirectEffects(before: State, after: State): Effect[] {
  const outcome = outcomeOf(after);
  const { result } = after;
  const url = result?.redirect_url ?? after.session?.redirect_url;
  if (!url || !redirects(after, outcome)) return [];
  if (!isFollowable(url)) return [{ type: 'warn', warning: { type: 'redirect-refused' } }];
  const code = before.step === 'problem' && outcome === 'error' ? before.problem.code : 'user_cancelled';
  const ended = outcome === 'success' && result ? result : failed(after, code);
  return [{ type: 'redirect', url: withResult(url, ended), result: ended }];
}

/** How a run ended that is over. */
const outcomeOf = (state: State): 'success' | 'error' | 'cancelled' =>
  state.step === 'closed' ? (state.outcome ?? 'cancelled') : 'success';

/** Whether an end leads on to the redirect URL: by the host page's word, or else the token's. */
function redirects(state: State, outcome: 'success' | 'error' | 'cancelled'): boolean {
  if (outcome === 'cancelled') return leadsBack(state);
  return (
    state.options.redirectOn?.includes(outcome) ??
    (outcome === 'success' || state.session?.on_error === 'redirect')
  );
}

/** The last result where it is of this problem, or one in its shape. */
function failed({ result, session, provider }: State, code: string): PublicResult {
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
