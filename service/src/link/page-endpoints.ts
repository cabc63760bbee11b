// What the hosted page asks the service for beside the interface, always in the browser of the session. No client has a method for it,
// and `/openapi.json` leaves it out. The page's own side is in src/hosted: page-service.ts and phone-page.ts.
import { endpoint, readLinkState, sendHandoffNumber } from 'svc-link/contract';
import * as z from 'zod/mini';

/** More time for a link, if no page of the team extends it. Needs the browser's cookie; a token is not enough. */
export const extendByBrowser = endpoint({ ...readLinkState, method: 'POST', path: '/v2/link/extend' });

/** Uses up the address that a computer showed, on the phone that it opened on. Its code is all that it takes. */
export const openOnPhone = endpoint({
  method: 'POST',
  path: '/v2/link/handoff/open',
  auth: 'none',
  body: z.object({ code: z.string() }),
  response: sendHandoffNumber.response,
});

/** Whether the person goes on there. */
export const answerOnPhone = endpoint({
  method: 'POST',
  path: '/v2/link/handoff/answer',
  auth: 'link-token',
  body: z.object({ accept: z.boolean() }),
  response: sendHandoffNumber.response,
});
