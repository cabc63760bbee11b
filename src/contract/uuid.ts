// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';

/** A UUID of any version and variant, as the specification writes ids. */
export const uuid = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'expected a UUID'))
  .register(z.globalRegistry, { format: 'uuid' });
