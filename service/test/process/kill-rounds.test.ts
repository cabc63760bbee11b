// SERVICE.md's first promise: a process that is killed at any moment under load loses no acknowledged write, does each
// item of an import once, and delivers each webhook at least once and under one id.
import assert from 'node:assert/strict';
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient, type Client } from 'svc-link/client';
import type { ConnectionRecipe } from 'svc-link/contract';
import { openEmbedded, openPostgres, type OpenDatabase } from '../../src/db/index.js';
import { sandboxKeys } from '../../src/server/server.js';
import { families, type Fact } from './acknowledged-writes.js';
import { provider as imported, recipeFor } from '../support/bulk-service.js';
import { newDataFolder, startChild, type ChildService } from '../support/child-service.js';
import { insurance } from '../support/insurance-records.js';
import { startReceiver, type Receiver } from '../support/receiver.js';

const rounds = process.env['LONG'] ? 50 : 2;
/** The moment of each kill after the load begins, in milliseconds, is below this. */
const latest = 3000;
const perImport = 40;
const signedIn = 'quartz_scale';

/** What the service said is done. */
interface Acknowledged {
  /** `user_id` by `client_user_id`. */
  readonly users: Map<string, string>;
  /** Users who signed in. */
  readonly linked: Set<string>;
  /** Users of an import that was accepted. */
  readonly imported: Set<string>;
  /** Users with an insurance record. */
  readonly insured: Set<string>;
  /** What holds from then on, by the family of endpoints that said it. */
  readonly facts: { readonly family: string; readonly fact: Fact }[];
}

const postgres = process.env['TEST_DATABASE_URL'];
/** PostgreSQL takes none that everybody knows. */
const keys = postgres ? { apiKey: `sk_${randomUUID()}`, managementKey: `mk_${randomUUID()}` } : sandboxKeys;
const clientOf = (service: ChildService): Client => createClient({ baseUrl: service.url, ...keys });

type Act = () => Promise<void>;

/** One use of each family of endpoints, which takes down what the service acknowledges. */
function actsOf(service: ChildService, done: Acknowledged, stop: AbortSignal): readonly Act[] {
  const client = clientOf(service);
  const options = { signal: stop };
  const newUser = async (): Promise<string> => {
    const client_user_id = randomUUID();
    const { user_id } = await client.createUser({ client_user_id }, options);
    done.users.set(client_user_id, user_id);
    return user_id;
  };
  const signIn = async (): Promise<void> => {
    const user = await newUser();
    const { link_token } = await client.createLinkToken({ user_id: user }, options);
    const send = (path: string, body: object): Promise<Response> =>
      fetch(service.url + path, {
        method: 'POST',
        headers: { 'x-svc-link-token': link_token },
        body: JSON.stringify(body),
        signal: stop,
      });
    await send('/v2/link/start', {});
    const credentials = { username: 'ok@example.com', password: 'good-password' };
    const answer = await send(`/v2/link/provider/password/${signedIn}`, credentials);
    const { state } = (await answer.json()) as { state: string };
    if (state === 'success') done.linked.add(user);
  };
  const insure = async (): Promise<void> => {
    const user = await newUser();
    await client.createInsurance(user, insurance, options);
    done.insured.add(user);
  };
  const importSome = async (): Promise<void> => {
    const users: string[] = [];
    while (users.length < perImport) users.push(await newUser());
    const connections: ConnectionRecipe[] = users.map((user) => recipeFor(user));
    await client.bulkImport({ provider: imported, connections }, options);
    for (const user of users) done.imported.add(user);
  };
  const others = Object.entries(families).map(
    ([family, act]): Act =>
      () =>
        act(client, options, (fact) => void done.facts.push({ family, fact })),
  );
  return [signIn, signIn, importSome, insure, ...others];
}

/** Uses the service until `stop`. What a kill cut off is unknown. */
async function load(service: ChildService, done: Acknowledged, stop: AbortSignal): Promise<void> {
  const forever = async (act: Act): Promise<void> => {
    while (!stop.aborted) await act();
  };
  await Promise.allSettled(actsOf(service, done, stop).map(forever));
}

/** Asks until it is so. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(100);
}

/** `user provider` of everything that is connected. */
async function connectionsOf(client: Client): Promise<string[]> {
  const connections: string[] = [];
  for await (const { user_id, connected_sources } of client.users())
    for (const { source } of connected_sources) connections.push(`${user_id} ${source.slug}`);
  return connections.sort();
}

/** The ids under which each connection was told of, by `user provider`. */
function toldOf({ received }: Receiver): Map<string, Set<string>> {
  const told = new Map<string, Set<string>>();
  for (const { headers, body } of received) {
    const { user_id, data } = JSON.parse(body) as { user_id: string; data: { provider: { slug: string } } };
    const key = `${user_id} ${data.provider.slug}`;
    told.set(key, (told.get(key) ?? new Set()).add(String(headers['webhook-id'])));
  }
  return told;
}

/** Nothing answers insurance records again, so the database is asked. */
async function insuredUsers(database: OpenDatabase): Promise<ReadonlySet<string>> {
  const rows = await database.db.selectFrom('insurance').select('user_id').execute();
  await database.close();
  return new Set(rows.map(({ user_id }) => user_id));
}

describe('a service that is killed under load', () => {
  const folder = newDataFolder();
  afterAll(() => rmSync(folder, { recursive: true }));
  const env = postgres
    ? {
        DATABASE_URL: postgres,
        SANDBOX_PROVIDERS: '1',
        SVC_MASTER_KEY: randomBytes(32).toString('hex'),
        SVC_API_KEY: keys.apiKey,
        SVC_MANAGEMENT_KEY: keys.managementKey,
        WEBHOOK_ALLOW_PRIVATE: '1',
        RATE_LIMIT_PER_MINUTE: '0',
        LOG_LEVEL: 'error',
      }
    : { DATA_DIR: folder };

  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
    // A receiver that now and then fails, so that retries are under way as well.
    receiver.answer = (response) => void response.writeHead(randomInt(10) === 0 ? 503 : 204).end();
  });
  afterAll(() => receiver.close());

  it(`keeps its promises over ${rounds} kills`, { timeout: 3_600_000 }, async () => {
    const done: Acknowledged = {
      users: new Map(),
      linked: new Set(),
      imported: new Set(),
      insured: new Set(),
      facts: [],
    };
    const moments: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const service = await startChild(env);
      if (round === 0) {
        await clientOf(service).createWebhook({ url: receiver.url, events: ['provider.'] });
        const own = { client_id: 'own', client_secret: 'secret' };
        await clientOf(service).setCustomCredentials(imported, own);
      }
      const stop = new AbortController();
      // However soon the kills come, each family has acknowledged something.
      if (round === 0) for (const act of actsOf(service, done, stop.signal)) await act();
      const loaded = load(service, done, stop.signal);
      const moment = randomInt(latest);
      moments.push(moment);
      await wait(moment);
      assert.equal(await service.end('SIGKILL'), null);
      stop.abort();
      await loaded;
    }

    receiver.answer = (response) => void response.writeHead(204).end();
    const service = await startChild(env);
    const client = clientOf(service);
    await until(async () => {
      for await (const { status } of client.bulkOperations()) if (status === 'in_progress') return false;
      return true;
    });
    const about = `killed after ${moments.join()} ms`;
    for await (const { status, failed } of client.bulkOperations())
      assert.deepEqual([status, failed], ['success', 0], about);

    const known = new Map<string | null, string>();
    for await (const { user_id, client_user_id } of client.users()) known.set(client_user_id, user_id);
    for (const [client_user_id, user_id] of done.users)
      assert.equal(known.get(client_user_id), user_id, about);

    assert.equal((await client.listUsers()).total, known.size, about);

    const connections = await connectionsOf(client);
    for (const user of done.linked) assert.ok(connections.includes(`${user} ${signedIn}`), about);
    for (const user of done.imported) assert.ok(connections.includes(`${user} ${imported}`), about);

    const withKey = (apiKey: string) => createClient({ baseUrl: service.url, apiKey });
    for (const { family, fact } of done.facts)
      await fact(client, withKey).catch((cause: unknown) => {
        throw new Error(`${family}, ${about}`, { cause });
      });

    // Everything that is connected was told of, by one event; nothing else was.
    await until(async () => toldOf(receiver).size >= connections.length);
    const told = toldOf(receiver);
    assert.deepEqual([...told.keys()].sort(), connections, about);
    for (const [connection, ids] of told) assert.equal(ids.size, 1, `${connection}, ${about}`);
    assert.equal(await service.end('SIGTERM'), 0);
    const insured = await insuredUsers(
      postgres ? openPostgres(postgres, assert.fail) : await openEmbedded(folder),
    );
    for (const user of done.insured) assert.ok(insured.has(user), about);
  });
});
