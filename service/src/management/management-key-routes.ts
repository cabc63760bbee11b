import { Hono } from 'hono';
import {
  type BodyOf,
  createManagementKey,
  deleteManagementKey,
  listManagementKeys,
  readOwnManagementKey,
  rotateManagementKey,
} from 'svc-link/contract';
import { recordAudit } from '../audit/index.js';
import { type ApiKeyRow, createKey, isInForce, repeatableRoute, rotateKey, route } from '../auth/index.js';
import { type Db, transact, type Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { ApiError, broken, type Env, invalid } from '../http/index.js';
import { checkRoom, endOf, keyIn, rotationOf } from './key-rules.js';
import { toManagementKey } from './rows.js';

const mostKeys = 200;

/** The management keys of an organization (spec section 5). */
export function managementKeyRoutes(deps: Deps): Hono<Env> {
  const { db, clock, console } = deps;
  const app = new Hono<Env>();

  route(app, db, readOwnManagementKey, async ({ key: { row: key }, c }) => {
    if (!key) throw new ApiError(403, 'A person who signed in has no key.');
    // A browser sends this header only for requests from our own console. Other programs do not send it.
    const isConsole = c.req.header('sec-fetch-site') === 'same-origin';
    if (isConsole && !console.takesKeys)
      throw broken(
        403,
        'console_key_refused',
        'The console takes keys only where nobody but this machine reaches the service. Sign in by CONSOLE_OIDC_ISSUER.',
      );
    if (isConsole)
      await transact(db, (tx) =>
        recordAudit(tx, { action: 'console.signed_in', of: { orgId: key.org_id ?? '' } }),
      );
    const org = await db
      .selectFrom('org')
      .select(['id', 'name'])
      .where('id', '=', key.org_id)
      .executeTakeFirstOrThrow();
    return { ...toManagementKey(key, await teamsOf(db, key.id)), org_id: org.id, org_name: org.name };
  });

  repeatableRoute(app, deps, createManagementKey, async ({ orgId, readBody, make }) => {
    const { name, kind, team_ids, expires_at } = await readBody();
    const now = clock.now();
    const end = endOf(expires_at, now);
    const named = (team_ids ?? []).map((id) => id.toLowerCase());
    checkKind(kind, named);
    const teamIds = [...new Set(named)];
    return make(async (tx) => {
      checkRoom(await lockKeys(tx, orgId), mostKeys, 'An organization', now);
      await requireTeams(tx, orgId, named);
      const owner = { kind: kind === 'org' ? 'org' : 'teams', id: orgId } as const;
      const { row, key } = await createKey(tx, owner, name, now, end);
      for (const team_id of teamIds)
        await tx.insertInto('management_key_team').values({ key_id: row.id, team_id }).execute();
      const teams = teamIds.length === 1 ? 'of a team' : `of ${teamIds.length} teams`;
      const detail = kind === 'org' ? 'of the organization' : teams;
      await recordAudit(tx, { action: 'key.created', of: { orgId }, subject: row.id, detail });
      return { ...toManagementKey(row, teamIds), key };
    });
  });

  repeatableRoute(app, deps, rotateManagementKey, async ({ orgId, params, readBody, make }) => {
    const body = await readBody({ mayBeEmpty: true });
    const now = clock.now();
    const rotation = rotationOf(body, now);
    return make(async (tx) => {
      const keys = await lockKeys(tx, orgId);
      const old = keyIn(keys, params.id);
      checkRoom(
        keys.filter(({ id }) => id !== old.id),
        mostKeys,
        'An organization',
        now,
      );
      const { row, key, replaces } = await rotateKey(tx, old, rotation, now);
      return { ...toManagementKey(row, await teamsOf(tx, row.id)), key, replaces };
    });
  });

  route(app, db, listManagementKeys, async ({ orgId }) => {
    const rows = await keysOf(db, orgId);
    const bound = await db
      .selectFrom('management_key_team')
      .innerJoin('api_key', 'api_key.id', 'key_id')
      .select(['key_id', 'management_key_team.team_id'])
      .where('org_id', '=', orgId)
      .orderBy('management_key_team.team_id')
      .execute();
    const reachOf = (id: string) => bound.flatMap(({ key_id, team_id }) => (key_id === id ? team_id : []));
    return {
      management_keys: rows.map((row) => toManagementKey(row, reachOf(row.id))),
    };
  });

  route(app, db, deleteManagementKey, async ({ orgId, params }) => {
    const in_settings = await transact(db, async (tx) => {
      const keys = await lockKeys(tx, orgId);
      const key = keyIn(keys, params.id);
      const letsIn = keys.filter((each) => each.kind === 'org' && isInForce(each, clock.now()));
      if (letsIn.length === 1 && letsIn[0]?.id === key.id)
        throw broken(
          409,
          'last_org_key',
          'This is the last key of the organization, and without it nobody could get in. Make another one first.',
        );
      await tx.deleteFrom('api_key').where('id', '=', key.id).where('org_id', '=', orgId).execute();
      await recordAudit(tx, { action: 'key.deleted', of: { orgId }, subject: key.id });
      return key.seeded;
    });
    return { success: true, in_settings };
  });

  return app;
}

/**
 * The management keys of an organization, locked until the transaction ends, so that no other request adds or deletes one.
 */
async function lockKeys(tx: Tx, orgId: string): Promise<readonly ApiKeyRow[]> {
  await tx.selectFrom('org').select('id').where('id', '=', orgId).forUpdate().execute();
  return keysOf(tx, orgId);
}

const keysOf = (db: Db | Tx, orgId: string): Promise<ApiKeyRow[]> =>
  db
    .selectFrom('api_key')
    .selectAll()
    .where('org_id', '=', orgId)
    .orderBy('created_on')
    .orderBy('id')
    .execute();

/** The teams that a key of the kind `team` reaches. */
async function teamsOf(db: Db | Tx, keyId: string): Promise<readonly string[]> {
  const bound = await db
    .selectFrom('management_key_team')
    .select('team_id')
    .where('key_id', '=', keyId)
    .orderBy('team_id')
    .execute();
  return bound.map(({ team_id }) => team_id);
}

/** Throws 422 if a key for some teams names no team, or a key for the organization names some. */
function checkKind(kind: BodyOf<typeof createManagementKey>['kind'], ids: readonly string[]): void {
  const refuse = (msg: string) => invalid({ loc: ['body', 'team_ids'], msg, type: 'value_invalid' });
  if (kind === 'org' && ids.length > 0) throw refuse('a key of the organization reaches every team');
  if (kind === 'team' && ids.length === 0) throw refuse('name the teams that the key reaches');
}

/** Throws 422 and names the place of each team that the organization does not have. */
async function requireTeams(tx: Tx, orgId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await tx
    .selectFrom('team')
    .select('id')
    .where('id', 'in', ids)
    .where('org_id', '=', orgId)
    .where('deleted_on', 'is', null)
    .orderBy('id')
    // Prevents a team from being deleted before the key is stored.
    .forShare()
    .execute();
  const own = new Set(rows.map(({ id }) => id));
  const places = ids.flatMap((id, index) =>
    own.has(id)
      ? []
      : [{ loc: ['body', 'team_ids', index], msg: 'no team of the organization', type: 'unknown_team' }],
  );
  if (places.length > 0) throw invalid(...places);
}
