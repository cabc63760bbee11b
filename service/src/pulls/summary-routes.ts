import { Hono } from 'hono';
import {
  type QueryOf,
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
import { broken, type Env, invalid, shortOrStreamedJson } from '../http/index.js';
import { createOpener, openDay, placeOfDay } from '../crypto/index.js';
import { sourceOf } from '../providers/index.js';
import { findUser } from '../accounts/index.js';
import { addDays } from '../work/index.js';
import { daysInRange, daysOf, endOf, sealedLength } from './read-days.js';

/** The daily summaries, by their name in paths and answers. */
const daily = {
  activity: readActivitySummary,
  body: readBodySummary,
  meal: readMealSummary,
  sleep: readSleepSummary,
  workouts: readWorkoutsSummary,
};
const known: ReadonlySet<string> = new Set(summaryResources);

type DateRange = QueryOf<typeof readActivitySummary>;

/** How many days one statement reads. It is enough for a usual range. */
const daysAtOnce = 31;

/** The parts of a range, the earliest first. */
function* partsOf({ start_date, end_date }: DateRange): Generator<DateRange> {
  for (let from = start_date; from <= end_date; from = addDays(from, daysAtOnce)) {
    const last = addDays(from, daysAtOnce - 1);
    yield { start_date: from, end_date: last < end_date ? last : end_date };
  }
}

/** Reading the data of connections (spec 4.13). */
export function summaryRoutes({ db, secrets, log }: Deps): Hono<Env> {
  const app = new Hono<Env>();

  // This is not an endpoint. It only explains the 404 for an unknown resource, to callers who may read the known ones.
  const ofTeam = accessOf(db, readProfileSummary);
  app.use('/v2/summary/:resource/:user_id', async (c, next) => {
    if (c.req.method !== 'GET' || known.has(c.req.param('resource'))) return next();
    await ofTeam(c);
    const msg = `no resource with a summary: ${summaryResources.join(', ')}`;
    throw invalid({ loc: ['path', 'resource'], msg, type: 'enum' });
  });

  async function* write(userId: string, resource: string, range: DateRange) {
    const opener = createOpener({ log });
    let before = `{"${resource}":[`;
    for (const part of partsOf(range)) {
      const items = (await daysInRange(db, userId, resource, part)).flatMap((day) =>
        (opener.opened('pulled_day', placeOfDay(day), () => openDay(secrets, day)) ?? []).map((item) => ({
          ...item,
          user_id: userId,
          source: sourceOf(day.provider),
        })),
      );
      if (items.length === 0) continue;
      yield before + JSON.stringify(items).slice(1, -1);
      before = ',';
    }
    yield (before === ',' ? ']' : `${before}]`) + endOf(opener);
  }

  for (const [resource, endpoint] of Object.entries(daily)) {
    compressedRoute(app, db, endpoint, async ({ teamId, params, query, c }) => {
      const user = await findUser(db, teamId, params.user_id);
      // The items are not parsed again, because tests check that stored data follows the resource's schema.
      // A long answer is not held in memory, because a provider may have any amount of data in a day.
      return shortOrStreamedJson(c, teamId, write(user.id, resource, query), () =>
        sealedLength(db, user.id, resource, query),
      );
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
