import { Hono } from 'hono';
import { labSlugs, readAreaInfo } from 'svc-link/contract';
import { areaInfo } from './area-info.js';
import { findZipCode } from './zip-codes.js';
import { route } from '../auth/index.js';
import type { Deps } from '../deps.js';
import type { Env } from '../http/index.js';
import { findLabAccount } from '../lab-tests/index.js';

/** Where blood can be drawn near a ZIP code (spec 4.11). */
export function areaInfoRoutes({ db }: Deps): Hono<Env> {
  const app = new Hono<Env>();

  route(app, db, readAreaInfo, ({ query }) => {
    const { zip_code, radius = '25', lab, labs = [], lab_account_id } = query;
    // Any five digits are answered (spec 4.11). Near those of no ZIP code there is nothing.
    const zipCode = findZipCode(zip_code) ?? { zip: zip_code, place: null };
    const requested = new Set(lab ? [...labs, lab] : labs);
    const reached = lab_account_id ? findLabAccount(lab_account_id).labs : labSlugs;
    return areaInfo(zipCode, requested.size > 0 ? [...requested] : reached, radius, reached);
  });

  return app;
}
