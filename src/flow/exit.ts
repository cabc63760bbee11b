import { toPublicResult, type PublicResult } from '../contract/index.js';
import type { Effect } from './effect.js';
import { isFollowable, withResult } from './redirect-url.js';
import type { State } from './state.js';

/** What the end of a run tells the host page, and where the page goes. `before` is where the person left. */
export function exitEffects(before: State, after: State): Effect[] {
  const outcome = after.step === 'closed' ? (after.outcome ?? 'cancelled') : 'success';
  const { result } = after;
  const step = after.step === 'closed' ? before.step : after.step;
  const effects: Effect[] = [];
  if (outcome === 'success' && result) {
    effects.push({ type: 'announce', announcement: { name: 'svc-success', detail: result } });
  }
  effects.push({ type: 'announce', announcement: { name: 'svc-exit', detail: { outcome, step, result } } });

  const url = result?.redirect_url ?? after.session?.redirect_url;
  const kind = outcome === 'cancelled' ? 'cancel' : outcome;
  if (!url || !redirectOn(after).includes(kind)) return effects;
  if (!isFollowable(url)) {
    effects.push({ type: 'warn', warning: { type: 'redirect-refused' } });
    return effects;
  }
  const code = before.step === 'problem' && outcome === 'error' ? before.problem.code : 'user_cancelled';
  const ended = outcome === 'success' && result ? result : failed(after, code);
  effects.push({ type: 'redirect', url: withResult(url, ended), result: ended });
  return effects;
}

/** The host page's word, or else the token's. */
function redirectOn({ options, session }: State): readonly ('success' | 'error' | 'cancel')[] {
  return (
    options.redirectOn ?? [
      'success',
      ...(session?.on_error === 'redirect' ? (['error'] as const) : []),
      ...(session?.on_close === 'redirect' ? (['cancel'] as const) : []),
    ]
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
