import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { createInsurance } from 'svc-link/contract';
import { requireTeam } from '../auth/index.js';
import { transact } from '../db/index.js';
import type { Deps, Env } from '../deps.js';
import { isFederal, toInsurance } from '../insurance/index.js';
import { readBody, uuidParam } from '../request.js';
import { requireFlag } from '../team-flags.js';
import { findUser } from '../users.js';

/** Insurance records of users (spec 4.1). They are health data: a row holds them encrypted. */
export function insuranceRoutes({ db, clock, secrets }: Deps): Hono<Env> {
  const app = new Hono<Env>();

  app.post('/v2/user/:user_id/insurance', async (c) => {
    const teamId = await requireTeam(db, c.req.header('x-svc-api-key'));
    const userId = uuidParam(c, 'user_id');
    const given = await readBody(c, createInsurance.body);
    if (isFederal(given.payor_code)) await requireFlag(db, teamId, 'insurance_inference');
    const insurance = toInsurance(given);
    await transact(db, async (tx) => {
      const user = await findUser(tx, teamId, userId, true);
      const id = randomUUID();
      const record = secrets.seal('insurance', id, JSON.stringify(insurance));
      await tx
        .insertInto('insurance')
        .values({ id, user_id: user.id, record, created_on: clock.now() })
        .execute();
    });
    return c.json(insurance);
  });

  return app;
}
