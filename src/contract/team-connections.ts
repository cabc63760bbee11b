// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.js';
import { timestamp } from './formats.js';
import { connectionStatuses } from './user.js';
import { openEnum } from './open-enum.js';

/** How many connections of a team with one provider have one status, for one reason. */
export const ConnectionCount = z.looseObject({
  /** Slug. */
  provider: z.string(),
  /** `error` if they are broken and bring no more data; new values may come. */
  status: openEnum(connectionStatuses),
  /** Why they broke, as in `error_details` of a user's connection; null if nothing is wrong. */
  error_type: z.nullable(z.string()),
  connections: z.int(),
  /** When the first of these connections broke; null if nothing is wrong. */
  since: z.nullable(timestamp),
});
export type ConnectionCount = z.infer<typeof ConnectionCount>;

/**
 * Counts the connections of a team's users by provider, status and reason. The counts name no user (spec 2.6, 5.4). The team
 * itself finds the users by `listUserProviders` and by the event `provider.connection.error`.
 */
export const countTeamConnections = endpoint({
  method: 'GET',
  path: '/v1/org/{org_id}/team/{team_id}/connection_counts',
  auth: 'management-key',
  role: 'view',
  response: z.looseObject({ data: z.array(ConnectionCount) }),
});
