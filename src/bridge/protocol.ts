import * as z from 'zod/mini';

/** Grows when a message changes its meaning; either end ignores another version. */
export const protocolVersion = 1;

// The nonce is made by the widget for each window and ties every message to that window.
export const common = { v: z.literal(protocolVersion), nonce: z.string() };

/** The message, or null for anything that is not one of the schema's. */
export function readMessage<Schema extends z.ZodMiniType>(
  schema: Schema,
  data: unknown,
): z.infer<Schema> | null {
  const parsed = z.safeParse(schema, data);
  return parsed.success ? parsed.data : null;
}
