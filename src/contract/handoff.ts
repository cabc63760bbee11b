// "Continue on your phone": the requests of the page that offers it. The phone's own requests belong to the hosted page.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.js';
import { LinkSession } from './link-session.js';

/** The address of a new handoff. It holds a one-time code in its fragment. */
export const MadeHandoff = z.looseObject({
  handoff_id: z.string(),
  handoff_url: z.string(),
  /** Until when the address can be opened. */
  expires_at: z.string(),
});
export type MadeHandoff = z.infer<typeof MadeHandoff>;

/**
 * Makes a one-time address at which a phone continues this link. It replaces an earlier address and the phone that opened
 * it. `handoff_url` opens the hosted page once, within five minutes; the page says for whom the link is and asks first.
 * `origin` is the page that embeds the widget, which the phone names. The service believes this field only from our own
 * hosted page; for any other page it takes what the browser says. `provider` is what was chosen so far. The session must
 * have been started.
 */
export const makeHandoff = endpoint({
  method: 'POST',
  path: '/v2/link/handoff',
  auth: 'link-token',
  body: z.object({
    provider: z.optional(z.nullable(z.string())),
    origin: z.optional(z.nullable(z.string())),
  }),
  response: MadeHandoff,
});
/** Takes the handoff back: the address, the phone that opened it and the try under way there end. Answers the session. */
export const endHandoff = endpoint({
  method: 'POST',
  path: '/v2/link/handoff/end',
  auth: 'link-token',
  response: LinkSession,
});

/**
 * Sends the number that the phone shows, if `needs_number` asks for it (`confirm: "host"`); the phone may then continue. A
 * wrong number is 400 `handoff_number_wrong`, and the third wrong number ends the handoff. 409 `handoff_not_waiting` if the
 * handoff does not wait for a number.
 */
export const sendHandoffNumber = endpoint({
  method: 'POST',
  path: '/v2/link/handoff/number',
  auth: 'link-token',
  body: z.object({ number: z.string() }),
  response: LinkSession,
});
