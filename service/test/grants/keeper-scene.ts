// A service, an authorization server, and a keeper of the tokens that the server issues.
import { type Access, openTokens, type TokenKeeper } from '../../src/grants/index.js';
import { startAuthorizationServer } from '../support/authorization-server.js';
import { startTestService } from '../support/test-service.js';
import { atServer, grantRow, keeperOf, newGrant, type StoredGrant } from './grant-scene.js';

export type KeeperScene = Awaited<ReturnType<typeof startKeeperScene>>;

export async function startKeeperScene() {
  const service = await startTestService();
  await service.hear();
  const { db, secrets } = service.deps;
  const server = await startAuthorizationServer();
  const newKeeper = (): TokenKeeper => keeperOf(service, () => atServer(server));
  let keeper = newKeeper();
  return {
    service,
    server,
    db,
    /** The keeper of this process. Other processes get new ones. */
    get keeper() {
      return keeper;
    },
    newKeeper,
    grant: (more?: Parameters<typeof newGrant>[2]): Promise<StoredGrant> => newGrant(service, server, more),
    tokenOf: (of: StoredGrant, by = keeper): Promise<Access> =>
      by.withToken(of.id, (access) => Promise.resolve(access)),
    /** Sends a request to the provider's interface. */
    me: (of: StoredGrant, by = keeper): Promise<unknown> =>
      by.withApi(of.id, 'days', (api) => api.send({ to: '/me' })),
    refreshesOf: ({ account }: StoredGrant): number => server.refreshes.get(account) ?? 0,
    async isKept(of: StoredGrant, { accessToken, version }: Access): Promise<boolean> {
      const row = await grantRow(db, of.id);
      return row.version === version && openTokens(secrets, row).accessToken === accessToken;
    },
    eventsOf: async ({ userId }: StoredGrant): Promise<string[]> =>
      (await service.eventsOf(userId)).map(({ event_type }) => event_type),
    /** Deletes all grants, and resets the server's faults and the keeper's memory. */
    async empty(): Promise<void> {
      await db.deleteFrom('connection').execute();
      await db.deleteFrom('provider_grant').execute();
      server.interfere = () => undefined;
      server.data = undefined;
      server.refreshes.clear();
      keeper = newKeeper();
    },
    async stop(): Promise<void> {
      await service.stop();
      await server.close();
    },
  };
}
