import type { ProviderEntry } from '../../providers/index.js';

export const requestedScopes = ({ scopes }: ProviderEntry): readonly string[] => [
  ...scopes.required,
  ...scopes.optional,
];

/** Which of the requested scopes were granted and which denied. If the provider sends no list, all were granted. */
export function splitScopes(
  provider: ProviderEntry,
  fromProvider: readonly string[] | null,
): { readonly granted: readonly string[]; readonly denied: readonly string[]; readonly enough: boolean } {
  const requested = requestedScopes(provider);
  const granted =
    fromProvider === null ? requested : requested.filter((scope) => fromProvider.includes(scope));
  const denied = requested.filter((scope) => !granted.includes(scope));
  return { granted, denied, enough: provider.scopes.required.every((scope) => granted.includes(scope)) };
}
