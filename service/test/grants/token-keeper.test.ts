// Tokens of grants: renewed in time and once, stored before they are used, and given up only for good reason. Each keeper stands for
// a process.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { type Access, openTokens, type TokenKeeper } from '../../src/grants/index.js';
import { ProviderFailure } from '../../src/provider-http/index.js';
import { type AuthorizationServer, startAuthorizationServer } from '../support/authorization-server.js';
import { madeUpAdapter } from '../support/made-up-adapter.js';
import { startTestService, type TestService } from '../support/test-service.js';
import {
  atServer,
  connectionOf,
  grantRow,
  keeperOf,
  letPass,
  newGrant,
  type StoredGrant,
} from './grant-scene.js';

let service: TestService;
let server: AuthorizationServer;
let keeper: TokenKeeper;
let db: TestService['deps']['db'];

beforeAll(async () => {
  service = await startTestService();
  await service.hear();
  ({ db } = service.deps);
  server = await startAuthorizationServer();
});
afterAll(async () => {
  await service.stop();
  await server.close();
});
beforeEach(async () => {
  await db.deleteFrom('connection').execute();
  await db.deleteFrom('provider_grant').execute();
  server.interfere = () => undefined;
  server.data = undefined;
  server.refreshes.clear();
  keeper = keeperOf(service, () => atServer(server));
});

const grant = (more?: Parameters<typeof newGrant>[2]): Promise<StoredGrant> =>
  newGrant(service, server, more);
const tokenOf = (of: StoredGrant, by = keeper): Promise<Access> =>
  by.withToken(of.id, (access) => Promise.resolve(access));
const refreshesOf = ({ account }: StoredGrant): number => server.refreshes.get(account) ?? 0;
const isKept = async (of: StoredGrant, { accessToken, version }: Access): Promise<boolean> => {
  const row = await grantRow(db, of.id);
  return row.version === version && openTokens(service.deps.secrets, row).accessToken === accessToken;
};
const failure = async (asked: Promise<unknown>): Promise<ProviderFailure['failure']> => {
  const error: unknown = await asked.then(
    () => assert.fail('it was a success'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProviderFailure)) throw error;
  return error.failure;
};
const me = (of: StoredGrant, by = keeper): Promise<unknown> =>
  by.withApi(of.id, 'days', (api) => api.send({ to: '/me' }));
const eventsOf = async ({ userId }: StoredGrant): Promise<string[]> =>
  (await service.eventsOf(userId)).map(({ event_type }) => event_type);

describe('a token', () => {
  it('that is good is used as it is', async () => {
    const of = await grant({ seconds: 120 });
    const access = await tokenOf(of);
    assert.equal(await server.accountOf(access.accessToken), of.account);
    assert.deepEqual(
      [access.version, refreshesOf(of), access.account, access.scopes],
      [1, 0, of.account, ['sleep']],
    );
  });

  it('that ends soon is renewed, and stored before it is used', async () => {
    const of = await grant({ seconds: 30 });
    await keeper.withToken(of.id, async (access) => {
      assert.ok(await isKept(of, access));
      assert.equal(await server.accountOf(access.accessToken), of.account);
      assert.equal(access.version, 2);
    });
    await tokenOf(of);
    assert.equal(refreshesOf(of), 1);
    const { lease, lease_until, access_until } = await grantRow(db, of.id);
    assert.deepEqual([lease, lease_until], [null, null]);
    assert.ok(Number(access_until) - Date.now() > 3_500_000);
  });

  it('is renewed once for many callers in several processes', async () => {
    const of = await grant();
    const others = [keeper, ...[1, 2].map(() => keeperOf(service, () => atServer(server)))];
    const got = await Promise.all(Array.from({ length: 30 }, (_, n) => tokenOf(of, others[n % 3])));
    assert.equal(refreshesOf(of), 1);
    assert.equal(new Set(got.map(({ accessToken }) => accessToken)).size, 1);
  });

  it('stays with the old refresh token where the provider sends no new one', async () => {
    const of = await grant();
    const lasting = await startAuthorizationServer({
      tokenAnswer: (body) => ({ ...body, refresh_token: undefined }),
      rotates: false,
    });
    try {
      const { refreshToken } = await lasting.issue(of.account);
      const sealed = (text: string) => service.deps.secrets.seal('provider-grant', of.id, text);
      const credentials = sealed(JSON.stringify({ accessToken: 'old', refreshToken, expiresAt: 1 }));
      await db.updateTable('provider_grant').set({ credentials }).where('id', '=', of.id).execute();
      await tokenOf(
        of,
        keeperOf(service, () => atServer(lasting)),
      );
      assert.equal(openTokens(service.deps.secrets, await grantRow(db, of.id)).refreshToken, refreshToken);
    } finally {
      await lasting.close();
    }
  });

  it('of a paused connection is not renewed, and stays as it is', async () => {
    const of = await grant({ status: 'paused' });
    const before = await grantRow(db, of.id);
    assert.equal((await failure(tokenOf(of))).kind, 'later');
    assert.deepEqual(await grantRow(db, of.id), before);
    assert.equal(refreshesOf(of), 0);
  });

  it('is renewed where one of the connections is not paused', async () => {
    const of = await grant({ status: 'paused' });
    await newGrant(service, server, { account: of.account, seconds: -5 });
    await tokenOf(of);
    assert.equal(refreshesOf(of), 1);
  });

  it('is not given where the application is not known any more', async () => {
    const of = await grant({ seconds: 120 });
    assert.equal(
      (
        await failure(
          tokenOf(
            of,
            keeperOf(service, () => undefined),
          ),
        )
      ).kind,
      'application',
    );
  });
});

describe('data', () => {
  it('that the token is refused for is asked for once more with a new one', async () => {
    const of = await grant({ seconds: 120 });
    const { accessToken } = await tokenOf(of);
    let refusals = 0;
    server.data = () => (refusals++ === 0 ? { status: 401, body: {} } : undefined);
    assert.deepEqual(await me(of), { id: of.account });
    assert.equal(refreshesOf(of), 1);
    assert.notEqual((await tokenOf(of)).accessToken, accessToken);
    assert.equal((await grantRow(db, of.id)).suspected_on, null);
  });

  it('refused with every token needs the person again, once that is certain', async () => {
    const of = await grant({ seconds: 120 });
    server.data = () => ({ status: 401, body: {} });
    const first = await failure(me(of));
    assert.equal(first.kind, 'later');
    assert.ok(Number(first.retryAt) > Date.now());
    assert.equal((await connectionOf(db, of)).status, 'connected');
    await letPass(db, 60);
    assert.equal((await failure(me(of))).kind, 'reconnect');
    assert.equal(refreshesOf(of), 2);
    assert.equal((await connectionOf(db, of)).status, 'error');
    // From now on nobody is asked.
    const { tokens, data } = server.requests;
    assert.equal((await failure(me(of))).kind, 'reconnect');
    assert.deepEqual(server.requests, { tokens, data });
  });

  it('that comes again takes the suspicion back', async () => {
    const of = await grant({ seconds: 120 });
    server.data = () => ({ status: 401, body: {} });
    await failure(me(of));
    assert.notEqual((await grantRow(db, of.id)).suspected_on, null);
    server.data = undefined;
    await me(of);
    assert.equal((await grantRow(db, of.id)).suspected_on, null);
  });

  it('that fails in another way renews nothing', async () => {
    const of = await grant({ seconds: 120 });
    server.data = () => ({ status: 503, body: {} });
    assert.equal((await failure(me(of))).kind, 'later');
    await assert.rejects(
      keeper.withToken(of.id, () => Promise.reject(new Error('ours'))),
      /^Error: ours$/,
    );
    assert.equal(refreshesOf(of), 0);
  });

  it('refused to a token that nothing renews needs the person again', async () => {
    const lasting = atServer(server, madeUpAdapter({ refresh: null }));
    const by = keeperOf(service, () => lasting);
    const of = await grant({ refreshable: false });
    assert.deepEqual(await me(of, by), { id: of.account });
    server.data = () => ({ status: 401, body: {} });
    assert.equal((await failure(me(of, by))).kind, 'later');
    await letPass(db, 60);
    assert.equal((await failure(me(of, by))).kind, 'reconnect');
    assert.equal(server.refreshes.size, 0);
  });
});

describe('a refused refresh token', () => {
  const dead = { refuse: { status: 400, body: { error: 'invalid_grant' } } };

  it('ends the grant at the second refusal, with one event for each connection', async () => {
    const of = await grant();
    const sibling = await grant({ account: of.account });
    const paused = await grant({ account: of.account, status: 'paused' });
    server.interfere = () => dead;
    assert.equal((await failure(tokenOf(of))).kind, 'later');
    assert.equal((await failure(tokenOf(of))).kind, 'later');
    assert.deepEqual(await eventsOf(of), []);
    await letPass(db, 60);
    assert.equal((await failure(tokenOf(of))).kind, 'reconnect');
    assert.equal((await failure(tokenOf(of))).kind, 'reconnect');
    for (const each of [of, sibling]) {
      const { status, error_details } = await db
        .selectFrom('connection')
        .selectAll()
        .where('user_id', '=', each.userId)
        .executeTakeFirstOrThrow();
      assert.deepEqual([status, error_details?.error_type], ['error', 'reconnect_required']);
      assert.deepEqual(await eventsOf(each), ['provider.connection.error']);
    }
    assert.deepEqual(await eventsOf(paused), []);
    const left = await db
      .selectFrom('connection')
      .select('status')
      .where('user_id', '=', paused.userId)
      .execute();
    assert.deepEqual(left, [{ status: 'paused' }]);
  });

  it('is no harm where the person has linked again meanwhile', async () => {
    const of = await grant();
    const first = await grantRow(db, of.id);
    server.interfere = async () => {
      server.interfere = () => undefined;
      await newGrant(service, server, { account: of.account, seconds: 120 });
      return dead;
    };
    const access = await tokenOf(of);
    assert.equal(access.version, first.version + 1);
    const { status, suspected_on } = await grantRow(db, of.id);
    assert.deepEqual([status, suspected_on], ['live', null]);
  });

  it('of a process that lost its turn marks nothing, and gives the other one’s token', async () => {
    const of = await grant();
    const other = keeperOf(service, () => atServer(server));
    let winner: Access | undefined;
    server.interfere = async () => {
      server.interfere = () => undefined;
      // The first process sleeps for longer than its lease, and another takes its place.
      await sql`update provider_grant set lease_until = now() - interval '1 second'`.execute(db);
      winner = await tokenOf(of, other);
      return undefined;
    };
    assert.equal((await tokenOf(of)).accessToken, winner?.accessToken);
    assert.equal(refreshesOf(of), 1);
    const { status, suspected_on } = await grantRow(db, of.id);
    assert.deepEqual([status, suspected_on], ['live', null]);
  });

  it('of a process that lost its turn leaves the other one’s lease alone', async () => {
    const of = await grant();
    server.interfere = async () => {
      await sql`update provider_grant set lease = gen_random_uuid(), lease_until = now() + interval '45 seconds'`.execute(
        db,
      );
      return dead;
    };
    await failure(tokenOf(of));
    assert.notEqual((await grantRow(db, of.id)).lease, null);
  });

  it('may be one that the provider does not name as such: then it takes ten minutes', async () => {
    const of = await grant();
    server.interfere = () => ({ refuse: { status: 400 } });
    assert.equal((await failure(tokenOf(of))).kind, 'later');
    await letPass(db, 590);
    assert.equal((await failure(tokenOf(of))).kind, 'later');
    await letPass(db, 20);
    assert.equal((await failure(tokenOf(of))).kind, 'reconnect');
  });

  it('lives again with the next link', async () => {
    const of = await grant();
    server.interfere = () => dead;
    await failure(tokenOf(of));
    await letPass(db, 60);
    await failure(tokenOf(of));
    server.interfere = () => undefined;
    await newGrant(service, server, { account: of.account, seconds: 120 });
    const { status, error_details, refused_on } = await grantRow(db, of.id);
    assert.deepEqual([status, error_details, refused_on], ['live', null, null]);
    await tokenOf(of);
  });
});

describe('an outage', () => {
  const refuseAll = { refuse: { status: 400, body: { error: 'invalid_grant' } } };
  const statuses = async (): Promise<string[]> =>
    (await db.selectFrom('connection').select('status').distinct().execute()).map(({ status }) => status);

  it('in which everybody is refused marks nobody, however long it takes', async () => {
    const all = await Promise.all(Array.from({ length: 30 }, () => grant()));
    server.interfere = () => refuseAll;
    for (let round = 0; round < 4; round++) {
      const kinds = await Promise.all(all.map(async (of) => (await failure(tokenOf(of))).kind));
      assert.deepEqual(new Set(kinds), new Set(['later']));
      await letPass(db, 3600);
    }
    assert.deepEqual(await statuses(), ['connected']);
    server.interfere = () => undefined;
    await Promise.all(all.map((of) => tokenOf(of)));
    assert.equal((await grantRow(db, all[0]!.id)).refused_on, null);
  });

  it('is none where few of many are refused', async () => {
    const all = await Promise.all(Array.from({ length: 30 }, () => grant()));
    const gone = all.slice(0, 5);
    server.interfere = ({ account }) => (gone.some((of) => of.account === account) ? refuseAll : undefined);
    for (const of of all) await tokenOf(of).catch(() => undefined);
    await letPass(db, 60);
    const kinds = await Promise.all(gone.map(async (of) => (await failure(tokenOf(of))).kind));
    assert.deepEqual(new Set(kinds), new Set(['reconnect']));
  });

  it('is not believed for more than three days', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => grant()));
    server.interfere = () => refuseAll;
    await Promise.allSettled(all.map((of) => tokenOf(of)));
    await letPass(db, 3 * 86_400 + 60);
    const kinds = await Promise.all(all.map(async (of) => (await failure(tokenOf(of))).kind));
    assert.deepEqual(new Set(kinds), new Set(['reconnect']));
  });

  it('of the token address alone leaves a token in use that is still good', async () => {
    const of = await grant({ seconds: 30 });
    server.interfere = () => ({ refuse: { status: 503 } });
    assert.equal((await tokenOf(of)).version, 1);
    await sql`update provider_grant set access_until = now() - interval '1 second'`.execute(db);
    assert.equal((await failure(tokenOf(of))).kind, 'later');
    const { lease, status } = await grantRow(db, of.id);
    assert.deepEqual([lease, status], [null, 'live']);
  });

  it('of our application blames no grant', async () => {
    const of = await grant();
    server.interfere = () => ({ refuse: { status: 401, body: { error: 'invalid_client' } } });
    assert.equal((await failure(tokenOf(of))).kind, 'application');
    assert.equal((await grantRow(db, of.id)).suspected_on, null);
  });
});

describe('a lost answer', () => {
  it('is asked for once more with the same token, where the provider forgives that', async () => {
    const forgiving = await startAuthorizationServer({ forgives: true });
    try {
      const of = await newGrant(service, forgiving);
      let closed = 0;
      forgiving.interfere = () => (closed++ === 0 ? 'close-after' : undefined);
      const access = await tokenOf(
        of,
        keeperOf(service, () => atServer(forgiving)),
      );
      assert.equal(await forgiving.accountOf(access.accessToken), of.account);
      assert.ok(await isKept(of, access));
      assert.equal(forgiving.requests.tokens, 2);
    } finally {
      await forgiving.close();
    }
  });

  it('leaves the grant to the next try, where the provider was not reached', async () => {
    const of = await grant();
    server.interfere = () => 'close-before';
    assert.equal((await failure(tokenOf(of))).kind, 'later');
    server.interfere = () => undefined;
    assert.equal((await tokenOf(of)).version, 2);
  });
});

it('a process that stops finishes what it renews', async () => {
  const of = await grant();
  let answer = (): void => {};
  const asked = new Promise<void>((reached) => {
    server.interfere = async () => {
      reached();
      await new Promise<void>((resolve) => (answer = resolve));
      return undefined;
    };
  });
  const got = tokenOf(of);
  await asked;
  const finished = keeper.finish();
  answer();
  await finished;
  assert.equal((await grantRow(db, of.id)).version, 2);
  await got;
});

it('what is logged and thrown holds no token', async () => {
  const of = await grant();
  const tokens = openTokens(service.deps.secrets, await grantRow(db, of.id));
  const said: string[] = [];
  for (const refuse of [
    { status: 400, body: { error: 'x', error_description: tokens.refreshToken } },
    { status: 500, body: tokens },
  ]) {
    server.interfere = () => ({ refuse });
    await tokenOf(of).catch((error: Error) => said.push(`${error.stack} ${JSON.stringify(error)}`));
  }
  assert.equal(said.length, 2);
  const all = said.join('\n') + service.logged();
  for (const token of [tokens.accessToken, tokens.refreshToken ?? assert.fail(), server.clientSecret])
    assert.ok(!all.includes(token));
});
