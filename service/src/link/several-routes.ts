import { Hono } from 'hono';
import { disconnectLink, finishLink, leaveLink } from 'svc-link/contract';
import { ofUser, recordAudit } from '../audit/index.js';
import { transact, type Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { badToken, broken, type Env } from '../http/index.js';
import { endConnection } from '../users/index.js';
import { consumedProblem, requireSession, tryProblem } from './credential.js';
import { notOffered, offeredProviders } from './offered-providers.js';
import { linkRoute } from './route.js';
import { connectProblem, isConsumed, lockSession } from './sessions.js';
import type { LinkSessionRow } from './session-row.js';
import { finishSession, forgetConnected } from './several.js';
import { trace } from './traces.js';

/** The other actions of a person: they end a connection, finish a link for several connections, or leave. */
export function severalRoutes(deps: Deps): Hono<Env> {
  const { db, clock } = deps;
  const app = new Hono<Env>();

  linkRoute(app, deps, finishLink, async (caller) => {
    // Finishing again changes nothing. A phone that the link was handed over to changes nothing either: the person finishes here.
    if (caller.phone || (caller.session?.multiple && isConsumed(caller.session))) return { success: true };
    const { id, multiple } = requireSession(caller, tryProblem, clock.now());
    if (multiple)
      await transact(db, async (tx) => {
        const session = await lockSession(tx, id);
        if (isConsumed(session)) return;
        await trace(tx, session, clock.now(), { step: 'finished', provider: null });
        await finishSession(tx, session, clock.now());
      });
    return { success: true };
  });

  linkRoute(app, deps, leaveLink, async (caller) => {
    const { session, phone, params } = caller;
    const problem = session ? consumedProblem(caller) : 'invalid_token';
    if (!session || problem) throw badToken(problem ?? 'invalid_token');
    // A session that has not begun or is over cannot be left. A person who leaves on a phone can continue where they came from.
    if (!phone && !connectProblem(session, clock.now()))
      await transact(db, (tx) => trace(tx, session, clock.now(), { step: 'left', place: params.step }));
    return { success: true };
  });

  linkRoute(app, deps, disconnectLink, async (caller) => {
    const { id, manage, ...offer } = requireSession(caller, tryProblem, clock.now());
    // A phone that a link was handed over to may only connect.
    if (!manage || caller.phone)
      throw broken(403, 'manage_not_allowed', 'The link token does not say that connections may be ended.');
    const slug = caller.params.provider;
    if (!(await offeredProviders(deps, offer)).some((provider) => provider.slug === slug))
      throw notOffered(403);
    await transact(db, async (tx) => {
      const session = await stillUsable(tx, id);
      if (await endConnection(tx, session.user_id, slug, clock.now()))
        await recordAudit(tx, {
          action: 'connection.deleted',
          of: { teamId: session.team_id },
          subject: slug,
          detail: ofUser(session.user_id),
          by: 'user',
        });
      await trace(tx, session, clock.now(), { step: 'disconnected', provider: slug });
      if (session.multiple) await forgetConnected(tx, session, slug);
    });
    return { success: true };
  });

  /** Locks and returns the session. Throws 401 if it was finished, or its user deleted, in the meantime. */
  const stillUsable = async (tx: Tx, id: string): Promise<LinkSessionRow> => {
    const session = await lockSession(tx, id);
    const problem = connectProblem(session, clock.now());
    if (problem) throw badToken(problem);
    return session;
  };

  return app;
}
