// Which resources a person may leave out of what is shared, and which scopes are then asked for.
import type { ProviderEntry } from './entry.js';

type Shared = Pick<ProviderEntry, 'resources' | 'scopes'>;

/**
 * The resources that a person may leave out. A resource must stay if the connections need a scope that
 * no other resource has, or if the team `needs` it. If a provider has one resource only, it must stay.
 */
export function optionalResources({ resources, scopes }: Shared, needs: readonly string[] = []): string[] {
  if (resources.length < 2) return [];
  const isOnly = (scope: string): boolean =>
    scopes.required.includes(scope) &&
    resources.filter(({ required }) => required.includes(scope)).length === 1;
  return resources
    .filter(({ name, required }) => !needs.includes(name) && !required.some(isOnly))
    .map(({ name }) => name);
}

/**
 * The scopes to ask for if these resources are shared; null means all of them. If a resource that was left out requires a
 * scope, the scope is asked for only if a shared resource requires it too. That it is optional for a shared one is not
 * enough.
 */
export function scopesToAsk({ resources, scopes }: Shared, shared: readonly string[] | null): string[] {
  const all = [...scopes.required, ...scopes.optional];
  if (shared === null) return all;
  const chosen = resources.filter(({ name }) => shared.includes(name));
  const left = resources.filter(({ name }) => !shared.includes(name));
  return all.filter((scope) => {
    if (chosen.some(({ required }) => required.includes(scope))) return true;
    if (left.some(({ required }) => required.includes(scope))) return false;
    return (
      chosen.some(({ optional }) => optional.includes(scope)) ||
      left.every(({ optional }) => !optional.includes(scope))
    );
  });
}
