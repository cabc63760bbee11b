// A connection with a real provider, whose interface is a simulator behind a socket.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Adapter, Api } from '../../src/adapters/index.js';
import { transact } from '../../src/db/index.js';
import { storeConnections } from '../../src/link/index.js';
import type { FetchDeps } from '../../src/provider-data/index.js';
import { createApi } from '../../src/provider-http/index.js';
import { findProvider } from '../../src/providers/index.js';
import { seededTeam } from '../../src/server/seed.js';
import type { Simulator } from '../adapters/simulators/simulator.js';
import type { TestService } from '../support/test-service.js';

export interface ProviderScene {
  readonly adapter: Adapter;
  /** The address of the interface. */
  readonly api: string;
  readonly deps: FetchDeps;
  /** Adds a user with a connection to the account. Returns both ids. */
  connect(
    account: string,
    scopes?: readonly string[],
  ): Promise<{ readonly id: string; readonly userId: string }>;
  stop(): Promise<void>;
}

/** Uses the name of an account as its token. */
export async function playProvider(
  service: TestService,
  slug: string,
  simulator: Pick<Simulator, 'app'>,
): Promise<ProviderScene> {
  const provider = findProvider(slug) ?? assert.fail();
  const adapter = provider.adapter ?? assert.fail();
  const listener = getRequestListener((request) => simulator.app.fetch(request));
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const apiFor = (account: string): Api =>
    createApi(
      { allowPrivate: true },
      {
        adapter,
        urls: { api, token: api },
        application: { clientId: 'id', clientSecret: 'secret' },
        person: { authorization: `Bearer ${account}` },
      },
    );
  return {
    adapter,
    api,
    deps: {
      ...service.deps,
      ask: (connection, _purpose, use) => use(apiFor(connection.provider_account)),
    },
    async connect(account, scopes = [...provider.scopes.required, ...provider.scopes.optional]) {
      const userId = await service.newUser();
      const user = { id: userId, team_id: seededTeam, client_user_id: null };
      const all = [...provider.scopes.required, ...provider.scopes.optional];
      await transact(service.deps.db, (tx) =>
        storeConnections(tx, service.deps, [
          {
            user,
            made: {
              provider: slug,
              account,
              credentials: '{}',
              tokens: { accessToken: account, refreshToken: null, expiresAt: null },
              granted: scopes,
              denied: all.filter((scope) => !scopes.includes(scope)),
            },
          },
        ]),
      );
      const { id } = await service.deps.db
        .selectFrom('connection')
        .select('id')
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return { id, userId };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
