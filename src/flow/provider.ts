import type { LinkProvider, ProblemCode } from '../contract/index.js';
import { move } from './begin.js';
import type { FlowOptions, State } from './state.js';
import type { Turn } from './turn.js';

/** Whether this version can link the provider; another `auth_type` is shown but not offered. */
export const isLinkable = ({ auth_type }: LinkProvider): boolean =>
  auth_type === 'password' || auth_type === 'oauth';

/** The provider with this slug, or undefined. */
export const findProvider = (providers: readonly LinkProvider[], slug: string | null) =>
  providers.find((provider) => provider.slug === slug);

/** The chosen provider, or undefined. */
export const chosenProvider = (state: State): LinkProvider | undefined =>
  findProvider(state.offered, state.provider);

/** How the chosen provider is linked, or null where none is chosen. */
export function viaOf(state: State): 'password' | 'oauth' | null {
  const type = chosenProvider(state)?.auth_type;
  return type === 'oauth' ? 'oauth' : type === 'password' ? 'password' : null;
}

/** The providers to show: all of them, or those that the host page names, in its order. */
export const shownProviders = (offered: readonly LinkProvider[], { providers }: FlowOptions) =>
  providers.length ? providers.flatMap((slug) => findProvider(offered, slug) ?? []) : offered;

/** The provider to which the flow goes without the picker: the host page's, or the only one. */
export function onlyProvider({ offered, providers, options }: State): string | null {
  const named = findProvider(offered, options.provider);
  const only = named && isLinkable(named) ? named : providers.length === 1 ? providers[0] : undefined;
  return only && isLinkable(only) ? only.slug : null;
}

/** Whether there is a picker to go back to. */
export const hasPicker = (state: State): boolean => state.session !== null && onlyProvider(state) === null;

/** The picker, with what was typed. */
export const toPicker = (state: State): State =>
  move(state, { step: 'select-provider', provider: null, lastProblem: null });

/** Back to the picker from a provider, where there is one. */
export const leaveProvider = (state: State): Turn | null => (hasPicker(state) ? [toPicker(state), []] : null);

/** The provider's own first step, or the picker where there is no such provider. */
export function toProvider(state: State, slug: string | null, fieldError: ProblemCode | null = null): State {
  const provider = findProvider(state.offered, slug);
  if (!provider || !isLinkable(provider)) return toPicker(state);
  // What was typed belongs to its provider, and is still there after a look at the picker.
  const typed = slug === state.typedFor ? {} : { username: '', region: null, typedFor: slug };
  return move(
    state,
    provider.auth_type === 'oauth'
      ? { step: 'authorize', phase: 'ready', staleAttempt: null, provider: slug, ...typed }
      : { step: 'sign-in', fieldError, provider: slug, ...typed },
  );
}
