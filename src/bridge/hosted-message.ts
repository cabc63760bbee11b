import * as z from 'zod/mini';
import { protocolVersion } from './protocol.js';

// The nonce is made by the widget for each window and ties every message to that window.
const common = { v: z.literal(protocolVersion), nonce: z.string() };

// This schema has its own file, because the hosted page does not need it.

/** What the hosted page says to the widget. `result` is a hint to ask the service. */
export const HostedMessage = z.union([
  z.object({ ...common, type: z.literal('ready') }),
  z.object({ ...common, type: z.literal('leaving') }),
  /** The person is back from the provider: the window shows our own page again, which continues where it was. */
  z.object({ ...common, type: z.literal('returned') }),
  z.object({ ...common, type: z.literal('refused'), code: z.string() }),
  /** `confirm_code` only if the token asked for `confirm: "host"`. */
  z.object({ ...common, type: z.literal('result'), confirm_code: z.optional(z.string()) }),
  /** An event of the widget in the hosted page, to dispatch on the host's element: see `forwarded.ts`. */
  z.object({ ...common, type: z.literal('event'), name: z.string(), detail: z.looseObject({}) }),
  /** The widget in the hosted page asks for another token. */
  z.object({
    ...common,
    type: z.literal('renew'),
    reason: z.optional(z.literal(['start', 'expired', 'extend', 'another'])),
  }),
]);
export type HostedMessage = z.infer<typeof HostedMessage>;
