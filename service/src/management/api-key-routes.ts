import { Hono } from 'hono';
import { createApiKey, deleteApiKey, listApiKeys, rotateApiKey } from 'svc-link/contract';
import { recordAudit } from '../audit/index.js';
import { type ApiKeyRow, createKey, forgetKeys, repeatableRoute, rotateKey, route } from '../auth/index.js';
import { type Db, transact, type Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { broken, type Env } from '../http/index.js';
import { lockTeam } from '../accounts/index.js';
import { checkRoom, endOf, keyIn, rotationOf } from './key-rules.js';
import { toApiKey } from './rows.js';

const mostKeys = 50;

/** The API keys of a team (spec section 5). */
export function apiKeyRoutes(deps: Deps): Hono<Env> {
  const { db, clock } = deps;
  const app = new Hono<Env>();

  repeatableRoute(app, deps, createApiKey, async ({ team, readBody, make }) => {
    const { name, expires_at } = await readBody();
    const now = clock.now();
    const end = endOf(expires_at, now);
    return make(async (tx) => {
      checkRoom(await lockKeys(tx, team.id), mostKeys, 'A team', now);
      const { row, key } = await createKey(tx, { kind: 'team', id: team.id }, name, now, end);
      await recordAudit(tx, { action: 'key.created', of: { teamId: team.id }, subject: row.id });
      return { ...toApiKey(row), key };
    });
  });

  repeatableRoute(app, deps, rotateApiKey, async ({ team, params, readBody, make }) => {
    const body = await readBody({ mayBeEmpty: true });
    const now = clock.now();
    const rotation = rotationOf(body, now);
    const rotated = await make(async (tx) => {
      const keys = await lockKeys(tx, team.id);
      const old = keyIn(keys, params.id);
      checkRoom(
        keys.filter(({ id }) => id !== old.id),
        mostKeys,
        'A team',
        now,
      );
      const { row, key, replaces } = await rotateKey(tx, old, rotation, now);
      return { ...toApiKey(row), key, replaces };
    });
    forgetKeys(db);
    return rotated;
  });

  route(app, db, listApiKeys, async ({ team }) => ({
    api_keys: (await keysOf(db, team.id)).map(toApiKey),
  }));

  route(app, db, deleteApiKey, async ({ team, params }) => {
    const in_settings = await transact(db, async (tx) => {
      const deleted = await tx
        .deleteFrom('api_key')
        .where('id', '=', params.id)
        .where('team_id', '=', team.id)
        .returning(['id', 'seeded'])
        .executeTakeFirst();
      if (!deleted) throw broken(404, 'key_not_found', 'There is no such key.');
      await recordAudit(tx, { action: 'key.deleted', of: { teamId: team.id }, subject: deleted.id });
      return deleted.seeded;
    });
    forgetKeys(db);
    return { success: true, in_settings };
  });

  return app;
}

const keysOf = (db: Db | Tx, teamId: string): Promise<ApiKeyRow[]> =>
  db
    .selectFrom('api_key')
    .selectAll()
    .where('team_id', '=', teamId)
    .orderBy('created_on')
    .orderBy('id')
    .execute();

/**
 * Returns the keys of a team and locks the team, so that no other request makes or rotates a key before the transaction
 * ends, and the limit holds.
 */
async function lockKeys(tx: Tx, teamId: string): Promise<readonly ApiKeyRow[]> {
  await lockTeam(tx, teamId);
  return keysOf(tx, teamId);
}
