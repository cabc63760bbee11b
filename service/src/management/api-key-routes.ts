import { Hono } from 'hono';
import { createApiKey, type CreatedApiKey, type listApiKeys, type ResponseOf } from 'svc-link/contract';
import type { infer as Infer } from 'zod/mini';
import { createKey, requireReachedTeam } from '../auth/index.js';
import { transact } from '../db/index.js';
import type { Deps, Env } from '../deps.js';
import { broken } from '../errors.js';
import { lockTeam } from '../lock-team.js';
import { readBody, uuidParam } from '../request.js';
import { toApiKey } from './rows.js';

const mostKeys = 50;

/** The API keys of a team (spec section 5). */
export function apiKeyRoutes({ db, clock }: Deps): Hono<Env> {
  const app = new Hono<Env>();

  app.post('/v1/org/:org_id/team/:team_id/api_key', async (c) => {
    const { team } = await requireReachedTeam(db, c);
    const { name } = await readBody(c, createApiKey.body);
    const { row, key } = await transact(db, async (tx) => {
      // Of two at once, the second counts the first.
      await lockTeam(tx, team.id);
      const { count } = await tx
        .selectFrom('api_key')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('team_id', '=', team.id)
        .executeTakeFirstOrThrow();
      if (Number(count) >= mostKeys)
        throw broken(409, 'too_many_keys', `A team has at most ${mostKeys} API keys.`);
      return createKey(tx, { kind: 'team', id: team.id }, name, clock.now());
    });
    const answer: Infer<typeof CreatedApiKey> = { ...toApiKey(row), key };
    return c.json(answer);
  });

  app.get('/v1/org/:org_id/team/:team_id/api_key', async (c) => {
    const { team } = await requireReachedTeam(db, c);
    const rows = await db
      .selectFrom('api_key')
      .selectAll()
      .where('team_id', '=', team.id)
      .orderBy('created_on')
      .orderBy('id')
      .execute();
    const answer: ResponseOf<typeof listApiKeys> = { api_keys: rows.map(toApiKey) };
    return c.json(answer);
  });

  app.delete('/v1/org/:org_id/team/:team_id/api_key/:id', async (c) => {
    const { team } = await requireReachedTeam(db, c);
    const deleted = await db
      .deleteFrom('api_key')
      .where('id', '=', uuidParam(c, 'id'))
      .where('team_id', '=', team.id)
      .returning('id')
      .executeTakeFirst();
    if (!deleted) throw broken(404, 'key_not_found', 'There is no such key.');
    return c.json({ success: true });
  });

  return app;
}
