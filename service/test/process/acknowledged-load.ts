// Uses a service as its clients do, records what it acknowledges, and checks later that all of it is still there.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient, type Client } from 'svc-link/client';
import type { ConnectionRecipe } from 'svc-link/contract';
import type { OpenDatabase } from '../../src/db/index.js';
import { families, type Fact, type FactOptions } from './acknowledged-writes.js';
import { provider as imported, recipeFor } from '../support/bulk-service.js';
import { insurance } from '../support/insurance-records.js';
import type { Receiver } from '../support/receiver.js';

const perImport = 40;
const signedIn = 'quartz_scale';

export interface ServiceUser {
  readonly client: Client;
  readonly url: string;
}

/** What the service has acknowledged. */
export interface Acknowledged {
  /** `user_id` by `client_user_id`. */
  readonly users: Map<string, string>;
  /** Users who signed in. */
  readonly linked: Set<string>;
  /** Users of an import that was accepted. */
  readonly imported: Set<string>;
  /** Users with an insurance record. */
  readonly insured: Set<string>;
  /** What has to hold from then on, with the family of endpoints that acknowledged it. */
  readonly facts: ({ readonly family: string; readonly fact: Fact } & FactOptions)[];
}

export const nothingYet = (): Acknowledged => ({
  users: new Map(),
  linked: new Set(),
  imported: new Set(),
  insured: new Set(),
  facts: [],
});

/** What the load needs: a webhook that receives the events, and an application to import with. */
export async function prepareTeam({ client }: ServiceUser, receiver: Receiver): Promise<void> {
  await client.createWebhook({ url: receiver.url, events: ['provider.'] });
  await client.setCustomCredentials(imported, { client_id: 'own', client_secret: 'secret' });
}

type Act = () => Promise<void>;

/** Uses each family of endpoints once, and records what the service acknowledges. */
export function actsOf(user: ServiceUser, done: Acknowledged, stop: AbortSignal): readonly Act[] {
  const { client, url } = user;
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
      fetch(url + path, {
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
        act(client, options, (fact, more) => void done.facts.push({ family, fact, ...more })),
  );
  return [signIn, signIn, importSome, insure, ...others];
}

/**
 * Uses the service until `stop`. Nobody knows the outcome of a request that was cut off. With
 * `persist` a failed use is followed by another one. Without it, the first failure ends the load.
 */
export async function load(
  user: ServiceUser,
  done: Acknowledged,
  stop: AbortSignal,
  { persist = false } = {},
): Promise<void> {
  const forever = async (act: Act): Promise<void> => {
    while (!stop.aborted)
      await act().catch(async (error: unknown) => {
        if (!persist) throw error;
        // A client that gets a 503 also waits before it tries again.
        await wait(200);
      });
  };
  await Promise.allSettled(actsOf(user, done, stop).map(forever));
}

/** Asks again and again until the condition holds. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(100);
}

/** `user provider` of every connection. */
async function connectionsOf(client: Client): Promise<string[]> {
  const connections: string[] = [];
  for await (const { user_id, connected_sources } of client.users())
    for (const { source } of connected_sources) connections.push(`${user_id} ${source.slug}`);
  return connections.sort();
}

/** The ids of the events that reported each connection, by `user provider`. */
function toldOf({ received }: Receiver): Map<string, Set<string>> {
  const told = new Map<string, Set<string>>();
  for (const { headers, body } of received) {
    const { user_id, data } = JSON.parse(body) as { user_id: string; data: { provider: { slug: string } } };
    const key = `${user_id} ${data.provider.slug}`;
    told.set(key, (told.get(key) ?? new Set()).add(String(headers['webhook-id'])));
  }
  return told;
}

/** Reads the database, because no endpoint returns insurance records. */
export async function insuredUsers(database: OpenDatabase): Promise<ReadonlySet<string>> {
  const rows = await database.db.selectFrom('insurance').select('user_id').execute();
  await database.close();
  return new Set(rows.map(({ user_id }) => user_id));
}

const checkFacts = async ({ client, url }: ServiceUser, facts: Acknowledged['facts'], about: string) => {
  const withKey = (apiKey: string) => createClient({ baseUrl: url, apiKey });
  for (const { family, fact } of facts)
    await fact(client, withKey).catch((cause: unknown) => {
      throw new Error(`${family}, ${about}`, { cause });
    });
};

/**
 * Fails if something that was done when it was acknowledged is not
 * there. This also holds for a service that only answers requests.
 */
export async function checkIsThere(user: ServiceUser, done: Acknowledged, about: string): Promise<void> {
  const { client } = user;
  const known = new Map<string | null, string>();
  for await (const { user_id, client_user_id } of client.users()) known.set(client_user_id, user_id);
  for (const [client_user_id, user_id] of done.users) assert.equal(known.get(client_user_id), user_id, about);

  assert.equal((await client.listUsers()).total, known.size, about);

  const connections = await connectionsOf(client);
  for (const linked of done.linked) assert.ok(connections.includes(`${linked} ${signedIn}`), about);
  await checkFacts(
    user,
    done.facts.filter(({ afterWork }) => !afterWork),
    about,
  );
}

/** Waits for accepted work that is still to be done, and fails if it is not done in the end. Returns what is connected. */
export async function checkIsDone(
  user: ServiceUser,
  done: Acknowledged,
  about: string,
): Promise<readonly string[]> {
  const { client } = user;
  await until(async () => {
    for await (const { status } of client.bulkOperations()) if (status === 'in_progress') return false;
    return true;
  });
  for await (const { status, failed } of client.bulkOperations())
    assert.deepEqual([status, failed], ['success', 0], about);
  const connections = await connectionsOf(client);
  for (const each of done.imported) assert.ok(connections.includes(`${each} ${imported}`), about);
  await checkFacts(
    user,
    done.facts.filter(({ afterWork }) => afterWork),
    about,
  );
  return connections;
}

/** Checks both, and fails if something was done or reported twice. */
export async function checkAcknowledged(
  user: ServiceUser,
  done: Acknowledged,
  receiver: Receiver,
  about: string,
): Promise<void> {
  await checkIsThere(user, done, about);
  const connections = await checkIsDone(user, done, about);
  // One event reported each connection, and no event reported anything else.
  await until(async () => toldOf(receiver).size >= connections.length);
  const told = toldOf(receiver);
  assert.deepEqual([...told.keys()].sort(), connections, about);
  for (const [connection, ids] of told) assert.equal(ids.size, 1, `${connection}, ${about}`);
}
