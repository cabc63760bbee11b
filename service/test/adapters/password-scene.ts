// A service that offers a provider with passwords, set up only by its settings. The provider's interface is simulated.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { grantResolver } from '../../src/applications/index.js';
import { createTokenKeeper, openTokens } from '../../src/grants/index.js';
import { askBy, type FetchDeps } from '../../src/provider-data/index.js';
import { stepDays } from '../../src/provider-data/days.js';
import { stepHistory } from '../../src/provider-data/history.js';
import { findProvider } from '../../src/providers/index.js';
import { openDay } from '../../src/crypto/index.js';
import { startTestService, type StartedLink, type TestService } from '../support/test-service.js';
import type { Simulator } from './simulators/simulator.js';

export interface PasswordScene {
  readonly service: TestService;
  /** Called before each request is answered. */
  interrupt: () => Promise<void> | void;
  signIn(
    link: StartedLink,
    username: string,
    password: string,
    region?: string,
  ): ReturnType<TestService['signIn']>;
  connectionOf(link: StartedLink): Promise<Connection | undefined>;
  grantOf(link: StartedLink): Promise<Grant>;
  tokensOf(link: StartedLink): Promise<ReturnType<typeof openTokens>>;
  /** Makes the session expire in a minute, so that its next use renews it. */
  age(link: StartedLink): Promise<void>;
  /** Sends one request with the session, as a job does. */
  use(link: StartedLink): Promise<unknown>;
  /** Fetches everything that is due, as if it were `hours` later. */
  fetch(link: StartedLink, hours?: number): Promise<void>;
  /** The stored items of a resource, day by day. */
  itemsOf(
    link: StartedLink,
    resource: string,
  ): Promise<readonly { readonly date: string; readonly ids: readonly string[] }[]>;
  stop(): Promise<void>;
}

const rowsOf = (service: TestService) => ({
  connection: (userId: string) =>
    service.deps.db.selectFrom('connection').selectAll().where('user_id', '=', userId).executeTakeFirst(),
  grant: (id: string | null) =>
    service.deps.db.selectFrom('provider_grant').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
});
type Rows = ReturnType<typeof rowsOf>;
type Connection = NonNullable<Awaited<ReturnType<Rows['connection']>>>;
type Grant = Awaited<ReturnType<Rows['grant']>>;

/** `settings` makes the provider's settings from the simulator's address. */
export async function playPasswordProvider(
  slug: string,
  simulator: Pick<Simulator, 'app'>,
  settings: (address: string) => object,
): Promise<PasswordScene> {
  const adapter = findProvider(slug)?.adapter ?? assert.fail();
  const listener = getRequestListener(async (request) => {
    await scene.interrupt();
    return simulator.app.fetch(request);
  });
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The address of a TCP server has this type.
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service = await startTestService({
    SANDBOX_PROVIDERS: '0',
    PROVIDERS: JSON.stringify({ [slug]: { enabled: true, ...settings(address) } }),
  });
  await service.hear();
  const { db, secrets } = service.deps;
  const rows = rowsOf(service);
  const keeper = () => createTokenKeeper({ ...service.deps, resolve: grantResolver(service.deps) });
  const now = (hours: number): Date => new Date(Date.now() + hours * 3_600_000);

  const scene: PasswordScene = {
    service,
    interrupt: () => undefined,
    signIn: (link, username, password, region) =>
      service.signIn(link, username, { provider: slug, password, ...(region !== undefined && { region }) }),
    connectionOf: ({ userId }) => rows.connection(userId),
    async grantOf(link) {
      const connection = (await scene.connectionOf(link)) ?? assert.fail('no connection');
      return rows.grant(connection.grant_id);
    },
    tokensOf: async (link) => openTokens(secrets, await scene.grantOf(link)),
    async age(link) {
      const { id } = await scene.grantOf(link);
      await db
        .updateTable('provider_grant')
        .set({ access_until: new Date(Date.now() + 60_000) })
        .where('id', '=', id)
        .execute();
    },
    async use(link) {
      const { id, account } = await scene.grantOf(link);
      const collection = Object.values(adapter.collections)[0] ?? assert.fail();
      const day = new Date().toISOString().slice(0, 10);
      const request = collection.request({ window: { from: day, until: day }, account, cursor: null });
      return keeper().withApi(id, 'days', (api) => api.send(request));
    },
    async fetch(link, hours = 1) {
      const { id } = (await scene.connectionOf(link)) ?? assert.fail('no connection');
      const deps: FetchDeps = { ...service.deps, ask: askBy(keeper()) };
      while (await stepHistory(deps, adapter, id, now(hours)));
      while (await stepDays(deps, adapter, id, now(hours)));
    },
    async itemsOf(link, resource) {
      const { id } = (await scene.connectionOf(link)) ?? assert.fail('no connection');
      const days = await db
        .selectFrom('pulled_day')
        .selectAll()
        .where('connection_id', '=', id)
        .where('resource', '=', resource)
        .orderBy('date')
        .execute();
      return days.map((row) => ({ date: row.date, ids: openDay(secrets, row).map((item) => item.id) }));
    },
    async stop() {
      await service.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return scene;
}
