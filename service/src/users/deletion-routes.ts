import { Hono } from 'hono';
import { deleteUser as deleteUserEndpoint, disconnectProvider, undoDeleteUser } from 'svc-link/contract';
import { ofUser, recordAudit } from '../audit/index.js';
import { repeatableRoute, route } from '../auth/index.js';
import { transact } from '../db/index.js';
import { deleteUser, undoDelete, whyNotRestored } from './deletion.js';
import { endConnection } from './end-connection.js';
import type { Deps } from '../deps.js';
import { broken, type Env, invalid } from '../http/index.js';
import { cancelVisitsOf } from '../orders/index.js';
import { findUser } from '../accounts/index.js';
import { forgetAnswers } from '../repeats/index.js';
import { forgetEvents } from '../webhooks/index.js';

/** Deleting and restoring a user, and ending a single connection. */
export function userDeletionRoutes(deps: Deps): Hono<Env> {
  const { db, clock } = deps;
  const app = new Hono<Env>();

  repeatableRoute(
    app,
    deps,
    undoDeleteUser,
    async ({ teamId, query, readBody, make }) => {
      const sources = [query, await readBody({ mayBeEmpty: true })];
      // The same user may be named in both places. The case of an id does not matter.
      const ids = [...new Set(sources.flatMap(({ user_id }) => user_id?.toLowerCase() ?? []))];
      const clientIds = [...new Set(sources.flatMap(({ client_user_id }) => client_user_id ?? []))];
      if (ids.length + clientIds.length !== 1) {
        const msg = 'name one user: by user_id or by client_user_id, in the query or in the body';
        throw invalid({ loc: ['body'], msg, type: 'value_invalid' });
      }
      const [id] = ids;
      const [clientUserId = ''] = clientIds;
      const user = id === undefined ? { clientUserId } : { id };
      const now = clock.now();
      try {
        return await make(
          async (tx) => ({ userId: await undoDelete(tx, teamId, user, now) }),
          ({ userId }) => ({ userId }),
        );
      } catch (error) {
        throw await whyNotRestored(db, teamId, user, now, error);
      }
    },
    () => ({ success: true }),
  );

  route(app, db, deleteUserEndpoint, async ({ teamId, params }) => {
    const userId = params.user_id;
    await transact(db, async (tx) => {
      await deleteUser(tx, teamId, userId, clock.now());
      await cancelVisitsOf(deps, tx, userId);
      await forgetEvents(tx, { userId }, clock.now());
      await forgetAnswers(tx, { userId });
      await recordAudit(tx, { action: 'user.deleted', of: { teamId }, subject: userId });
    });
    return { success: true };
  });

  route(app, db, disconnectProvider, async ({ teamId, params }) => {
    const user = await findUser(db, teamId, params.user_id);
    const provider = params.provider;
    await transact(db, async (tx) => {
      if (!(await endConnection(tx, user.id, provider, clock.now())))
        throw broken(404, 'not_connected', 'The user has no connection with this provider.');
      const detail = ofUser(user.id);
      await recordAudit(tx, { action: 'connection.deleted', of: { teamId }, subject: provider, detail });
    });
    return { success: true };
  });

  return app;
}
