import { randomUUID } from 'node:crypto';
import { Hono, type Context } from 'hono';
import {
  createTeam,
  deleteTeam as deleteTeamEndpoint,
  listTeams,
  readTeam,
  updateTeam,
} from 'svc-link/contract';
import { recordAudit } from '../audit/index.js';
import {
  forgetKeys,
  repeatableRoute,
  requireOwnTeam,
  requireTeamSettings,
  route,
  routeFor,
} from '../auth/index.js';
import { transact, type Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { ApiError, type Env, invalid } from '../http/index.js';
import { lockTeam } from '../accounts/index.js';
import { deleteTeam } from './delete-team.js';
import { pageOfTeams } from './list-teams.js';
import { wrongAddresses } from './public-url.js';
import { retentionOf, tooLong } from './retention.js';
import { toTeam } from './rows.js';

/** The teams of an organization (spec 4.12, 4.13). */
export function teamRoutes(deps: Deps): Hono<Env> {
  const { db, clock, retention: longest } = deps;
  const app = new Hono<Env>();
  const settings = (c: Context<Env>) => requireTeamSettings(db, c);

  route(app, db, listTeams, ({ orgId, query }) => pageOfTeams(db, orgId, query));

  repeatableRoute(app, deps, createTeam, async ({ orgId, readBody, make }) => {
    const { name, region } = await readBody();
    const store = async (tx: Tx) => {
      const row = await tx
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
      await recordAudit(tx, { action: 'team.created', of: { teamId: row.id } });
      return toTeam(row, longest);
    };
    return make(store, ({ id }) => ({ teamId: id }));
  });

  routeFor(app, settings, readTeam, ({ team }) => toTeam(team, longest));

  routeFor(app, settings, updateTeam, async ({ team, kind, readBody }) => {
    const body = await readBody();
    const { brand, flags, retention, ...plain } = body;
    if (flags && kind !== 'org') throw new ApiError(403, 'Only a key of the organization sets flags.');
    const addresses = wrongAddresses([
      { loc: ['brand', 'logo'], url: brand?.logo },
      { loc: ['terms_url'], url: plain.terms_url },
      { loc: ['privacy_url'], url: plain.privacy_url },
    ]);
    const wrong = [...addresses, ...tooLong(retention, longest)];
    if (wrong.length > 0) throw invalid(...wrong);
    const row = await transact(db, async (tx) => {
      const before = await lockTeam(tx, team.id);
      await recordAudit(tx, {
        action: 'team.changed',
        of: { teamId: team.id },
        // Only the names of the settings are recorded, not their values.
        detail: Object.keys(body).sort().join(' '),
      });
      return tx
        .updateTable('team')
        .set({
          name: plain.name ?? before.name,
          ...(plain.terms_url !== undefined && { terms_url: plain.terms_url }),
          ...(plain.privacy_url !== undefined && { privacy_url: plain.privacy_url }),
          ...(flags && { flags: JSON.stringify([...new Set(flags)]) }),
          ...(brand && { brand: JSON.stringify({ ...noBrand, ...before.brand, ...brand }) }),
          ...(brand === null && { brand }),
          ...(retention !== undefined && {
            retention: retention && retentionOf(before.retention, retention),
          }),
        })
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow();
    });
    return toTeam(row, longest);
  });

  routeFor(
    app,
    (c) => requireOwnTeam(db, c),
    deleteTeamEndpoint,
    async ({ team }) => {
      await transact(db, async (tx) => {
        await deleteTeam(tx, team.id, clock.now());
        await recordAudit(tx, { action: 'team.deleted', of: { teamId: team.id } });
      });
      forgetKeys(db);
      return { success: true };
    },
  );

  return app;
}

const noBrand = { name: null, color: null, logo: null };
