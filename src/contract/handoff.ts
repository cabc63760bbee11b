// "Continue on your phone": calls of the page that offers it, for browsers. The phone's own calls belong to the hosted page.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.js';
import { LinkSession } from './link-session.js';

/** The address that was made. It holds a one-time code in its fragment. */
export const MadeHandoff = z.looseObject({
  handoff_id: z.string(),
  handoff_url: z.string(),
  /** Until when it opens. */
  expires_at: z.string(),
});
export type MadeHandoff = z.infer<typeof MadeHandoff>;

/**
 * Makes a one-time address at which a phone goes on with this link, in place of an earlier one and of the phone that
 * opened it. `handoff_url` opens the hosted page for five minutes, once; it says for whom the link is and asks first.
 * `origin` is the page that embeds the widget, which the phone names; only our own hosted page is believed, of any
 * other page the browser says it. `provider` is what was chosen so far. The session has to be started.
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
/** Takes it back: the address, the phone that opened it and what is under way there end. Answers the session. */
export const endHandoff = endpoint({
  method: 'POST',
  path: '/v2/link/handoff/end',
  auth: 'link-token',
  response: LinkSession,
});

/**
 * The number that the phone shows, where `needs_number` asks for it (`confirm: "host"`): the phone may go on from then.
 * A wrong one is 400 `handoff_number_wrong`; the third ends the handoff. One that does not wait for it is 409
 * `handoff_not_waiting`.
 */
export const sendHandoffNumber = endpoint({
  method: 'POST',
  path: '/v2/link/handoff/number',
  auth: 'link-token',
  body: z.object({ number: z.string() }),
  response: LinkSession,
});
