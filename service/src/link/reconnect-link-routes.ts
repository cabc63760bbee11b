import { Hono } from 'hono';
import { createReconnectLink } from 'svc-link/contract';
import { findUser } from '../accounts/index.js';
import { recordAudit } from '../audit/index.js';
import { repeatableRoute } from '../auth/index.js';
import type { Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { broken, type Env } from '../http/index.js';
import { offeredTo } from '../providers/index.js';
import { createSession } from './create-session.js';
import { checkReconnect } from './token-rules.js';

/** Makes a link for a broken connection, by a management key. Such a key can make no other link (docs/decisions/0014). */
export function reconnectLinkRoutes(deps: Deps): Hono<Env> {
  const app = new Hono<Env>();

  repeatableRoute(app, deps, createReconnectLink, async ({ team, params, readBody, make }) => {
    const { provider } = await readBody();
    const offered = new Set((await offeredTo(deps, team.id)).map(({ slug }) => slug));
    checkReconnect(offered, { reconnect: provider });
    const store = async (tx: Tx) => {
      const user = await findUser(tx, team.id, params.user_id);
      const connection = await tx
        .selectFrom('connection')
        .select('error_details')
        .where('user_id', '=', user.id)
        .where('provider', '=', provider)
        .executeTakeFirst();
      if (connection && connection.error_details === null)
        throw broken(
          409,
          'connection_works',
          'The connection is not broken. Its own team can renew it by a link token.',
        );
      const request = { user_id: user.id, reconnect: provider };
      const { link_web_url, link_session_id, expires_at } = await createSession(deps, tx, team.id, request);
      // The entry names the session, not the user: sessions are deleted with their user, but audit entries stay.
      await recordAudit(tx, {
        action: 'reconnect_link.created',
        of: { teamId: team.id },
        subject: link_session_id,
        detail: provider,
      });
      return { link_web_url, link_session_id, expires_at };
    };
    return make(store, () => ({ userId: params.user_id }));
  });

  return app;
}
