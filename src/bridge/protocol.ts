import * as z from 'zod/mini';

/** Grows when a message changes its meaning; either end ignores another version. */
export const protocolVersion = 1;

// The nonce is made by the widget for each window and ties every message to that window.
export const common = { v: z.literal(protocolVersion), nonce: z.string() };

/**
 * What the widget says to the hosted page. A token travels in `init` and `token` and nowhere else. With `link`
 * the hosted page shows the whole widget, as `LinkSettings` say; without it, it goes to the provider at once.
 */
export const WidgetMessage = z.union([
  z.object({ ...common, type: z.literal('hello') }),
  z.object({
    ...common,
    type: z.literal('init'),
    token: z.string(),
    provider: z.optional(z.string()),
    locale: z.optional(z.string()),
    link: z.optional(z.looseObject({})),
  }),
  /** The answer to `renew`, or another token that the host page set; null where there is none. */
  z.object({ ...common, type: z.literal('token'), token: z.nullable(z.string()) }),
  /** The widget knows the outcome: the window may close. */
  z.object({ ...common, type: z.literal('ack') }),
  /** The person gave up in the widget: the window should close. */
  z.object({ ...common, type: z.literal('close') }),
]);
export type WidgetMessage = z.infer<typeof WidgetMessage>;

/** The message, or null for anything that is not one of the schema's. */
export function readMessage<Schema extends z.ZodMiniType>(
  schema: Schema,
  data: unknown,
): z.infer<Schema> | null {
  const parsed = z.safeParse(schema, data);
  return parsed.success ? parsed.data : null;
}
