// The service in this process, with a database in memory. The tests send requests to it.
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hono } from 'hono';
import {
  createLinkToken,
  createUser,
  createWebhook,
  linkWithPassword,
  startLink,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
  type ConsentGiven,
} from 'svc-link/contract';
import { createApp } from '../../src/server/app.js';
import { storeKey } from '../../src/auth/index.js';
import type { SandboxClock } from '../../src/work/clock.js';
import type { OpenDatabase } from '../../src/db/index.js';
import type { Deps } from '../../src/deps.js';
import { createLog } from '../../src/server/log.js';
import { seededOrg } from '../../src/server/seed.js';
import { prepare, sandboxKeys } from '../../src/server/server.js';
import { readSettings } from '../../src/server/settings.js';
import { startWork } from '../../src/server/work.js';
import { checkEmittedEvents, readStoredEvents, type StoredEvent } from './emitted-events.js';
import { openForTests } from './memory-database.js';
import { startReceiver, type Receiver } from './receiver.js';
import { repeatRequest } from './repeat-request.js';
import { unknownValues } from './unknown-values.js';
import type { Env } from '../../src/http/env.js';

export interface Call<E extends Endpoint> {
  readonly params?: ParamsOf<E>;
  readonly query?: QueryOf<E>;
  readonly body?: BodyOf<E>;
  readonly token?: string;
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** An answer. The body of a 2xx answer was parsed by the contract. */
export interface Answer<E extends Endpoint> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ResponseOf<E>;
  /** The body of a refusal. */
  readonly detail: unknown;
}

export interface StartedLink {
  readonly token: string;
  readonly sessionId: string;
  readonly userId: string;
}

export interface TestService {
  readonly app: Hono<Env>;
  readonly database: OpenDatabase;
  readonly deps: Deps;
  readonly clock: SandboxClock;
  /** Everything that was logged, at the most detailed level. */
  readonly logged: () => string;
  /** Values outside the contract's enumerations that a test makes the service answer. */
  readonly allowed: Set<string>;
  /** The waits that the service has asked for and that have not finished, in milliseconds. */
  readonly waits: { readonly milliseconds: number; readonly finish: () => void }[];
  /** Resolves when the service asks to wait. */
  waiting(): Promise<{ readonly milliseconds: number; readonly finish: () => void }>;
  call<const E extends Endpoint>(endpoint: E, call?: Call<E>): Promise<Answer<E>>;
  newUser(apiKey?: string): Promise<string>;
  newTeam(orgId?: string): Promise<{ readonly id: string; readonly apiKey: string }>;
  newToken(body?: Partial<BodyOf<typeof createLinkToken>>, apiKey?: string): Promise<StartedLink>;
  /** Makes and starts a link. */
  newLink(body?: Partial<BodyOf<typeof createLinkToken>>, apiKey?: string): Promise<StartedLink>;
  signIn(
    link: StartedLink,
    username: string,
    more?: { provider?: string; password?: string; region?: string; consent?: ConsentGiven },
  ): Promise<Answer<typeof linkWithPassword>>;
  /** Adds a webhook that receives all events of the team of a key. Events without a receiver are not stored. */
  hear(apiKey?: string): Promise<void>;
  /** The stored events of a user, the earliest first. */
  eventsOf(userId: string): Promise<readonly StoredEvent[]>;
  /** Fails if the service has emitted an event that the contract does not describe, unless the test made up its own events. */
  stop(options?: { madeUpEvents: boolean }): Promise<void>;
}

const publicUrl = 'http://127.0.0.1:8801';
/** The same for all services on one database, because each continues the work of another. */
export const masterKey = createHash('sha256')
  .update(process.env['TEST_DATABASE_URL'] ?? randomUUID())
  .digest('hex');

/** `env` adds settings. Without the fictional providers there is no clock to move. */
export async function startTestService(env: Readonly<Record<string, string>> = {}): Promise<TestService> {
  const lines: string[] = [];
  const log = createLog('debug', { write: (line) => void lines.push(line) });
  const database = await openForTests((error) => lines.push(String(error)));
  const settings = {
    ...readSettings({ ...env, SVC_MASTER_KEY: masterKey }),
    storage: { kind: 'memory' } as const,
  };
  const prepared = await prepare(settings, database, log);

  const allowed = new Set<string>();
  const waits: TestService['waits'] = [];
  let asked: (() => void) | undefined;
  const stopping = new AbortController();
  const filesDirectory = mkdtempSync(join(tmpdir(), 'svc-files-'));
  const deps: Deps = {
    ...prepared,
    publicUrl,
    sandboxUrl: publicUrl.replace('127.0.0.1', 'localhost'),
    internalUrl: publicUrl,
    filesDirectory,
    consoleDirectory: join(filesDirectory, 'console'),
    leaving: stopping.signal,
    stopping: stopping.signal,
    wait: (milliseconds) =>
      new Promise((resolve) => {
        const wait = {
          milliseconds,
          finish: () => {
            waits.splice(waits.indexOf(wait), 1);
            resolve();
          },
        };
        waits.push(wait);
        asked?.();
      }),
  };
  const app = createApp(deps);
  // Tests start the fetching that they need themselves.
  startWork(deps, { look: () => undefined, stop: () => Promise.resolve() });
  const receivers: Receiver[] = [];

  const service: TestService = {
    app,
    database,
    deps,
    get clock() {
      assert.ok(prepared.sandboxClock, 'the fictional providers are off');
      return prepared.sandboxClock;
    },
    logged: () => lines.join(''),
    allowed,
    waits,
    async waiting() {
      if (!waits[0]) await new Promise<void>((resolve) => (asked = resolve));
      return waits[0]!;
    },
    async call(endpoint, call = {}) {
      const send = async (headers: Readonly<Record<string, string>>) =>
        app.request(addressOf(endpoint, call), {
          ...{ method: endpoint.method, headers },
          ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
          ...(call.signal && { signal: call.signal }),
        });
      const headers = headersOf(endpoint, call);
      // With a key the service would continue after the caller has left.
      const response = await (call.signal ? send(headers) : repeatRequest(endpoint, headers, send));
      const body: unknown = JSON.parse(await response.text());
      if (!response.ok)
        return {
          ...shared(response),
          body: undefined as never,
          detail: (body as { detail: unknown }).detail,
        };
      const unknown = unknownValues(endpoint.response, body).filter((value) => !allowed.has(value));
      assert.deepEqual(unknown, [], `${endpoint.path} answers what the contract does not know`);
      // The endpoint's own schema has parsed the body.
      return { ...shared(response), body: endpoint.response.parse(body) as never, detail: undefined };
    },
    async newUser(apiKey = sandboxKeys.apiKey) {
      const { body } = await service.call(createUser, { apiKey, body: { client_user_id: randomUUID() } });
      return body.user_id;
    },
    async newTeam(orgId = seededOrg) {
      const id = randomUUID();
      const apiKey = `sk_${randomUUID()}`;
      await deps.db
        .insertInto('team')
        .values({
          id,
          org_id: orgId,
          name: 'Another',
          region: 'eu',
          flags: '["management"]',
          created_on: deps.clock.now(),
        })
        .execute();
      await storeKey(deps.db, { kind: 'team', id }, 'test', apiKey, deps.clock.now());
      return { id, apiKey };
    },
    async newToken(body = {}, apiKey = sandboxKeys.apiKey) {
      const userId = body.user_id ?? (await service.newUser(apiKey));
      const answer = await service.call(createLinkToken, {
        apiKey,
        body: { ...body, user_id: userId },
      });
      assert.equal(answer.status, 200, JSON.stringify(answer.detail));
      return { token: answer.body.link_token, sessionId: answer.body.link_session_id, userId };
    },
    async newLink(body, apiKey) {
      const link = await service.newToken(body, apiKey);
      const { status } = await service.call(startLink, {
        body: {
          link_token: link.token,
          ...(body?.allowed_origins?.[0] && { origin: body.allowed_origins[0] }),
        },
      });
      assert.equal(status, 200);
      return link;
    },
    signIn(link, username, { provider = 'quartz_scale', password = 'good-password', region, consent } = {}) {
      return service.call(linkWithPassword, {
        params: { provider },
        token: link.token,
        body: { username, password, ...(region && { region }), ...(consent && { consent }) },
      });
    },
    async hear(apiKey = sandboxKeys.apiKey) {
      const receiver = await startReceiver();
      receivers.push(receiver);
      const { status } = await service.call(createWebhook, { apiKey, body: { url: receiver.url } });
      assert.equal(status, 200);
    },
    eventsOf: (userId) => readStoredEvents(deps, userId),
    async stop({ madeUpEvents } = { madeUpEvents: false }) {
      stopping.abort();
      await deps.jobs.stop();
      for (const receiver of receivers) await receiver.close();
      rmSync(deps.filesDirectory, { recursive: true, force: true });
      try {
        if (!madeUpEvents) await checkEmittedEvents(deps);
      } finally {
        await database.close();
      }
    },
  };
  return service;
}

const shared = (response: Response) => ({ status: response.status, headers: response.headers });

function addressOf<E extends Endpoint>(endpoint: E, { params, query }: Call<E>): string {
  // The names of a path's parameters are keys of its params.
  const values = (params ?? {}) as Readonly<Record<string, string>>;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    for (const each of [value].flat()) search.append(name, String(each));
  return search.size > 0 ? `${path}?${search}` : path;
}

const headersOf = <E extends Endpoint>(
  endpoint: E,
  { token, apiKey, headers }: Call<E>,
): Record<string, string> => ({
  'content-type': endpoint.plain ? 'text/plain' : 'application/json',
  ...(token !== undefined && { 'x-svc-link-token': token }),
  ...(apiKey !== undefined && { 'x-svc-api-key': apiKey }),
  ...headers,
});
