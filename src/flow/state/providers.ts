import type { LinkProvider } from '../../contract/index.js';
import type { FlowOptions, State } from './state.js';

/** Whether this version can link the provider; another `auth_type` is shown but not offered. */
export const isLinkable = ({ auth_type }: LinkProvider): boolean =>
  auth_type === 'password' || auth_type === 'oauth';

/** The provider with this slug, or undefined. */
export const findProvider = (providers: readonly LinkProvider[], slug: string | null) =>
  providers.find((provider) => provider.slug === slug);

/** The chosen provider, or undefined. */
export const chosenProvider = (state: State): LinkProvider | undefined =>
  findProvider(state.offered, state.provider);

/** The providers to show: all of them, or those that the host page names, in its order. */
export const shownProviders = (offered: readonly LinkProvider[], { providers }: FlowOptions) =>
  providers.length ? providers.flatMap((slug) => findProvider(offered, slug) ?? []) : offered;

/**
 * The provider to which the flow goes without the picker: the host page's, or the only one, unless the person may end its
 * connection.
 */
export function onlyProvider({ offered, providers, options, session }: State): string | null {
  // The link itself names the provider, whatever the page chooses.
  if (session?.reconnect) return offered[0]?.slug ?? null;
  const named = findProvider(offered, options.provider);
  const only =
    named && isLinkable(named)
      ? named
      : providers.length === 1 && !session?.manage
        ? providers[0]
        : undefined;
  return only && isLinkable(only) ? only.slug : null;
}

/** Whether there is a picker to go back to. */
export const hasPicker = (state: State): boolean => state.session !== null && onlyProvider(state) === null;
