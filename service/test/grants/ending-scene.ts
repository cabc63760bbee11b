// A service, and a provider that ends its grants by `DELETE /access`.
import { sql } from 'kysely';
import { disconnectProvider } from 'svc-link/contract';
import type { OauthSignIn } from '../../src/adapters/index.js';
import type { AtProvider } from '../../src/grants/index.js';
import { revokeDue, type RevokeDeps } from '../../src/grants/revoke-due.js';
import { createBudgets } from '../../src/provider-http/index.js';
import { sandboxKeys } from '../../src/server/server.js';
import { startAuthorizationServer } from '../support/authorization-server.js';
import { madeUpAdapter } from '../support/made-up-adapter.js';
import { startTestService } from '../support/test-service.js';
import { atServer, type StoredGrant } from './grant-scene.js';

export async function startEndingScene() {
  const service = await startTestService();
  const { db } = service.deps;
  const server = await startAuthorizationServer({
    revocation: { method: 'DELETE', path: '/access', status: 204 },
  });
  /** How people sign in there. A test may change it. */
  const signIn: Partial<OauthSignIn> = {};
  const at = (): AtProvider => atServer(server, madeUpAdapter(signIn));
  const deps = (more: Partial<RevokeDeps> = {}): RevokeDeps => ({
    ...service.deps,
    budgets: createBudgets(db),
    resolve: () => Promise.resolve(at()),
    ...more,
  });
  return {
    service,
    server,
    db,
    signIn,
    at,
    deps,
    endDue: (more?: Partial<RevokeDeps>) => revokeDue(deps(more)),
    /** The rows of grants that must be ended. */
    waiting: () => db.selectFrom('provider_revocation').selectAll().execute(),
    letWaitBeOver: () => sql`update provider_revocation set next_try = now()`.execute(db),
    disconnect: ({ userId }: StoredGrant) =>
      service.call(disconnectProvider, {
        apiKey: sandboxKeys.apiKey,
        params: { user_id: userId, provider: 'made_up' },
      }),
    /** Deletes all grants, and undoes what tests have changed. */
    async empty(): Promise<void> {
      await db.deleteFrom('connection').execute();
      await db.deleteFrom('provider_grant').execute();
      await db.deleteFrom('provider_revocation').execute();
      await db.deleteFrom('unnamed_tokens').execute();
      server.interfere = () => undefined;
      server.data = undefined;
      server.requests.data = 0;
      delete signIn.readAccount;
      signIn.revoke = () => ({ method: 'DELETE', to: { address: 'revoke' } });
    },
    async stop(): Promise<void> {
      await service.stop();
      await server.close();
    },
  };
}
