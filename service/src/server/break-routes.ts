import { Hono } from 'hono';
import { breakConnection } from 'svc-link/contract';
import { findUser } from '../accounts/index.js';
import { repeatableRoute } from '../auth/index.js';
import type { Deps } from '../deps.js';
import { broken, type Env, invalid } from '../http/index.js';
import { breakConnection as breakOne, lockConnection } from '../pulls/index.js';

/** The most frequent reason why real connections break, in the words of real connections. */
const problem = {
  error_type: 'reconnect_required',
  error_message: 'The person has ended the access at the provider. Ask the person to link it again.',
};

/** Lets a developer see a connection break. Mounted in the embedded mode only. */
export function breakRoutes(deps: Deps): Hono<Env> {
  const app = new Hono<Env>();

  repeatableRoute(app, deps, breakConnection, async ({ teamId, readBody, make }) => {
    const { user_id, provider } = await readBody();
    // A real connection breaks at its provider, not here.
    if (!deps.providerSettings.fictional.has(provider))
      throw invalid({ loc: ['body', 'provider'], msg: 'not a fictional provider', type: 'enum' });
    return make(async (tx) => {
      const user = await findUser(tx, teamId, user_id.toLowerCase(), true);
      const found = await tx
        .selectFrom('connection')
        .select('id')
        .where('user_id', '=', user.id)
        .where('provider', '=', provider)
        .executeTakeFirst();
      if (!found) throw broken(404, 'not_connected', 'The user has no connection with this provider.');
      const connection = await lockConnection(tx, found.id);
      if (!connection)
        throw broken(409, 'connection_not_working', 'The connection is broken or paused already.');
      await breakOne(tx, deps, connection, problem, deps.clock.now());
      return { success: true };
    });
  });

  return app;
}
