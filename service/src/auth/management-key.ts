// Keys of the management interface: whose they are and what they reach (spec section 5).
import type { Context } from 'hono';
import type { Selectable } from 'kysely';
import type { Db, Tables } from '../db/index.js';
import type { Env } from '../deps.js';
import { ApiError, broken } from '../errors.js';
import { uuidParam } from '../request.js';
import { checkFlag } from '../team-flags.js';
import { findKey, type ApiKeyRow } from './keys.js';

export type TeamRow = Selectable<Tables['team']>;

/** Of a request that a management key makes; the deprecated header serves too. */
export const managementKeyOf = (c: Context<Env>): string | undefined =>
  c.req.header('x-management-key') ?? c.req.header('x-svc-org-key');

/** The management key of a request. Throws 401 without a known one, 403 for an API key. */
export async function requireManagementKey(db: Db, c: Context<Env>): Promise<ApiKeyRow> {
  const key = managementKeyOf(c);
  if (!key) throw new ApiError(401, 'The header X-Management-Key is missing.');
  const row = await findKey(db, key);
  if (!row) throw new ApiError(401, 'The management key is unknown.');
  if (row.kind === 'team') throw new ApiError(403, 'An API key does not serve here; use a management key.');
  return row;
}

/** The organization of the path, for a key of that whole organization. */
export async function requireOrg(db: Db, c: Context<Env>): Promise<string> {
  return (await keyOfOrg(db, c, 'org')).orgId;
}

/** The team of the path, for a key of the whole organization. 404 where it has no such team. */
export async function requireOwnTeam(db: Db, c: Context<Env>): Promise<TeamRow> {
  return (await teamOf(db, c, 'org')).team;
}

/**
 * The team of the path, for a key that reaches it; `kind` is that of the key. One of some teams is told 403 for any
 * other, whether there is one or not, and where the team's switch `management` is off.
 */
export async function requireReachedTeam(
  db: Db,
  c: Context<Env>,
): Promise<{ readonly team: TeamRow; readonly kind: ApiKeyRow['kind'] }> {
  return teamOf(db, c, 'any');
}

async function keyOfOrg(
  db: Db,
  c: Context<Env>,
  kind: 'org' | 'any',
): Promise<{ readonly key: ApiKeyRow; readonly orgId: string }> {
  const key = await requireManagementKey(db, c);
  if (kind === 'org' && key.kind !== 'org')
    throw new ApiError(403, 'This takes a key of the organization, not one of some of its teams.');
  const orgId = uuidParam(c, 'org_id');
  if (key.org_id !== orgId) throw new ApiError(403, 'The management key is not of this organization.');
  return { key, orgId };
}

async function teamOf(db: Db, c: Context<Env>, kind: 'org' | 'any') {
  const { key } = await keyOfOrg(db, c, kind);
  const team = await findReached(db, key, uuidParam(c, 'team_id'));
  if (team && key.kind === 'teams') checkFlag(team.flags, 'management');
  if (team) return { team, kind: key.kind };
  if (key.kind === 'teams') throw outOfReach();
  throw broken(404, 'team_not_found', 'There is no such team.');
}

export const outOfReach = (): ApiError => new ApiError(403, 'The management key does not reach this team.');

/** The team where a management key reaches it: an organization's reaches all of its teams. */
export async function findReached(db: Db, key: ApiKeyRow, teamId: string): Promise<TeamRow | undefined> {
  let team = db
    .selectFrom('team')
    .selectAll()
    .where('id', '=', teamId)
    .where('org_id', '=', key.org_id)
    .where('deleted_on', 'is', null);
  if (key.kind !== 'org') {
    const reached = db.selectFrom('management_key_team').select('team_id').where('key_id', '=', key.id);
    team = team.where('id', 'in', reached);
  }
  return team.executeTakeFirst();
}
