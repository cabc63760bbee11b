// Imports by a team that names another team's application: its client id is public, so naming it gives access to nobody's
// tokens.
import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { bulkExport, bulkImport, setCustomCredentials, type ConnectionRecipe } from 'svc-link/contract';
import { acceptImport } from '../../src/bulk/accept.js';
import { workOperation } from '../../src/bulk/index.js';
import { openItems, sealItems } from '../../src/bulk/items.js';
import { proveItems } from '../../src/bulk/prove-items.js';
import { applicationOf } from '../../src/credentials/index.js';
import { transact } from '../../src/db/index.js';
import { openTokens } from '../../src/grants/index.js';
import { renewConnection } from '../../src/link/renew-connection.js';
import { storeConnections } from '../../src/link/store-connections.js';
import { findProvider } from '../../src/providers/index.js';
import { seededTeam } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import { type AuthorizationServer, startAuthorizationServer } from '../support/authorization-server.js';
import { startTestService, type TestService } from '../support/test-service.js';

type Slug = 'polar' | 'wahoo';
interface Team {
  readonly id: string;
  readonly apiKey: string;
}
const own: Team = { id: seededTeam, apiKey: sandboxKeys.apiKey };
const never = new AbortController().signal;
let service: TestService;
let server: AuthorizationServer;
let db: TestService['deps']['db'];
/** A team of the same organization, and one of another organization. All name the same application. */
let sister: Team;
let other: Team;

beforeAll(async () => {
  server = await startAuthorizationServer({}, { scopes: ['user_read', 'workouts_read', 'offline_data'] });
  const { authorize, token, api } = server.urls;
  const urls = { authorize, token, api };
  const client = { client_id: 'the-service', client_secret: 'x', urls };
  service = await startTestService({ PROVIDERS: JSON.stringify({ polar: client, wahoo: client }) });
  ({ db } = service.deps);
  sister = await service.newTeam();
  other = await service.newTeam();
  const org_id = randomUUID();
  await db.insertInto('org').values({ id: org_id, name: 'Another', created_on: new Date() }).execute();
  await db.updateTable('team').set({ org_id }).where('id', '=', other.id).execute();
  const flags = JSON.stringify(['bulk_import', 'bulk_export', 'management']);
  await db.updateTable('team').set({ flags }).where('id', 'in', [sister.id, other.id]).execute();
  await service.hear(other.apiKey);
});
afterAll(async () => {
  await service.stop();
  await server.close();
});
beforeEach(async () => {
  server.interfere = () => undefined;
  server.data = answerOf;
  await db.deleteFrom('provider_budget').execute();
  for (const slug of ['polar', 'wahoo'] as const) {
    for (const team of [own, sister]) await name(team, slug, server.clientSecret);
    await name(other, slug, 'nothing that it knows');
  }
});

/** The owner of a token. At Polar the path names the account, and only the owner's is answered. */
const answerOf = (account: string, path: string) => {
  const named = /\/v3\/users\/(.*)$/.exec(path)?.[1];
  if (named !== undefined && named !== account) return { status: 403, body: {} };
  return { status: 200, body: { id: account, 'polar-user-id': account } };
};

async function name(
  { apiKey }: Team,
  provider: Slug,
  client_secret: string,
  client_id = server.clientId,
): Promise<void> {
  const body = { client_id, client_secret };
  const { status } = await service.call(setCustomCredentials, { apiKey, params: { provider }, body });
  assert.equal(status, 200);
}

async function recipe(team: Team, more: Partial<ConnectionRecipe> = {}): Promise<ConnectionRecipe> {
  const account = more.provider_id ?? String(randomInt(1, 2 ** 40));
  const { accessToken, refreshToken } = await server.issue(account);
  return {
    user_id: await service.newUser(team.apiKey),
    access_token: accessToken,
    refresh_token: refreshToken,
    provider_id: account,
    expires_at: 0,
    oauth_scopes: [],
    ...more,
  };
}
const imports = async ({ apiKey }: Team, provider: Slug, ...connections: ConnectionRecipe[]) => {
  const body = { provider, connections, wait_for_completion: true };
  return (await service.call(bulkImport, { apiKey, body })).body;
};
const exported = async ({ apiKey }: Team, provider: Slug, user: string) =>
  (await service.call(bulkExport, { apiKey, body: { provider, user_ids: [user] } })).body.data;
const connectionOf = (user: string) =>
  db.selectFrom('connection').selectAll().where('user_id', '=', user).executeTakeFirst();
const accessTokenOf = async (user: string): Promise<string | undefined> => {
  const grant = await db
    .selectFrom('provider_grant')
    .select(['id', 'credentials'])
    .where('id', '=', (await connectionOf(user))?.grant_id ?? null)
    .executeTakeFirst();
  return grant && openTokens(service.deps.secrets, grant).accessToken;
};

/** What a user's link stores after its code was redeemed. */
const madeBy = (provider: Slug, account: string, accessToken: string) => ({
  ...{ provider, account, credentials: '{}', granted: [], denied: [] },
  application: applicationOf(server.clientId),
  tokens: { accessToken, refreshToken: null, expiresAt: null },
});
async function links(team: Team, made: ReturnType<typeof madeBy>, user?: string): Promise<string> {
  const id = user ?? (await service.newUser(team.apiKey));
  const of = { id, team_id: team.id, client_user_id: null };
  await transact(db, (tx) => storeConnections(tx, service.deps, [{ user: of, made }]));
  return id;
}

describe('if tokens can be renewed', () => {
  it('nothing is imported without a renewal by the secret, and what is there stays', async () => {
    const mine = await recipe(own);
    await imports(own, 'wahoo', mine);
    const before = await accessTokenOf(mine.user_id);
    assert.ok(before);
    const account = { provider_id: mine.provider_id };
    const theirs = [await recipe(other, { ...account, refresh_token: '' }), await recipe(other, account)];
    assert.deepEqual(await imports(other, 'wahoo', ...theirs), {
      user_ids_imported: [],
      user_ids_failed: theirs.map(({ user_id }) => user_id),
    });
    assert.equal(await accessTokenOf(mine.user_id), before);
  });

  it('teams that have the secret share the grant, of whichever organization', async () => {
    const mine = await recipe(own);
    await imports(own, 'wahoo', mine);
    await name(other, 'wahoo', server.clientSecret);
    const theirs = await recipe(other, { provider_id: mine.provider_id });
    assert.deepEqual((await imports(other, 'wahoo', theirs)).user_ids_imported, [theirs.user_id]);
    assert.equal(await accessTokenOf(mine.user_id), await accessTokenOf(theirs.user_id));
  });
});

describe('an import that waits', () => {
  /** Stores an import without a job: the test does the job's work. */
  async function accept(given: ConnectionRecipe): Promise<string> {
    const jobs = { ...service.deps.jobs, enqueue: () => Promise.resolve() };
    const provider = findProvider('wahoo') ?? assert.fail();
    const to = { teamId: own.id, provider };
    return transact(db, (tx) => acceptImport({ ...service.deps, jobs }, tx, to, [given], false));
  }
  const work = (id: string) => workOperation(service.deps, { operation_id: id, from: 0 }, never);
  const failedOf = async (id: string) =>
    (
      await db
        .selectFrom('bulk_operation')
        .select(['failed', 'processed'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).failed;

  it('fails items that were proved for the team’s earlier application', async () => {
    const given = await recipe(own);
    const id = await accept(given);
    assert.equal(await proveItems(service.deps, id, never), null);
    await name(own, 'wahoo', 'x', 'of somebody else');
    await work(id);
    assert.equal(await failedOf(id), 1);
    assert.equal(await connectionOf(given.user_id), undefined);
  });

  it('proves items of an earlier version again, with their stored tokens', async () => {
    const given = await recipe(own);
    const id = await accept(given);
    const { accessToken, refreshToken } = await server.issue(given.provider_id);
    const proven = { account: given.provider_id, tokens: { accessToken, refreshToken, expiresAt: null } };
    const item = { userId: given.user_id, repeated: false, recipe: given, proven };
    // In the form of that version, which is not an item of this one.
    const sealed = sealItems(service.deps, id, 0, [item as never]);
    await db.updateTable('bulk_chunk').set({ items: sealed }).where('operation_id', '=', id).execute();
    const sent: (string | null)[] = [];
    server.interfere = ({ form }) => void sent.push(form.get('refresh_token'));
    assert.equal(await proveItems(service.deps, id, never), null);
    assert.deepEqual(sent, [refreshToken]);
    const chunk = await db
      .selectFrom('bulk_chunk')
      .select('items')
      .where('operation_id', '=', id)
      .executeTakeFirstOrThrow();
    const [again] = openItems(service.deps, id, 0, chunk.items ?? assert.fail());
    assert.equal(again?.proven?.application, applicationOf(server.clientId));
    await work(id);
    assert.equal(await failedOf(id), 0);
    assert.ok(await accessTokenOf(given.user_id));
  });
});

describe('if tokens cannot be renewed', () => {
  const polar = (team: Team, provider_id?: string) =>
    recipe(team, { refresh_token: '', ...(provider_id !== undefined && { provider_id }) });

  it('accepts a token that shows its account', async () => {
    const [good, bad] = [await polar(own), { ...(await polar(own)), access_token: 'unknown' }];
    assert.deepEqual(await imports(own, 'polar', good, bad), {
      user_ids_imported: [good.user_id],
      user_ids_failed: [bad.user_id],
    });
    assert.equal(await accessTokenOf(good.user_id), good.access_token);
  });

  it('also waits if the provider was asked too often', async () => {
    const jobs = { ...service.deps.jobs, enqueue: () => Promise.resolve() };
    const provider = findProvider('polar') ?? assert.fail();
    const given = await polar(own);
    const id = await transact(db, (tx) =>
      acceptImport({ ...service.deps, jobs }, tx, { teamId: own.id, provider }, [given], false),
    );
    server.data = () => ({ status: 429, body: {} });
    const goOnAt = await proveItems(service.deps, id, never);
    assert.ok(goOnAt && goOnAt.getTime() > Date.now() + 30_000);
    await db.deleteFrom('provider_budget').execute();
    server.data = answerOf;
    await workOperation(service.deps, { operation_id: id, from: 0 }, never);
    assert.equal(await accessTokenOf(given.user_id), given.access_token);
  });

  it('fails while another organization uses the account, and leaves its tokens alone', async () => {
    const mine = await polar(own);
    await imports(own, 'polar', mine);
    const [theirs, free] = [await polar(other, mine.provider_id), await polar(other)];
    assert.deepEqual(await imports(other, 'polar', theirs, free), {
      user_ids_imported: [free.user_id],
      user_ids_failed: [theirs.user_id],
    });
    assert.equal(await connectionOf(theirs.user_id), undefined);
    assert.equal(await accessTokenOf(mine.user_id), mine.access_token);
  });

  it('shares the grant with the teams of the same organization', async () => {
    const mine = await polar(own);
    await imports(own, 'polar', mine);
    const hers = await polar(sister, mine.provider_id);
    assert.deepEqual((await imports(sister, 'polar', hers)).user_ids_imported, [hers.user_id]);
    assert.equal(await accessTokenOf(mine.user_id), hers.access_token);
  });

  for (const renews of [false, true])
    it(`what came first gets nothing of a link that ${renews ? 'renews' : 'connects'} for another organization`, async () => {
      const account = String(randomInt(1, 2 ** 40));
      const [theirs, paused] = [await polar(other, account), await polar(other, account)];
      await imports(other, 'polar', theirs, paused);
      await db
        .updateTable('connection')
        .set({ status: 'paused' })
        .where('user_id', '=', paused.user_id)
        .execute();
      const made = madeBy('polar', account, 'of the link');
      const user = await links(own, renews ? { ...made, application: 'another' } : made);
      const of = { id: user, team_id: own.id, client_user_id: null };
      if (renews) await transact(db, (tx) => renewConnection(tx, service.deps, of, made));
      assert.equal(await accessTokenOf(user), 'of the link');
      for (const { user_id } of [theirs, paused]) {
        assert.equal(await accessTokenOf(user_id), undefined);
        assert.deepEqual(await exported(other, 'polar', user_id), []);
      }
      const { status, error_details } = (await connectionOf(theirs.user_id)) ?? assert.fail();
      assert.deepEqual([status, error_details?.error_type], ['error', 'reconnect_required']);
      assert.equal((await connectionOf(paused.user_id))?.status, 'paused');
      const events = async (id: string) =>
        (await service.eventsOf(id)).map(({ event_type }) => event_type.replace('provider.connection.', ''));
      assert.deepEqual(await events(theirs.user_id), ['created', 'error']);
      assert.deepEqual(await events(paused.user_id), ['created']);
      // A link there heals nothing that belongs to others, and can import nothing any more.
      await links(own, made, user);
      assert.equal((await connectionOf(theirs.user_id))?.status, 'error');
      const anew = await polar(other, account);
      assert.deepEqual((await imports(other, 'polar', anew)).user_ids_failed, [anew.user_id]);
    });

  it('a link shares the grant with its own organization as before, and heals it', async () => {
    const mine = await polar(own);
    await imports(own, 'polar', mine);
    await links(sister, madeBy('polar', mine.provider_id, 'of the link'));
    assert.equal(await accessTokenOf(mine.user_id), 'of the link');
    assert.equal((await connectionOf(mine.user_id))?.status, 'connected');
  });
});
