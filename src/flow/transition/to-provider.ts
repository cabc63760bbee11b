import type { ProblemCode } from '../../contract/index.js';
import { findProvider, hasPicker, isLinkable, move, type SignIn, type State } from '../state/index.js';
import { toPicker } from './to-picker.js';
import type { Turn } from './turn.js';

/** Back to the picker from a provider, if there is one. */
export const leaveProvider = (state: State): Turn | null => (hasPicker(state) ? [toPicker(state), []] : null);

/** Back to the first step of the chosen provider. */
export const toItsForm = (state: State): Turn => [toProvider(state, state.provider), []];

/** The provider's own first step, or the picker if there is no such provider. */
export function toProvider(
  state: State,
  slug: string | null,
  fieldError: ProblemCode | null = null,
  notice: SignIn['notice'] = null,
): State {
  const provider = findProvider(state.offered, slug);
  if (!provider || !isLinkable(provider)) return toPicker(state);
  // What was typed and chosen belongs to its provider, and is still there after a look at the picker.
  const { username, region } = state.session?.reconnect ?? {};
  const typed =
    slug === state.typedFor
      ? {}
      : {
          username: username ?? '',
          region: region ?? null,
          shared: null,
          consent: null,
          typedFor: slug,
        };
  return move(
    state,
    provider.auth_type === 'oauth'
      ? { step: 'authorize', phase: 'ready', staleAttempt: null, provider: slug, ...typed }
      : { step: 'sign-in', fieldError, notice, provider: slug, ...typed },
  );
}
