// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.js';
import { timestamp } from './formats.js';
import { connectionStatuses } from './user.js';
import { openEnum } from './open-enum.js';

/** How many connections of a team with one provider are in one state, for one reason. */
export const ConnectionCount = z.looseObject({
  /** Slug. */
  provider: z.string(),
  /** `error` if they broke and bring nothing more; new ones may come. */
  status: openEnum(connectionStatuses),
  /** Why they broke, as `error_details` of a user's connection says it; null if nothing is wrong. */
  error_type: z.nullable(z.string()),
  connections: z.int(),
  /** When the first of them broke; null if nothing is wrong. */
  since: z.nullable(timestamp),
});
export type ConnectionCount = z.infer<typeof ConnectionCount>;

/**
 * How the connections of a team's users are, by provider, state and reason: counts that name no user (spec 2.6, 5.4).
 * The team itself reads whose they are by `listUserProviders` and by the event `provider.connection.error`.
 */
export const countTeamConnections = endpoint({
  method: 'GET',
  path: '/v1/org/{org_id}/team/{team_id}/connection_counts',
  auth: 'management-key',
  role: 'view',
  response: z.looseObject({ data: z.array(ConnectionCount) }),
});
