import * as z from 'zod/mini';

/** The message, or null if the data does not follow the schema. */
export function readMessage<Schema extends z.ZodMiniType>(
  schema: Schema,
  data: unknown,
): z.infer<Schema> | null {
  const parsed = z.safeParse(schema, data);
  return parsed.success ? parsed.data : null;
}
