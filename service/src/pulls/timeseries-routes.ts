import { type Context, Hono } from 'hono';
import { setImmediate as turn } from 'node:timers/promises';
import { type QueryOf, readTimeseries, summaryResources, timeseriesResources } from 'svc-link/contract';
import { findUser } from '../accounts/index.js';
import { accessOf, routeFor } from '../auth/index.js';
import { createOpener, openDay, type Opener, placeOfDay } from '../crypto/index.js';
import type { StoredItem } from '../db/index.js';
import type { Deps } from '../deps.js';
import { type Env, invalid, streamedJson } from '../http/index.js';
import { sourceOf } from '../providers/index.js';
import { daysBetween } from '../work/index.js';
import { daysInRange, endOf, type ReadDay } from './read-days.js';

const known: ReadonlySet<string> = new Set(timeseriesResources);
const summaries: ReadonlySet<string> = new Set(summaryResources);

type Range = QueryOf<typeof readTimeseries>;

/** How many days one statement reads. Some resources have a value for each minute, from several providers. */
const daysAtOnce = 4;

/** The routes that read resources without a summary. */
export function timeseriesRoutes({ db, secrets, log }: Deps): Hono<Env> {
  const app = new Hono<Env>();

  const ofTeam = accessOf(db, readTimeseries);
  /** Checked before the rest of the request: an unknown resource is the first thing to report. */
  const ofKnown = async (c: Context<Env>) => {
    const caller = await ofTeam(c);
    const resource = c.req.param('resource') ?? '';
    if (known.has(resource)) return caller;
    const msg = summaries.has(resource)
      ? `it has a summary: GET /v2/summary/${resource}/{user_id}`
      : `no resource of a time series: ${timeseriesResources.join(', ')}`;
    throw invalid({ loc: ['path', 'resource'], msg, type: 'enum' });
  };

  /** The days of a range that have items, one by one, each with the items of all providers. */
  async function* read(userId: string, resource: string, range: Range) {
    const dates = daysBetween(range.start_date, range.end_date);
    for (let at = 0; at < dates.length; at += daysAtOnce) {
      const of = dates.slice(at, at + daysAtOnce);
      const [start_date = '', end_date = start_date] = [of.at(0), of.at(-1)];
      const days = await daysInRange(db, userId, resource, { start_date, end_date });
      for (const date of of) {
        const ofDay = days.filter((day) => day.date === date);
        if (ofDay.length === 0) continue;
        yield ofDay;
        // The next day may be available and be taken within this turn. Without another turn, no other request would be
        // answered meanwhile.
        await turn();
      }
    }
  }

  const itemsOf = (opener: Opener, userId: string, days: readonly ReadDay[]): readonly StoredItem[] => {
    const items = days.flatMap((day) => {
      const more = { user_id: userId, source: sourceOf(day.provider) };
      const found = opener.opened('pulled_day', placeOfDay(day), () => openDay(secrets, day)) ?? [];
      return found.map((item) => ({ ...item, ...more }));
    });
    // The items of one provider are in order already.
    return days.length > 1 ? items.sort((one, other) => timeOf(one) - timeOf(other)) : items;
  };

  async function* write(userId: string, resource: string, range: Range) {
    const opener = createOpener({ log });
    const head = `{"${resource}":[`;
    let before = head;
    for await (const days of read(userId, resource, range)) {
      const items = itemsOf(opener, userId, days);
      if (items.length === 0) continue;
      yield before + JSON.stringify(items).slice(1, -1);
      before = ',';
    }
    yield (before === head ? `${head}]` : ']') + endOf(opener);
  }

  // Not parsed: stored items follow the resource's schema, and tests check that. Not held in memory either: the answer may
  // have millions of characters.
  routeFor(app, ofKnown, readTimeseries, async ({ teamId, params, query, c }) => {
    const user = await findUser(db, teamId, params.user_id);
    return streamedJson(c, teamId, write(user.id, params.resource, query));
  });

  return app;
}

/** The time of an item, in milliseconds. Items without a time keep their order. */
function timeOf({ timestamp, session_start }: StoredItem): number {
  const time = timestamp ?? session_start;
  return typeof time === 'string' ? Date.parse(time) : 0;
}
