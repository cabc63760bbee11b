// Requests of two tenants to the same endpoint, mixed in every way.
import type { Request } from '../support/scenes.js';

/** A place in a request that names something of a tenant. */
export interface Place {
  readonly path: readonly string[];
  /** The name of the field. An item of a list has the list's name. */
  readonly name: string;
}

type Isolated = Readonly<Record<string, unknown>>;

/**
 * The places at which two requests name different things. `isThing`
 * says whether a field with this name names something of a tenant.
 */
export function placesOf(own: Request, their: Request, isThing: (name: string) => boolean): readonly Place[] {
  const places: Place[] = [];
  const look = (mine: unknown, other: unknown, path: readonly string[], name: string): void => {
    if (typeof other === 'object' && other !== null) {
      // A value that is not an object has no fields.
      const fields = (mine ?? {}) as Isolated;
      for (const [key, value] of Object.entries(other))
        look(fields[key], value, [...path, key], Array.isArray(other) ? name : key);
    } else if (other !== undefined && mine !== other && isThing(name)) places.push({ path, name });
  };
  for (const part of ['params', 'query', 'body'] as const) look(own[part], their[part], [part], part);
  return places;
}

/** The own request, with the other tenant's things at one or more places. `isTheirs` is true if they are at all places. */
export function mixtures(
  own: Request,
  their: Request,
  isThing: (name: string) => boolean,
): readonly { readonly request: Request; readonly isTheirs: boolean }[] {
  const places = placesOf(own, their, isThing);
  const all = 2 ** places.length - 1;
  return Array.from({ length: all }, (_, index) => {
    const request = structuredClone(own);
    places.forEach(({ path }, bit) => {
      if (((index + 1) >> bit) & 1) put(request, path, valueAt(their, path));
    });
    return { request, isTheirs: index + 1 === all };
  });
}

const valueAt = (from: unknown, path: readonly string[]): unknown =>
  // `placesOf` has followed the same path, so it leads only through objects.
  path.reduce((value, key) => (value as Isolated)[key], from);

function put(request: Request, path: readonly string[], value: unknown): void {
  const within = valueAt(request, path.slice(0, -1)) as Record<string, unknown>;
  within[path.at(-1) ?? ''] = value;
}
