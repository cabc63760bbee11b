import * as z from 'zod/mini';

/** Grows when a message changes its meaning; either end ignores another version. */
export const protocolVersion = 1;

// The nonce is made by the widget for each window and ties every message to that window.
const common = { v: z.literal(protocolVersion), nonce: z.string() };

/** What the widget says to the hosted page. `token` travels in `init` and nowhere else. */
export const WidgetMessage = z.union([
  z.object({ ...common, type: z.literal('hello') }),
  z.object({
    ...common,
    type: z.literal('init'),
    token: z.string(),
    provider: z.string(),
    locale: z.optional(z.string()),
  }),
  /** The widget knows the outcome: the window may close. */
  z.object({ ...common, type: z.literal('ack') }),
  /** The person gave up in the widget: the window should close. */
  z.object({ ...common, type: z.literal('close') }),
]);
export type WidgetMessage = z.infer<typeof WidgetMessage>;

/** What the hosted page says to the widget. `result` is a hint to ask the service and carries none. */
export const HostedMessage = z.union([
  z.object({ ...common, type: z.literal('ready') }),
  z.object({ ...common, type: z.literal('leaving') }),
  z.object({ ...common, type: z.literal('refused'), code: z.string() }),
  z.object({ ...common, type: z.literal('result') }),
]);
export type HostedMessage = z.infer<typeof HostedMessage>;

/** The message, or null for anything that is not one of the schema's. */
export function readMessage<Schema extends z.ZodMiniType>(
  schema: Schema,
  data: unknown,
): z.infer<Schema> | null {
  const parsed = z.safeParse(schema, data);
  return parsed.success ? parsed.data : null;
}
