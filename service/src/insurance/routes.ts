import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { createInsurance } from 'svc-link/contract';
import { repeatableRoute } from '../auth/index.js';
import type { Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { isFederal } from './state-plan.js';
import { toInsurance } from './record.js';
import { findUser, requireFlag } from '../accounts/index.js';
import type { Env } from '../http/index.js';

/** Insurance records of users (spec 4.1). They are health data, so they are stored encrypted. */
export function insuranceRoutes(deps: Deps): Hono<Env> {
  const { db, clock, secrets } = deps;
  const app = new Hono<Env>();

  repeatableRoute(app, deps, createInsurance, async ({ teamId, params, readBody, make }) => {
    const given = await readBody();
    if (isFederal(given.payor_code)) await requireFlag(db, teamId, 'insurance_inference');
    const insurance = toInsurance(given);
    const store = async (tx: Tx) => {
      const user = await findUser(tx, teamId, params.user_id, true);
      const id = randomUUID();
      const record = secrets.seal('insurance', id, JSON.stringify(insurance));
      await tx
        .insertInto('insurance')
        .values({ id, user_id: user.id, record, created_on: clock.now() })
        .execute();
      return insurance;
    };
    return make(store, () => ({ userId: params.user_id }));
  });

  return app;
}
