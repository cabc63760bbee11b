import type { LinkProvider, PublicResult } from '../../contract/index.js';
import { shownProviders, type State } from '../state/index.js';

/** Whether the person has connected the provider, even if the connection is broken. */
export const hasConnection = ({ connected, broken }: LinkProvider): boolean =>
  connected === true || broken === true;

/** Marks a provider for the picker, after it was connected or disconnected here. */
export function marked(state: State, slug: string | null, connected: boolean): State {
  const offered = state.offered.map((provider) =>
    provider.slug === slug ? { ...provider, connected, broken: false } : provider,
  );
  // The order in which the service lists them.
  if (state.session?.manage) offered.sort((a, b) => Number(hasConnection(b)) - Number(hasConnection(a)));
  return { ...state, offered, providers: shownProviders(offered, state.options) };
}

/** The results without those of some providers: a provider has one connection. */
export const without = (
  results: readonly PublicResult[],
  ...slugs: readonly (string | null)[]
): PublicResult[] => results.filter(({ provider }) => !slugs.includes(provider));
