import { type ProviderEntry, scopesToAsk } from '../../providers/index.js';

/** The input that decides which scopes are asked for, and which scopes the connection needs. */
interface Wanted {
  /** The resources that the person shares; null for all. */
  readonly shared: readonly string[] | null;
  /** The resources that the team requires. */
  readonly needed: readonly string[];
}
const everything: Wanted = { shared: null, needed: [] };

/** Splits the requested scopes into granted and denied ones. If the provider sends no list, all were granted. */
export function splitScopes(
  provider: Pick<ProviderEntry, 'resources' | 'scopes'>,
  fromProvider: readonly string[] | null,
  { shared, needed }: Wanted = everything,
): { readonly granted: readonly string[]; readonly denied: readonly string[]; readonly enough: boolean } {
  const asked = scopesToAsk(provider, shared);
  const granted = fromProvider === null ? asked : asked.filter((scope) => fromProvider.includes(scope));
  const required = [
    ...provider.scopes.required.filter((scope) => asked.includes(scope)),
    ...provider.resources.flatMap((resource) => (needed.includes(resource.name) ? resource.required : [])),
  ];
  return {
    granted,
    denied: asked.filter((scope) => !granted.includes(scope)),
    enough: required.every((scope) => granted.includes(scope)),
  };
}
