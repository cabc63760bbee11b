import * as z from 'zod/mini';
import { endpoint } from './endpoint.js';

/**
 * Ends a session that may make several connections (`multiple`) when the person has finished. The token is then used up, and
 * a try that is still under way connects nothing. Nothing changes if the session has no connection or is of another kind.
 * May be repeated.
 */
export const finishLink = endpoint({
  method: 'POST',
  path: '/v2/link/finish',
  auth: 'link-token',
  last: true,
  response: z.looseObject({ success: z.boolean() }),
});

/**
 * Notes for the team's support that the person left the widget, and at which step. The token stays as it is. A step that the
 * widget does not have is noted without its name.
 */
export const leaveLink = endpoint({
  method: 'POST',
  path: '/v2/link/leave/{step}',
  auth: 'link-token',
  last: true,
  response: z.looseObject({ success: z.boolean() }),
});
