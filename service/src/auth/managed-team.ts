import type { Context } from 'hono';
import type { Db } from '../db/index.js';
import type { Env } from '../deps.js';
import { ApiError, invalid } from '../errors.js';
import { isUuid } from '../request.js';
import { findKey, requireTeam, type ApiKeyRow } from './keys.js';

/**
 * The team of a request at an endpoint that takes the team's API key, or a management key that names the team with
 * `?team_id=` (spec section 5). Throws 401 without a known key, 403 for one of another kind or reach.
 */
export async function requireManagedTeam(db: Db, c: Context<Env>): Promise<string> {
  const named = c.req.query('team_id')?.toLowerCase();
  const key = c.req.header('x-management-key') ?? c.req.header('x-svc-org-key');
  const apiKey = c.req.header('x-svc-api-key');
  if (apiKey !== undefined || !key) {
    const teamId = await requireTeam(db, apiKey);
    if (named !== undefined && named !== teamId) throw new ApiError(403, 'The API key is of another team.');
    return teamId;
  }
  const row = await findKey(db, key);
  if (!row) throw new ApiError(401, 'The management key is unknown.');
  if (row.kind === 'team') throw new ApiError(403, 'An API key goes into the header x-svc-api-key.');
  if (named === undefined || !isUuid(named)) {
    const msg = 'a management key names the team by its id';
    throw invalid({ loc: ['query', 'team_id'], msg, type: 'invalid_format' });
  }
  if (!(await manages(db, row, named)))
    throw new ApiError(403, 'The management key does not reach this team.');
  return named;
}

/** Whether a management key reaches a team: an organization's reaches all of its teams. */
async function manages(db: Db, { org_id }: ApiKeyRow, teamId: string): Promise<boolean> {
  const team = await db
    .selectFrom('team')
    .select('id')
    .where('id', '=', teamId)
    .where('org_id', '=', org_id)
    .executeTakeFirst();
  return team !== undefined;
}
