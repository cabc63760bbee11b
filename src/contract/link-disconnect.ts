import * as z from 'zod/mini';
import { endpoint } from './endpoint.js';

/**
 * Ends the connection of the session's user with a provider that the link token offers, as `disconnectProvider` does. 403
 * `manage_not_allowed` unless the token says `manage`. A connection that has already ended is a success too.
 */
export const disconnectLink = endpoint({
  method: 'DELETE',
  path: '/v2/link/connection/{provider}',
  auth: 'link-token',
  response: z.looseObject({ success: z.boolean() }),
});
