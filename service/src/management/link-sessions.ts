// Link sessions and their steps, for people who give support: the result of a session, and the request that led to each
// step.
import {
  type findLinkSessions,
  linkWayEvents,
  type LinkSessionWay,
  minutesAround,
  mostFoundSessions,
  mostShownSteps,
  type ResponseOf,
} from 'svc-link/contract';
import type { output } from 'zod/mini';
import { findHolder } from '../accounts/index.js';
import type { Db } from '../db/index.js';
import { invalid, sessionRangeOf } from '../http/index.js';
import { after } from '../work/index.js';
import { deliveriesOf } from './link-deliveries.js';

type Query = output<typeof findLinkSessions.query>;
type Step = LinkSessionWay['way'][number];

/**
 * The sessions of a team that a query asks for, with their steps, and whether there are more. `key`: the key of request
 * ids.
 */
export async function findSessions(
  db: Db,
  teamId: string,
  query: Query,
  key: Uint8Array,
  now: Date,
): Promise<ResponseOf<typeof findLinkSessions>> {
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  if (asked.length !== 1)
    throw invalid({
      loc: ['query'],
      msg: 'ask by exactly one of link_session_id, request_id, at, user_id and client_user_id',
      type: 'custom',
    });
  const { link_session_id, request_id, at, user_id, client_user_id } = query;
  // Each condition uses its own index. The newest sessions come first, or, around a time, the nearest ones.
  const around = at === undefined ? undefined : await idsAround(db, teamId, new Date(at));
  const ids = around?.ids;
  if (ids?.length === 0) return { data: [], has_more: false };
  const range = request_id === undefined ? undefined : sessionRangeOf(key, request_id.toLowerCase());
  const named = client_user_id === undefined ? undefined : await userNamed(db, teamId, client_user_id);
  if (named === null) return { data: [], has_more: false, user_id: null };
  const userId = named ?? user_id;
  const found = await db
    .selectFrom('link_session')
    .where('team_id', '=', teamId)
    .$if(link_session_id !== undefined, (rows) => rows.where('id', '=', link_session_id ?? ''))
    .$if(userId !== undefined, (rows) => rows.where('user_id', '=', userId ?? ''))
    .$if(ids !== undefined, (rows) => rows.where('id', 'in', [...(ids ?? [])]))
    .$if(range !== undefined, (rows) =>
      rows.where('id', '>=', range?.first ?? '').where('id', '<=', range?.last ?? ''),
    )
    .select(['id', 'state', 'user_id', 'provider', 'error_type', 'created_on', 'expires_at', 'page'])
    .orderBy('created_on', 'desc')
    // One row more than the answer holds, to see whether there are more.
    .limit(mostFoundSessions + 1)
    .execute();
  const sessions = found.slice(0, mostFoundSessions);
  const place = (id: string): number => ids?.indexOf(id) ?? 0;
  const data = await Promise.all(
    sessions
      .toSorted((a, b) => place(a.id) - place(b.id))
      .map(async ({ id, created_on, expires_at, ...session }) => {
        const { steps, isWhole } = await stepsOf(db, id);
        return {
          link_session_id: id,
          ...session,
          page: session.page && { ...session.page },
          created_on: created_on.toISOString(),
          expires_at: expires_at.toISOString(),
          is_whole: isWhole,
          way: [
            step('created', created_on),
            ...steps,
            ...(isOver(session.state) || expires_at > now ? [] : [step('expired', expires_at)]),
          ],
          deliveries: await deliveriesOf(db, session.user_id, steps),
        };
      }),
  );
  const hasMore = around?.hasMore ?? found.length > sessions.length;
  return { data, has_more: hasMore, ...(named !== undefined && { user_id: named }) };
}

/** The user with this `client_user_id` in the team; null if there is none. */
async function userNamed(db: Db, teamId: string, client_user_id: string): Promise<string | null> {
  const user = await findHolder(db, teamId, client_user_id).executeTakeFirst();
  return user?.id ?? null;
}

const isOver = (state: string): boolean => state === 'success' || state === 'pending_confirmation';

const step = (event: Step['event'], at: Date): Step => ({
  event,
  at: at.toISOString(),
  provider: null,
  error_type: null,
  request_id: null,
  place: null,
});

/** The latest steps of a session, the oldest first. */
async function stepsOf(
  db: Db,
  id: string,
): Promise<{ readonly steps: readonly Step[]; readonly isWhole: boolean }> {
  const rows = await db
    .selectFrom('link_step')
    .where('session_id', '=', id)
    .select(['step', 'at', 'provider', 'error_type', 'request_id', 'place'])
    .orderBy('at', 'desc')
    .limit(mostShownSteps + 1)
    .execute();
  // One request may lead to several steps at the same time; these keep the order of the list.
  const rank = (event: string): number => linkWayEvents.findIndex((known) => known === event);
  const steps = rows
    .slice(0, mostShownSteps)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || rank(a.step) - rank(b.step))
    .map(({ step: event, at, ...row }) => ({ event, at: at.toISOString(), ...row }));
  return { steps, isWhole: rows.length <= mostShownSteps };
}

/** How many steps before and after a time are looked at. */
const mostLookedAt = 200;

/** The sessions in which something happened around a time, the nearest first, and whether there are more. */
async function idsAround(
  db: Db,
  teamId: string,
  at: Date,
): Promise<{ readonly ids: readonly string[]; readonly hasMore: boolean }> {
  const rows = db
    .selectFrom('link_step')
    .where('team_id', '=', teamId)
    .select(['session_id', 'at'])
    .limit(mostLookedAt + 1);
  const seconds = minutesAround * 60;
  const [before, later] = await Promise.all([
    rows.where('at', '<=', at).where('at', '>=', after(at, -seconds)).orderBy('at', 'desc').execute(),
    rows.where('at', '>', at).where('at', '<=', after(at, seconds)).orderBy('at').execute(),
  ]);
  const distance = (row: { readonly at: Date }): number => Math.abs(row.at.getTime() - at.getTime());
  const looked = [before, later].map((side) => side.slice(0, mostLookedAt));
  const nearest = looked.flat().toSorted((a, b) => distance(a) - distance(b));
  const all = [...new Set(nearest.map(({ session_id }) => session_id))];
  const ids = all.slice(0, mostFoundSessions);
  // The remaining steps may belong to the same sessions, so there may in fact be no more sessions.
  const isCut = before.length > mostLookedAt || later.length > mostLookedAt;
  return { ids, hasMore: isCut || all.length > ids.length };
}
