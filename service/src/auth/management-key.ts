// Keys of the management interface: their owner and the teams that they can access (spec section 5).
import type { Context } from 'hono';
import type { Db } from '../db/index.js';
import { ApiError, broken, type Env, nameCaller, type Person, uuidParam } from '../http/index.js';
import { roles, type Role } from 'svc-link/contract';
import { checkFlag, type TeamRow } from '../accounts/index.js';
import { type ApiKeyRow, noteKey, requireKey } from './keys.js';

/** The management key of a request, also from the deprecated header. */
export const managementKeyOf = (c: Context<Env>): string | undefined =>
  c.req.header('x-management-key') ?? c.req.header('x-svc-org-key');

/**
 * The caller of a management endpoint: somebody with a management key, or a person who signed in to the console, without a key.
 */
export interface Manager extends Pick<ApiKeyRow, 'id' | 'kind' | 'org_id'> {
  readonly row?: ApiKeyRow;
}

/** The manager of a request. Throws 401 without a known key, and 403 for an API key or a person without the role. */
export async function requireManagementKey(db: Db, c: Context<Env>): Promise<Manager> {
  const key = managementKeyOf(c);
  const findPerson = c.get('findPerson');
  if (!key && findPerson) {
    const person = await findPerson();
    const manager = managerOf(person, c.get('role'));
    c.set('person', person);
    return manager;
  }
  if (!key)
    throw new ApiError(
      401,
      'The header X-Management-Key is missing. It takes a management key; the API key of a team does not serve here.',
    );
  const row = await requireKey(db, key, 'management');
  if (row.kind === 'team') throw new ApiError(403, 'An API key does not serve here; use a management key.');
  await noteKey(db, row);
  return { id: row.id, kind: row.kind, org_id: row.org_id, row };
}

/** A person with the role that an endpoint needs. If the endpoint names no role, no person may use it. */
function managerOf({ id, orgId, role }: Person, needed: Role | undefined): Manager {
  if (needed === undefined) throw new ApiError(403, 'A person who signed in to the console cannot do this.');
  if (roles.indexOf(role) >= roles.indexOf(needed)) return { id, kind: 'org', org_id: orgId };
  const message = `This takes the role ${needed}, and yours is ${role}. Whoever runs the identity provider gives it.`;
  throw broken(403, 'role_needed', message, { role_needed: needed });
}

/** Whether the caller may read secrets that a team has set: every key may, and a person who may set them. */
export function mayReadSecrets(c: Context<Env>): boolean {
  const person = c.get('person');
  return person === undefined || person.role === 'own';
}

/** The organization of the path, for a key of the whole organization. */
export async function requireOrg(db: Db, c: Context<Env>): Promise<string> {
  return (await keyOfOrg(db, c, 'org')).orgId;
}

/** The team of the path, for a key of the whole organization. Throws 404 if the organization has no such team. */
export const requireOwnTeam = (db: Db, c: Context<Env>): Promise<ReachedTeam> => teamOf(db, c, 'org');

export interface ReachedTeam {
  readonly team: TeamRow;
  /** The kind of the key. */
  readonly kind: ApiKeyRow['kind'];
}

/**
 * The team of the path, for a key that reaches it. A key of some teams gets 403 for any other team, even for a team that does
 * not exist. Also throws 403 if the team's switch `management` is off (spec 5).
 */
export async function requireReachedTeam(db: Db, c: Context<Env>): Promise<ReachedTeam> {
  const reached = await teamOf(db, c, 'any');
  checkFlag(reached.team.flags, 'management');
  return reached;
}

/**
 * The team of the path, for its settings. A key of the organization reaches them even if the switch is off, to turn it on again.
 */
export async function requireTeamSettings(db: Db, c: Context<Env>): Promise<ReachedTeam> {
  const reached = await teamOf(db, c, 'any');
  if (reached.kind !== 'org') checkFlag(reached.team.flags, 'management');
  return reached;
}

async function keyOfOrg(
  db: Db,
  c: Context<Env>,
  kind: 'org' | 'any',
): Promise<{ readonly key: Manager; readonly orgId: string }> {
  const key = await requireManagementKey(db, c);
  if (kind === 'org' && key.kind !== 'org')
    throw new ApiError(403, 'This takes a key of the organization, not one of some of its teams.');
  const orgId = uuidParam(c, 'org_id');
  if (key.org_id !== orgId) throw new ApiError(403, 'The management key is not of this organization.');
  return { key, orgId };
}

async function teamOf(db: Db, c: Context<Env>, kind: 'org' | 'any'): Promise<ReachedTeam> {
  const { key } = await keyOfOrg(db, c, kind);
  const team = await findReached(db, key, uuidParam(c, 'team_id'));
  if (team) return { team, kind: key.kind };
  if (key.kind === 'teams') throw outOfReach();
  throw broken(404, 'team_not_found', 'There is no such team.');
}

export const outOfReach = (): ApiError => new ApiError(403, 'The management key does not reach this team.');

/** The team, if a management key reaches it. A key of the organization reaches all of its teams. */
export async function findReached(db: Db, key: Manager, teamId: string): Promise<TeamRow | undefined> {
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
  const found = await team.executeTakeFirst();
  if (found) nameCaller({ team_id: found.id });
  return found;
}
