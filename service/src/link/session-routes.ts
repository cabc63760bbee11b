import { type Context, Hono } from 'hono';
import { confirmLinkSession, listLinkProviders, readLinkSession, readLinkState } from 'svc-link/contract';
import { repeatableRoute, route } from '../auth/index.js';
import { addRoute, badToken, broken, compressed, type Env } from '../http/index.js';
import { completeConfirmed } from './complete.js';
import { transact, type Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { isHashOf } from '../crypto/index.js';
import { extendSession } from './extend-token.js';
import { createSessionLock, requireSession, useProblem, type Caller } from './credential.js';
import { extendByBrowser } from './page-endpoints.js';
import { linkRoute } from './route.js';
import { hasConnected, isConsumed, lockSession } from './sessions.js';
import { createPicker } from './offered-providers.js';
import { toSessionReport, viewOf } from './session-view.js';
import type { LinkSessionRow } from './session-row.js';
import { trace } from './traces.js';

export function linkSessionRoutes(deps: Deps): Hono<Env> {
  const { db, clock } = deps;
  const app = new Hono<Env>();

  linkRoute(app, deps, readLinkState, ({ session, byBrowser, phone }) => {
    if (!session) throw badToken('invalid_token');
    // The end of a session stays readable, because the client may not have received it before the token expired.
    if (!hasConnected(session) && !isConsumed(session) && session.expires_at <= clock.now())
      throw badToken('token_expired');
    return viewOf(deps, session, { byBrowser, phone });
  });

  const byCookie = (c: Context<Env>) => ({ lock: createSessionLock(c, deps.publicUrl) });
  addRoute(app, extendByBrowser, byCookie, async ({ lock }) => {
    const extended = await transact(db, async (tx) => extendSession(tx, await lock(tx), clock.now()));
    return viewOf(deps, extended, { byBrowser: true });
  });

  const providersOf = createPicker(deps);
  const listProviders = (caller: Caller) => providersOf(requireSession(caller, useProblem, clock.now()));
  linkRoute(app, deps, listLinkProviders, listProviders, compressed);

  const findSession = async (teamId: string, id: string): Promise<LinkSessionRow> => {
    const session = await db
      .selectFrom('link_session')
      .selectAll()
      .where('id', '=', id)
      .where('team_id', '=', teamId)
      .executeTakeFirst();
    if (!session) throw broken(404, 'link_session_not_found', 'There is no such link session.');
    return session;
  };

  route(app, db, readLinkSession, async ({ teamId, params }) =>
    toSessionReport(db, await findSession(teamId, params.link_session_id)),
  );

  repeatableRoute(
    app,
    deps,
    confirmLinkSession,
    async ({ teamId, params, readBody, make }) => {
      const { id, user_id: userId } = await findSession(teamId, params.link_session_id);
      const { confirm_code } = await readBody();
      const confirm = async (tx: Tx) => {
        const session = await lockSession(tx, id);
        const { confirm_expires_at } = session;
        if (confirm_expires_at === null || confirm_expires_at <= clock.now())
          throw broken(
            409,
            'not_waiting_for_confirmation',
            'The session does not wait for a confirmation, or not any more. GET it to see how it ended.',
          );
        if (!isHashOf(confirm_code, session.confirm_hash))
          throw broken(
            400,
            'confirm_code_wrong',
            'The confirm_code is not the one that the browser was given.',
          );
        await trace(tx, session, clock.now(), { step: 'confirmed' });
        await completeConfirmed(tx, deps, session);
        return { id };
      };
      return make(confirm, () => ({ userId }));
    },
    async ({ id }, { teamId }) => toSessionReport(db, await findSession(teamId, id)),
  );

  return app;
}
