// Imports and exports of real providers: the provider says what belongs to the team's application.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { bulkExport, bulkImport, setCustomCredentials, type ConnectionRecipe } from 'svc-link/contract';
import { transact } from '../../src/db/index.js';
import { openTokens } from '../../src/grants/index.js';
import { acceptImport } from '../../src/bulk/accept.js';
import { proveItems } from '../../src/bulk/prove-items.js';
import { findProvider } from '../../src/providers/index.js';
import { storeConnections } from '../../src/link/store-connections.js';
import { seededTeam } from '../../src/server/seed.js';
import { type AuthorizationServer, startAuthorizationServer } from '../support/authorization-server.js';
import { sandboxKeys } from '../../src/server/server.js';
import { startTestService, type TestService } from '../support/test-service.js';

const provider = 'wahoo';
const { apiKey } = sandboxKeys;
let service: TestService;
let server: AuthorizationServer;
let db: TestService['deps']['db'];

beforeAll(async () => {
  server = await startAuthorizationServer({}, { scopes: ['user_read', 'workouts_read', 'offline_data'] });
  const { authorize, token, api } = server.urls;
  const client = { client_id: 'the-service', client_secret: 'x' };
  service = await startTestService({
    PROVIDERS: JSON.stringify({ [provider]: { ...client, urls: { authorize, token, api } } }),
  });
  ({ db } = service.deps);
  const { status } = await service.call(setCustomCredentials, {
    apiKey,
    params: { provider },
    body: { client_id: server.clientId, client_secret: server.clientSecret },
  });
  assert.equal(status, 200);
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
  it('takes what the provider renews for the team’s application, and keeps what it got for it', async () => {
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

  it('knows the account by the provider, and by the item where the provider does not say', async () => {
    const [other, silent] = [await recipe({ provider_id: 'somebody else' }), await recipe()];
    const real = 'the real account';
    server.data = (account) =>
      account === silent.provider_id ? { status: 403, body: {} } : { status: 200, body: { id: real } };
    await bringIn([other, silent]);
    assert.equal((await grantOf(other.user_id))?.account, real);
    assert.equal((await grantOf(silent.user_id))?.account, silent.provider_id);
  });

  it('takes a token that nothing renews where it shows its account', async () => {
    const [good, bad] = [
      await recipe({ refresh_token: '' }),
      await recipe({ refresh_token: '', access_token: 'unknown' }),
    ];
    assert.deepEqual(await bringIn([good, bad]), {
      user_ids_imported: [good.user_id],
      user_ids_failed: [bad.user_id],
    });
  });

  it('asks nothing about items of nobody, and of one user twice', async () => {
    const given = await recipe();
    const { tokens } = server.requests;
    const nobody = { ...(await recipe()), user_id: randomUUID() };
    const { user_ids_failed } = await bringIn([given, given, nobody]);
    assert.equal(server.requests.tokens - tokens, 1);
    assert.deepEqual(user_ids_failed, [given.user_id, nobody.user_id]);
  });

  it('that is interrupted keeps what was renewed', async () => {
    const given = await Promise.all(Array.from({ length: 7 }, () => recipe()));
    const stop = new AbortController();
    let seen = 0;
    server.interfere = () => {
      if (++seen === 5) stop.abort();
      return undefined;
    };
    // As its job does it; no other job is to do it meanwhile.
    const jobs = { ...service.deps.jobs, enqueue: () => Promise.resolve() };
    const entry = findProvider(provider);
    assert.ok(entry);
    const id = await transact(db, (tx) =>
      acceptImport({ ...service.deps, jobs }, tx, { teamId: seededTeam, provider: entry }, given, false),
    );
    await assert.rejects(proveItems(service.deps, id, stop.signal));
    assert.equal(seen, 5);
    await proveItems(service.deps, id, new AbortController().signal);
    assert.equal(seen, 7);
    for (const { provider_id } of given) assert.equal(server.refreshes.get(provider_id), 1);
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
