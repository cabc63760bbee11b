import type { ProviderEntry } from '../../providers/index.js';

export const askedScopes = ({ scopes }: ProviderEntry): readonly string[] => [
  ...scopes.required,
  ...scopes.optional,
];

/** What the person gave and held back of what was asked for. No list from the provider means all of it. */
export function splitScopes(
  provider: ProviderEntry,
  given: readonly string[] | null,
): { readonly granted: readonly string[]; readonly denied: readonly string[]; readonly enough: boolean } {
  const asked = askedScopes(provider);
  const granted = given === null ? asked : asked.filter((scope) => given.includes(scope));
  const denied = asked.filter((scope) => !granted.includes(scope));
  return { granted, denied, enough: provider.scopes.required.every((scope) => granted.includes(scope)) };
}
