// Imports and exports of real providers: the provider says what belongs to the team's application.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { bulkExport, bulkImport, type ConnectionRecipe } from 'svc-link/contract';
import { applicationOf } from '../../src/credentials/index.js';
import { DatabaseAway } from '../../src/db/away.js';
import { transact } from '../../src/db/index.js';
import { openTokens } from '../../src/grants/index.js';
import { acceptImport } from '../../src/bulk/accept.js';
import { workOperation } from '../../src/bulk/index.js';
import { type Item, openItems, sealItems } from '../../src/bulk/items.js';
import { proveItems } from '../../src/bulk/prove-items.js';
import { findProvider } from '../../src/providers/index.js';
import { storeConnections } from '../../src/link/store-connections.js';
import { seededTeam } from '../../src/server/seed.js';
import type { AuthorizationServer } from '../support/authorization-server.js';
import { startWithOwnWahoo } from '../support/own-wahoo.js';
import { sandboxKeys } from '../../src/server/server.js';
import type { TestService } from '../support/test-service.js';

const provider = 'wahoo';
const { apiKey } = sandboxKeys;
let service: TestService;
let server: AuthorizationServer;
let db: TestService['deps']['db'];

beforeAll(async () => {
  ({ service, server } = await startWithOwnWahoo());
  ({ db } = service.deps);
});
afterAll(async () => {
  await service.stop();
  await server.close();
});
beforeEach(() => {
  server.data = undefined;
  server.interfere = () => undefined;
  server.data = (account) => ({ status: 200, body: { id: account } });
});

async function recipe(
  more: Partial<ConnectionRecipe> = {},
  account: string = randomUUID(),
): Promise<ConnectionRecipe> {
  const { accessToken, refreshToken } = await server.issue(account);
  return {
    user_id: await service.newUser(),
    access_token: accessToken,
    refresh_token: refreshToken,
    provider_id: account,
    expires_at: Math.floor(Date.now() / 1000) + 3600,
    oauth_scopes: ['user_read', 'workouts_read'],
    ...more,
  };
}
const recipes = (count: number) => Promise.all(Array.from({ length: count }, () => recipe()));
/** Stores an import without a job: the test does the job's work. */
async function accept(given: readonly ConnectionRecipe[]): Promise<string> {
  const jobs = { ...service.deps.jobs, enqueue: () => Promise.resolve() };
  const entry = findProvider(provider) ?? assert.fail();
  return transact(db, (tx) =>
    acceptImport({ ...service.deps, jobs }, tx, { teamId: seededTeam, provider: entry }, given, false),
  );
}
const bringIn = async (connections: readonly ConnectionRecipe[]) =>
  (
    await service.call(bulkImport, {
      apiKey,
      body: { provider, connections: [...connections], wait_for_completion: true },
    })
  ).body;
const grantOf = (user: string) =>
  db
    .selectFrom('provider_grant')
    .innerJoin('connection', 'connection.grant_id', 'provider_grant.id')
    .selectAll('provider_grant')
    .where('user_id', '=', user)
    .executeTakeFirst();
const exported = async (users: readonly string[]) =>
  (await service.call(bulkExport, { apiKey, body: { provider, user_ids: [...users] } })).body.data;

describe('an import', () => {
  it('accepts tokens that the provider renews for the team’s application, and keeps the new ones', async () => {
    const given = await recipe();
    assert.deepEqual(await bringIn([given]), { user_ids_imported: [given.user_id], user_ids_failed: [] });
    const grant = await grantOf(given.user_id);
    assert.ok(grant);
    const tokens = openTokens(service.deps.secrets, grant);
    assert.notEqual(tokens.refreshToken, given.refresh_token);
    assert.equal(await server.accountOf(tokens.accessToken), given.provider_id);
    const [row] = await exported([given.user_id]);
    assert.deepEqual(
      [row?.access_token, row?.refresh_token, row?.provider_id, row?.oauth_scopes],
      [tokens.accessToken, tokens.refreshToken, given.provider_id, given.oauth_scopes],
    );
  });

  it('fails each item that the provider refuses, and no other', async () => {
    const [good, dead, away] = [await recipe(), await recipe({ refresh_token: 'unknown' }), await recipe()];
    server.interfere = ({ account }) =>
      account === away.provider_id ? { refuse: { status: 503 } } : undefined;
    assert.deepEqual(await bringIn([good, dead, away]), {
      user_ids_imported: [good.user_id],
      user_ids_failed: [dead.user_id, away.user_id],
    });
    assert.equal(await grantOf(dead.user_id), undefined);
  });

  it('takes the account from the provider, and from the item if the provider does not say', async () => {
    const [other, silent] = [await recipe({ provider_id: 'somebody else' }), await recipe()];
    const real = 'the real account';
    server.data = (account) =>
      account === silent.provider_id ? { status: 403, body: {} } : { status: 200, body: { id: real } };
    await bringIn([other, silent]);
    assert.equal((await grantOf(other.user_id))?.account, real);
    assert.equal((await grantOf(silent.user_id))?.account, silent.provider_id);
  });

  it('fails items without a refresh token, without asking the provider', async () => {
    const given = await recipe({ refresh_token: '' });
    const { data, tokens } = server.requests;
    assert.deepEqual(await bringIn([given]), { user_ids_imported: [], user_ids_failed: [given.user_id] });
    assert.deepEqual([server.requests.data, server.requests.tokens], [data, tokens]);
  });

  it('asks nothing about items of unknown users, and about repeated users', async () => {
    const given = await recipe();
    const { tokens } = server.requests;
    const nobody = { ...(await recipe()), user_id: randomUUID() };
    const { user_ids_failed } = await bringIn([given, given, nobody]);
    assert.equal(server.requests.tokens - tokens, 1);
    assert.deepEqual(user_ids_failed, [given.user_id, nobody.user_id]);
  });

  it('that is interrupted keeps what was renewed', async () => {
    const given = await recipes(7);
    const stop = new AbortController();
    let seen = 0;
    server.interfere = () => {
      if (++seen === 5) stop.abort();
      return undefined;
    };
    const id = await accept(given);
    await assert.rejects(proveItems(service.deps, id, stop.signal));
    assert.equal(seen, 5);
    await proveItems(service.deps, id, new AbortController().signal);
    assert.equal(seen, 7);
    for (const { provider_id } of given) assert.equal(server.refreshes.get(provider_id), 1);
  });
});

describe('proving what is imported', () => {
  const never = new AbortController().signal;
  const prove = (id: string, most?: number) => proveItems(service.deps, id, never, most);
  const itemsOf = async (id: string): Promise<readonly Item[]> => {
    const chunk = await db
      .selectFrom('bulk_chunk')
      .select(['position', 'items'])
      .where('operation_id', '=', id)
      .executeTakeFirstOrThrow();
    return openItems(service.deps, id, chunk.position, chunk.items ?? assert.fail());
  };
  const isProven = ({ proven }: Item) => proven !== undefined && proven !== null;

  it('waits if the provider was asked too often, and fails nothing', async () => {
    const id = await accept(await recipes(3));
    for (const headers of [{}, { 'retry-after': '0' }]) {
      server.interfere = () => ({ refuse: { status: 429, headers } });
      const goOnAt = await prove(id);
      assert.ok(goOnAt && goOnAt.getTime() > Date.now() + 30_000);
    }
    assert.ok((await itemsOf(id)).every(({ proven }) => proven === undefined));
    server.interfere = () => undefined;
    assert.equal(await prove(id), null);
    assert.ok((await itemsOf(id)).every(isProven));
  });

  it('waits for a week, and fails what could not be proved by then', async () => {
    const id = await accept(await recipes(1));
    server.interfere = () => ({ refuse: { status: 429 } });
    assert.ok(await prove(id));
    const began = new Date(service.deps.clock.now().getTime() - 7 * 86_400_000);
    await db.updateTable('bulk_operation').set({ started_at: began }).where('id', '=', id).execute();
    assert.equal(await prove(id), null);
    assert.deepEqual(
      (await itemsOf(id)).map(({ proven }) => proven),
      [null],
    );
  });

  it('gives up its place meanwhile', async () => {
    const given = await recipe();
    server.interfere = () => ({ refuse: { status: 429 } });
    const put: unknown[] = [];
    const jobs: typeof service.deps.jobs = {
      ...service.deps.jobs,
      enqueue: (_tx, _lane, data, options) => {
        put.push([data, options?.startAfter !== undefined && options.startAfter > new Date()]);
        return Promise.resolve();
      },
    };
    const id = await accept([given]);
    await workOperation({ ...service.deps, jobs }, { operation_id: id, from: 0 }, never);
    assert.deepEqual(put, [[{ operation_id: id, from: 0 }, true]]);
    server.interfere = () => undefined;
    await workOperation(service.deps, { operation_id: id, from: 0 }, never);
    assert.equal((await grantOf(given.user_id))?.account, given.provider_id);
  });

  it('asks for the accounts as far as the limits allow; beyond that the item counts', async () => {
    await db.deleteFrom('provider_budget').execute();
    const given = await recipes(12);
    server.data = () => ({ status: 429, body: {} });
    const asked = server.requests.data;
    const id = await accept(given);
    assert.equal(await prove(id), null);
    // Requests of the first five that were in progress when one was refused.
    const sent = server.requests.data - asked;
    assert.ok(sent >= 1 && sent <= 5, `${sent} were asked for`);
    assert.deepEqual(
      (await itemsOf(id)).map(({ proven }) => proven?.account),
      given.map(({ provider_id }) => provider_id),
    );
    await db.deleteFrom('provider_budget').execute();
  });

  it('holds its place for no longer than a turn', async () => {
    const id = await accept(await recipes(7));
    const goOnAt = await prove(id, 0);
    assert.ok(goOnAt && goOnAt.getTime() <= Date.now());
    assert.deepEqual((await itemsOf(id)).map(isProven), [true, true, true, true, true, false, false]);
    assert.equal(await prove(id), null);
    assert.ok((await itemsOf(id)).every(isProven));
  });

  it('stores its tokens even if the database is away for a moment', async () => {
    const given = await recipes(2);
    const id = await accept(given);
    let isLost = false;
    const away = new Proxy(db, {
      get(of, name) {
        const found: unknown = Reflect.get(of, name, of);
        if (typeof found !== 'function') return found;
        return (...given: unknown[]) => {
          if (name !== 'updateTable' || isLost) return Reflect.apply(found, of, given) as unknown;
          isLost = true;
          throw new DatabaseAway(new Error('gone'));
        };
      },
    });
    assert.equal(await proveItems({ ...service.deps, db: away }, id, never), null);
    assert.ok(isLost);
    assert.ok((await itemsOf(id)).every(isProven));
    for (const { provider_id } of given) assert.equal(server.refreshes.get(provider_id), 1);
  });

  it('keeps what another process has proved meanwhile', async () => {
    const id = await accept(await recipes(2));
    let isFirst = true;
    server.interfere = async () => {
      if (!isFirst) return undefined;
      isFirst = false;
      const [one, other] = await itemsOf(id);
      const tokens = { accessToken: 'of the other', refreshToken: 'of the other', expiresAt: null };
      const items = [
        one ?? assert.fail(),
        {
          ...(other ?? assert.fail()),
          proven: { account: 'other', tokens, application: applicationOf(server.clientId) },
        },
      ];
      await db
        .updateTable('bulk_chunk')
        .set({ items: sealItems(service.deps, id, 0, items) })
        .where('operation_id', '=', id)
        .execute();
      return undefined;
    };
    assert.equal(await prove(id), null);
    const [one, other] = await itemsOf(id);
    assert.ok(one && isProven(one));
    assert.equal(other?.proven?.account, 'other');
  });
});

describe('an export', () => {
  it('has nothing of the service’s own application', async () => {
    const user = await service.newUser();
    const tokens = { accessToken: 'of the service', refreshToken: null, expiresAt: null };
    await transact(db, (tx) =>
      storeConnections(tx, service.deps, [
        {
          user: { id: user, team_id: seededTeam, client_user_id: null },
          made: {
            provider,
            account: randomUUID(),
            credentials: '{}',
            granted: [],
            denied: [],
            application: null,
            tokens,
          },
        },
      ]),
    );
    assert.deepEqual(await exported([user]), []);
  });
});
