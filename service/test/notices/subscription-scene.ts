// A service that subscribes to the notices of simulated providers.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { setCustomCredentials } from 'svc-link/contract';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { grantResolver } from '../../src/applications/index.js';
import { applicationOf } from '../../src/credentials/index.js';
import { transact } from '../../src/db/index.js';
import type { Deps } from '../../src/deps.js';
import { createTokenKeeper } from '../../src/grants/index.js';
import { storeConnections } from '../../src/link/store-connections.js';
import { type NoticesStanding, noticesUrl, readNoticesStanding } from '../../src/notices/index.js';
import { subscribe, type SubscribeDeps } from '../../src/notices/subscribe.js';
import { createBudgets } from '../../src/provider-http/index.js';
import { readProviderSettings } from '../../src/providers/index.js';
import { seededTeam } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import {
  simulateOuraSubscriptions,
  simulatePolarWebhooks,
  simulateStravaSubscriptions,
  simulateWithingsSubscriptions,
} from '../adapters/simulators/subscriptions.js';
import { startTestService, type TestService } from '../support/test-service.js';

export const client = { client_id: 'the-service', client_secret: 'of-the-service' };
/** The team's own application with Strava. */
export const own = { client_id: 'the-team', client_secret: 'of-the-team' };
export const application = applicationOf(own.client_id);
export const publicUrl = 'https://svc.example';
const { apiKey } = sandboxKeys;

type Settings = Deps['providerSettings'];

/** The parts of the scene, once the tests run. Each test begins without subscriptions. */
export interface Scene {
  readonly service: TestService;
  readonly db: TestService['deps']['db'];
  readonly oura: ReturnType<typeof simulateOuraSubscriptions>;
  readonly polar: ReturnType<typeof simulatePolarWebhooks>;
  readonly strava: ReturnType<typeof simulateStravaSubscriptions>;
  readonly withings: ReturnType<typeof simulateWithingsSubscriptions>;
  /** The dependencies of a process that handles subscriptions. */
  newProcess(more?: {
    readonly publicUrl?: string;
    readonly providerSettings?: Settings;
    readonly stopping?: AbortSignal;
    readonly cutOff?: AbortSignal;
  }): SubscribeDeps;
  /** One run of a process, which has just started or has been running. */
  look(isStart?: boolean, more?: Parameters<Scene['newProcess']>[0]): Promise<void>;
  /** Makes all subscriptions due again. */
  passTime(): Promise<void>;
  standing(provider: string): Promise<NoticesStanding | undefined>;
  /** The settings without notices, and, if asked for, without the service's applications. */
  settingsOff(applications?: 'without applications'): Settings;
  setTeamApplication(provider: string): Promise<void>;
  /** A connection whose next look is in an hour, with a token of the person. */
  link(provider: string): Promise<{ readonly userId: string; readonly account: string }>;
  /** Whether a user's connection is due now. */
  isDue(userId: string): Promise<boolean>;
  /** The address for notices of an application. */
  urlOf(slug: string, name?: string | null): string;
  /** Sends a request to such an address. */
  reach(url: string, init?: RequestInit): Response | Promise<Response>;
}

const providersAt = (url: string, { notices = true, applications = client as object } = {}) => {
  const at = (slug: string) => ({ urls: { api: `${url}/${slug}`, token: `${url}/token` }, notices });
  return {
    oura: { ...applications, ...at('oura') },
    polar: { ...applications, ...at('polar') },
    withings: { ...applications, ...at('withings') },
    strava: at('strava'),
  };
};

async function startScene(): Promise<Scene & { close(): Promise<void>; clear(): Promise<void> }> {
  let serve = new Hono();
  const listener = getRequestListener((request) => serve.fetch(request));
  const server: Server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service = await startTestService({ PROVIDERS: JSON.stringify(providersAt(url)) });
  const { db } = service.deps;
  const reach: Scene['reach'] = (address, init) => {
    assert.ok(address.startsWith(publicUrl), address);
    return service.app.request(address.slice(publicUrl.length), init);
  };
  const options = { reach, clientId: client.client_id, clientSecret: client.client_secret };
  const simulators = {
    oura: simulateOuraSubscriptions(options),
    polar: simulatePolarWebhooks(options),
    strava: simulateStravaSubscriptions({ reach, clientId: own.client_id, clientSecret: own.client_secret }),
    withings: simulateWithingsSubscriptions({
      ...options,
      accountOf: (token) => /^of-(\d+)$/.exec(token)?.[1],
    }),
  };
  serve = new Hono()
    .route('/oura', simulators.oura.app)
    .route('/polar', simulators.polar.app)
    .route('/strava', simulators.strava.app)
    .route('/withings', simulators.withings.app)
    // In the form of Withings: the other simulators are not asked for tokens here.
    .post('/token', async (c) => {
      const refresh_token = new URLSearchParams(await c.req.text()).get('refresh_token') ?? '';
      const access_token = refresh_token.replace('again', 'of');
      return c.json({ status: 0, body: { access_token, refresh_token, expires_in: 10_800 } });
    });

  const scene = {
    service,
    db,
    ...simulators,
    reach,
    newProcess(more: Parameters<Scene['newProcess']>[0] = {}) {
      const cutOff = service.deps.stopping;
      const deps = { ...service.deps, publicUrl, budgets: createBudgets(db), cutOff, ...more };
      const whole = { ...deps, resolve: grantResolver(deps) };
      return { ...whole, tokens: createTokenKeeper(whole) };
    },
    look: (isStart = false, more?: Parameters<Scene['newProcess']>[0]) =>
      subscribe(scene.newProcess(more), { isStart }),
    async passTime() {
      await db
        .updateTable('notice_subscriber')
        .set({ check_at: new Date(0) })
        .execute();
      await db
        .updateTable('provider_grant')
        .set({ subscribe_at: new Date(0) })
        .execute();
    },
    standing: async (provider: string) =>
      (await readNoticesStanding(db)).find((each) => each.provider === provider),
    settingsOff(applications?: 'without applications') {
      const off = providersAt(url, { notices: false, applications: applications ? {} : client });
      return readProviderSettings({ PROVIDERS: JSON.stringify(off) }, { embedded: true }, []);
    },
    async setTeamApplication(provider: string) {
      const { status } = await service.call(setCustomCredentials, {
        apiKey,
        params: { provider },
        body: own,
      });
      assert.equal(status, 200);
    },
    async link(provider: string) {
      const userId = await service.newUser();
      const account = String(randomInt(1, 2 ** 40));
      const tokens = {
        accessToken: `of-${account}`,
        refreshToken: `again-${account}`,
        expiresAt: Date.now() + 3_600_000,
      };
      const granted = ['user.metrics', 'user.activity'];
      const made = { provider, account, credentials: '{}', granted, denied: [], tokens };
      const user = { id: userId, team_id: seededTeam, client_user_id: null };
      await transact(db, (tx) => storeConnections(tx, service.deps, [{ user, made }]));
      const next_pull_at = new Date(Date.now() + 3_600_000);
      await db.updateTable('connection').set({ next_pull_at }).where('user_id', '=', userId).execute();
      return { userId, account };
    },
    async isDue(userId: string) {
      const { next_pull_at } = await db
        .selectFrom('connection')
        .select('next_pull_at')
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return Number(next_pull_at) <= Date.now();
    },
    urlOf: (slug: string, name: string | null = null) =>
      noticesUrl({ ...service.deps, publicUrl }, slug, name),
    async clear() {
      await db.deleteFrom('notice_subscriber').execute();
      await db.deleteFrom('connection').execute();
      await db.deleteFrom('provider_revocation').execute();
      await db.deleteFrom('provider_grant').execute();
      await db.deleteFrom('custom_credentials').execute();
      await db.deleteFrom('provider_budget').execute();
      for (const simulator of Object.values(simulators)) {
        simulator.subscriptions.length = 0;
        simulator.requests.length = 0;
        simulator.broken = undefined;
      }
      simulators.withings.refusal = undefined;
    },
    async close() {
      await service.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return scene;
}

/** Starts the scene before a file's tests. */
export function sceneOfTests(): Scene {
  // Filled before the first test.
  const scene = {} as Awaited<ReturnType<typeof startScene>>;
  beforeAll(async () => void Object.assign(scene, await startScene()));
  beforeEach(() => scene.clear());
  afterAll(() => scene.close());
  return scene;
}
