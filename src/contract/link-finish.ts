import * as z from 'zod/mini';
import { endpoint } from './endpoint.js';

/**
 * Ends a session that may make several connections (`multiple`), when the person has finished: the token is used up. What
 * is under way connects nothing more. Without a connection, and for a session of any other kind, nothing changes. May be
 * repeated.
 */
export const finishLink = endpoint({
  method: 'POST',
  path: '/v2/link/finish',
  auth: 'link-token',
  last: true,
  response: z.looseObject({ success: z.boolean() }),
});

/**
 * Notes for the team's support that the person left the widget, and at which of its steps. The token stays as it is. A step
 * that is none of the widget's is noted without its name.
 */
export const leaveLink = endpoint({
  method: 'POST',
  path: '/v2/link/leave/{step}',
  auth: 'link-token',
  last: true,
  response: z.looseObject({ success: z.boolean() }),
});
