import * as z from 'zod/mini';
import { common } from './protocol.js';

// Apart from what the hosted page says: the widget reads none of it.

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
