import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { createTeam, listTeams, updateTeam } from 'svc-link/contract';
import { requireOrg, requireOwnTeam, requireTeamSettings } from '../auth/index.js';
import { transact } from '../db/index.js';
import type { Deps, Env } from '../deps.js';
import { ApiError, invalid } from '../errors.js';
import { lockTeam } from '../lock-team.js';
import { check, readBody } from '../request.js';
import { deleteTeam } from './delete-team.js';
import { pageOfTeams } from './list-teams.js';
import { wrongAddresses } from './public-url.js';
import { toTeam } from './rows.js';

/** The teams of an organization (spec 4.12, 4.13). */
export function teamRoutes({ db, clock }: Deps): Hono<Env> {
  const app = new Hono<Env>();

  app.get('/v1/org/:org_id/team', async (c) => {
    const orgId = await requireOrg(db, c);
    const query = check(listTeams.query, { ...c.req.query(), region: c.req.queries('region') }, 'query');
    return c.json(await pageOfTeams(db, orgId, query));
  });

  app.post('/v1/org/:org_id/team', async (c) => {
    const orgId = await requireOrg(db, c);
    const { name, region } = await readBody(c, createTeam.body);
    const row = await db
      .insertInto('team')
      .values({
        id: randomUUID(),
        org_id: orgId,
        name,
        region,
        flags: JSON.stringify(['management']),
        created_on: clock.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return c.json(toTeam(row));
  });

  app.get('/v1/org/:org_id/team/:team_id', async (c) => {
    const { team } = await requireTeamSettings(db, c);
    return c.json(toTeam(team));
  });

  app.patch('/v1/org/:org_id/team/:team_id', async (c) => {
    const { team, kind } = await requireTeamSettings(db, c);
    const { brand, flags, ...plain } = await readBody(c, updateTeam.body);
    if (flags && kind !== 'org') throw new ApiError(403, 'Only a key of the organization sets flags.');
    const wrong = wrongAddresses([
      { loc: ['brand', 'logo'], url: brand?.logo },
      { loc: ['terms_url'], url: plain.terms_url },
      { loc: ['privacy_url'], url: plain.privacy_url },
    ]);
    if (wrong.length > 0) throw invalid(...wrong);
    const row = await transact(db, async (tx) => {
      const before = await lockTeam(tx, team.id);
      return tx
        .updateTable('team')
        .set({
          name: plain.name ?? before.name,
          ...(plain.terms_url !== undefined && { terms_url: plain.terms_url }),
          ...(plain.privacy_url !== undefined && { privacy_url: plain.privacy_url }),
          ...(flags && { flags: JSON.stringify([...new Set(flags)]) }),
          ...(brand && { brand: JSON.stringify({ ...noBrand, ...before.brand, ...brand }) }),
          ...(brand === null && { brand }),
        })
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow();
    });
    return c.json(toTeam(row));
  });

  app.delete('/v1/org/:org_id/team/:team_id', async (c) => {
    const { id } = await requireOwnTeam(db, c);
    await transact(db, (tx) => deleteTeam(tx, id, clock.now()));
    return c.json({ success: true });
  });

  return app;
}

const noBrand = { name: null, color: null, logo: null };
