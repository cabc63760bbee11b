// An answer that a later version of the service might give: today's answer with unknown fields and values added.
import type { $ZodType, $ZodTypes } from 'zod/v4/core';

const unknownValue = 'of_a_later_version';

export interface Later {
  readonly value: unknown;
  /** The places of open enumerations that got an unknown value, such as `status` or `data.type`. */
  readonly places: readonly string[];
}

/** Puts an unknown value in place of each open enumeration's value, and adds an unknown field to each object. */
export function laterVersion(schema: $ZodType, value: unknown): Later {
  const places = new Set<string>();
  const at = (path: string, inner: $ZodType, today: unknown): unknown => {
    if (today === undefined || today === null) return today;
    // Zod's own union of every kind of schema.
    const { def } = (inner as $ZodTypes)._zod;
    switch (def.type) {
      case 'object': {
        const fields = Object.entries(today as object).map(([key, field]) => {
          const of = def.shape[key];
          return [key, of ? at(`${path}.${key}`, of, field) : field];
        });
        return { ...Object.fromEntries(fields), of_a_later_version: { some: 'thing' } };
      }
      case 'array':
        return (today as unknown[]).map((item) => at(path, def.element, item));
      case 'record':
        return Object.fromEntries(
          Object.entries(today as object).map(([key, item]) => [key, at(path, def.valueType, item)]),
        );
      case 'optional':
      case 'nullable':
        return at(path, def.innerType, today);
      case 'union': {
        const [known] = def.options as unknown as readonly $ZodTypes[];
        if (known?._zod.def.type !== 'literal' || typeof today !== 'string') return today;
        places.add(path.slice(1));
        return unknownValue;
      }
      default:
        return today;
    }
  };
  return { value: at('', schema, value), places: [...places] };
}

/** The places of closed enumerations in a schema. No later version could add a value to them. */
export function closedPlaces(schema: $ZodType, path = ''): string[] {
  // Zod's own union of every kind of schema.
  const { def } = (schema as $ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([key, inner]) => closedPlaces(inner, `${path}.${key}`));
    case 'array':
      return closedPlaces(def.element, path);
    case 'record':
      return closedPlaces(def.valueType, path);
    case 'optional':
    case 'nullable':
      return closedPlaces(def.innerType, path);
    case 'union': {
      const types = def.options.map((option) => (option as $ZodTypes)._zod.def.type);
      return types.includes('string') ? [] : def.options.flatMap((option) => closedPlaces(option, path));
    }
    case 'enum':
    case 'literal':
      return [path.slice(1)];
    default:
      return [];
  }
}
