// The endpoints that only the hosted page uses, always in the session's browser. They are
// not part of the interface: no client has a method for them, and `/openapi.json` leaves
// them out. The page's own side is in src/hosted: page-service.ts and phone-page.ts.
import { endpoint, readLinkState, sendHandoffNumber } from 'svc-link/contract';
import * as z from 'zod/mini';

/** Gives a link more time if no page of the team extends it. Needs the browser's cookie; a token is not enough. */
export const extendByBrowser = endpoint({ ...readLinkState, method: 'POST', path: '/v2/link/extend' });

/** Uses up the address that a computer showed, on the phone that opened it. The address's code is the only credential. */
export const openOnPhone = endpoint({
  method: 'POST',
  path: '/v2/link/handoff/open',
  auth: 'none',
  body: z.object({ code: z.string() }),
  response: sendHandoffNumber.response,
});

/** Says whether the person continues on the phone. */
export const answerOnPhone = endpoint({
  method: 'POST',
  path: '/v2/link/handoff/answer',
  auth: 'link-token',
  body: z.object({ accept: z.boolean() }),
  response: sendHandoffNumber.response,
});
