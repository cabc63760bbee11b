import { Hono } from 'hono';
import { labSlugs, readAreaInfo } from 'svc-link/contract';
import { areaInfo, findZipCode } from '../areas/index.js';
import { requireTeam } from '../auth/index.js';
import type { Deps, Env } from '../deps.js';
import { broken } from '../errors.js';
import { findLabAccount } from '../lab-tests/index.js';
import { check } from '../request.js';

/** Where blood can be drawn near a ZIP code (spec 4.11). */
export function areaInfoRoutes({ db }: Deps): Hono<Env> {
  const app = new Hono<Env>();

  app.get('/v3/order/area/info', async (c) => {
    await requireTeam(db, c.req.header('x-svc-api-key'));
    const given = { ...c.req.query(), labs: c.req.queries('labs') };
    const {
      zip_code,
      radius = '25',
      lab,
      labs = [],
      lab_account_id,
    } = check(readAreaInfo.query, given, 'query');
    const zipCode = findZipCode(zip_code);
    if (!zipCode) throw broken(404, 'zip_code_not_found', 'There is no such ZIP code.');
    const asked = new Set(lab ? [...labs, lab] : labs);
    const reached = lab_account_id ? findLabAccount(lab_account_id).labs : labSlugs;
    return c.json(areaInfo(zipCode, asked.size > 0 ? [...asked] : reached, radius, reached));
  });

  return app;
}
