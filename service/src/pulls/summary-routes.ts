import { Hono } from 'hono';
import {
  readActivitySummary,
  readBodySummary,
  readMealSummary,
  readProfileSummary,
  readSleepSummary,
  readWorkoutsSummary,
  summaryResources,
} from 'svc-link/contract';
import { accessOf, compressedRoute, route } from '../auth/index.js';
import type { Deps } from '../deps.js';
import { broken, type Env, invalid } from '../http/index.js';
import { openDay } from '../crypto/index.js';
import { sourceOf } from '../providers/index.js';
import { findUser } from '../accounts/index.js';
import { daysInRange, daysOf } from './read-days.js';

/** The daily summaries, by their name in paths and answers. */
const daily = {
  activity: readActivitySummary,
  body: readBodySummary,
  meal: readMealSummary,
  sleep: readSleepSummary,
  workouts: readWorkoutsSummary,
};
const known: ReadonlySet<string> = new Set(summaryResources);

/** Reading what connections brought (spec 4.13). */
export function summaryRoutes({ db, secrets }: Deps): Hono<Env> {
  const app = new Hono<Env>();

  // This is not an endpoint. It only explains the 404 for an unknown resource, to callers who may read the known ones.
  const ofTeam = accessOf(db, readProfileSummary);
  app.use('/v2/summary/:resource/:user_id', async (c, next) => {
    if (c.req.method !== 'GET' || known.has(c.req.param('resource'))) return next();
    await ofTeam(c);
    const msg = `no resource with a summary: ${summaryResources.join(', ')}`;
    throw invalid({ loc: ['path', 'resource'], msg, type: 'enum' });
  });

  for (const [resource, endpoint] of Object.entries(daily)) {
    compressedRoute(app, db, endpoint, async ({ teamId, params, query, c }) => {
      const user = await findUser(db, teamId, params.user_id);
      const days = await daysInRange(db, user.id, resource, query);
      const items = days.flatMap((day) =>
        openDay(secrets, day).map((item) => ({
          ...item,
          user_id: user.id,
          source: sourceOf(day.provider),
        })),
      );
      // Not parsed: what is stored follows the resource's schema, which tests check.
      return c.json({ [resource]: items });
    });
  }

  route(app, db, readProfileSummary, async ({ teamId, params, c }) => {
    const user = await findUser(db, teamId, params.user_id);
    const latest = await daysOf(db, user.id, 'profile')
      .orderBy('connection.created_on', 'desc')
      .orderBy('connection.provider')
      .limit(1)
      .executeTakeFirst();
    const [profile] = latest ? openDay(secrets, latest) : [];
    if (!latest || !profile)
      throw broken(404, 'profile_not_found', 'No provider has given a profile of this user yet.');
    return c.json({ ...profile, user_id: user.id, source: sourceOf(latest.provider) });
  });

  return app;
}
