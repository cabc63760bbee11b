import type { Context } from 'hono';
import type { Db } from '../db/index.js';
import { ApiError, type Env, invalid, isUuid } from '../http/index.js';
import { checkFlag, requireFlag } from '../accounts/index.js';
import { requireTeam } from './keys.js';
import { findReached, managementKeyOf, outOfReach, requireManagementKey } from './management-key.js';

/**
 * Whether a management key or a person at the console sent a request that `requireManagedTeam` accepted, and not the team itself.
 */
export const isManaged = (c: Context<Env>): boolean => c.req.header('x-svc-api-key') === undefined;

/**
 * The team of a request at an endpoint that accepts the team's API key, or a management key that names the team with
 * `?team_id=` (spec section 5). Throws 401 without a known key. Throws 403 for a key of another kind or reach, and if the team's
 * switch `management` is off.
 */
export async function requireManagedTeam(db: Db, c: Context<Env>): Promise<string> {
  const named = c.req.query('team_id')?.toLowerCase();
  const apiKey = c.req.header('x-svc-api-key');
  if (!apiKey && !managementKeyOf(c) && !c.get('findPerson'))
    throw new ApiError(401, 'There is no key: send x-svc-api-key, or X-Management-Key with ?team_id=.');
  if (apiKey !== undefined) {
    const teamId = await requireTeam(db, apiKey);
    if (named !== undefined && named !== teamId) throw new ApiError(403, 'The API key is of another team.');
    await requireFlag(db, teamId, 'management');
    return teamId;
  }
  const key = await requireManagementKey(db, c);
  if (named === undefined || !isUuid(named)) {
    const msg = 'a management key names the team by its id';
    throw invalid({ loc: ['query', 'team_id'], msg, type: 'invalid_format' });
  }
  const team = await findReached(db, key, named);
  if (!team) throw outOfReach();
  checkFlag(team.flags, 'management');
  return named;
}
