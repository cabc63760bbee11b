// The contract's readers accept unknown values and any form of an id or a timestamp, but the service must not write them.
import * as z from 'zod/mini';
import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import { formats } from './formats.js';

/**
 * The strings in `value` that are not among the values of an open enumeration
 * in the schema, or do not have the format that the schema gives.
 */
export function unknownValues(schema: $ZodType, value: unknown): string[] {
  // Zod's own union of every kind of schema.
  const { def } = (schema as $ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([key, inner]) =>
        unknownValues(inner, (value as Record<string, unknown>)[key]),
      );
    case 'array':
      return (value as unknown[]).flatMap((item) => unknownValues(def.element, item));
    case 'record':
      return Object.values(value as object).flatMap((item) => unknownValues(def.valueType, item));
    case 'optional':
    case 'nullable':
      return value === undefined || value === null ? [] : unknownValues(def.innerType, value);
    case 'union': {
      const [known] = def.options as unknown as readonly $ZodTypes[];
      if (known?._zod.def.type !== 'literal' || typeof value !== 'string') return [];
      return known._zod.def.values.includes(value) ? [] : [value];
    }
    case 'string': {
      const isOf = formats[String(z.globalRegistry.get(schema)?.['format'])];
      return isOf && !isOf(String(value)) ? [String(value)] : [];
    }
    default:
      return [];
  }
}
