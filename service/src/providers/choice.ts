// What a person may leave out of what is shared, and what is then asked for.
import type { ProviderEntry } from './entry.js';

type Shared = Pick<ProviderEntry, 'resources' | 'scopes'>;

/**
 * The resources that a person may leave out. Not those whose scope the provider's connections depend on, if no other
 * resource has it; not those that the team `needs`; and nothing of a provider that has one resource alone.
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
 * The scopes to ask for if these resources are shared; null is all of them. A scope that a resource needs which was left
 * out is asked for only if one of the shared ones needs it too: to round another one off is not enough.
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
