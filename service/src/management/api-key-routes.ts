import { Hono } from 'hono';
import { createApiKey, deleteApiKey, listApiKeys } from 'svc-link/contract';
import { recordAudit } from '../audit/index.js';
import { createKey, route } from '../auth/index.js';
import { transact } from '../db/index.js';
import type { Deps } from '../deps.js';
import { broken, type Env } from '../http/index.js';
import { lockTeam } from '../accounts/index.js';
import { toApiKey } from './rows.js';

const mostKeys = 50;

/** The API keys of a team (spec section 5). */
export function apiKeyRoutes({ db, clock }: Deps): Hono<Env> {
  const app = new Hono<Env>();

  route(app, db, createApiKey, async ({ team, readBody }) => {
    const { name } = await readBody();
    const { row, key } = await transact(db, async (tx) => {
      // Makes two requests at the same time wait for each other, so that the limit holds.
      await lockTeam(tx, team.id);
      const { count } = await tx
        .selectFrom('api_key')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('team_id', '=', team.id)
        .executeTakeFirstOrThrow();
      if (Number(count) >= mostKeys)
        throw broken(409, 'too_many_keys', `A team has at most ${mostKeys} API keys.`);
      const made = await createKey(tx, { kind: 'team', id: team.id }, name, clock.now());
      await recordAudit(tx, { action: 'key.created', of: { teamId: team.id }, subject: made.row.id });
      return made;
    });
    return { ...toApiKey(row), key };
  });

  route(app, db, listApiKeys, async ({ team }) => {
    const rows = await db
      .selectFrom('api_key')
      .selectAll()
      .where('team_id', '=', team.id)
      .orderBy('created_on')
      .orderBy('id')
      .execute();
    return { api_keys: rows.map(toApiKey) };
  });

  route(app, db, deleteApiKey, async ({ team, params }) => {
    await transact(db, async (tx) => {
      const deleted = await tx
        .deleteFrom('api_key')
        .where('id', '=', params.id)
        .where('team_id', '=', team.id)
        .returning('id')
        .executeTakeFirst();
      if (!deleted) throw broken(404, 'key_not_found', 'There is no such key.');
      await recordAudit(tx, { action: 'key.deleted', of: { teamId: team.id }, subject: deleted.id });
    });
    return { success: true };
  });

  return app;
}
