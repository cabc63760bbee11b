// Tokens that several processes use: they are renewed once, only one kind of
// crash loses them, and a process that comes too late does not give them up.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import type { TokenKeeper } from '../../src/grants/index.js';
import { ProviderFailure } from '../../src/provider-http/index.js';
import { atServer, grantRow, keeperOf, letPass, newGrant, type StoredGrant } from '../grants/grant-scene.js';
import {
  type AuthorizationServer,
  type Interference,
  startAuthorizationServer,
} from '../support/authorization-server.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { startTokenChild, type TokenChild } from './token-children.js';

let service: TestService;
let server: AuthorizationServer;
let forgiving: AuthorizationServer;
let db: TestService['deps']['db'];
const children: TokenChild[] = [];

beforeAll(async () => {
  service = await startTestService();
  ({ db } = service.deps);
  server = await startAuthorizationServer();
  forgiving = await startAuthorizationServer({ forgives: true });
});
afterAll(async () => {
  await service.stop();
  await server.close();
  await forgiving.close();
});
beforeEach(() => {
  server.interfere = () => undefined;
  server.refreshes.clear();
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill();
    await child.ended;
  }
});

async function start(...options: Parameters<typeof startTokenChild>): Promise<TokenChild> {
  const child = await startTokenChild(...options);
  children.push(child);
  return child;
}
const three = (): Promise<TokenChild[]> => Promise.all([1, 2, 3].map(() => start(atServer(server))));
const statuses = async (grants: readonly StoredGrant[]): Promise<string[]> => {
  const ids = grants.map(({ id }) => id);
  const rows = await db
    .selectFrom('connection')
    .select('status')
    .distinct()
    .where('grant_id', 'in', ids)
    .execute();
  return rows.map(({ status }) => status);
};
const shuffled = (ids: readonly string[]): string[] => ids.toSorted(() => Math.random() - 0.5);

describe('three processes', () => {
  it('renew each of 200 grants exactly once, and all get the same token', async () => {
    const grants: StoredGrant[] = [];
    for (let n = 0; n < 200; n++) grants.push(await newGrant(service, server));
    const ids = grants.map(({ id }) => id);
    const processes = await three();
    const results = await Promise.all(
      processes.map(async (child) => {
        const order = shuffled(ids);
        const outcomes = await child.use(order);
        return new Map(order.map((id, at) => [id, outcomes[at]]));
      }),
    );
    assert.deepEqual(
      grants.map(({ account }) => server.refreshes.get(account)),
      grants.map(() => 1),
    );
    for (const { id, account } of grants) {
      const [first, ...others] = results.map((result) => result.get(id));
      assert.ok(first && 'got' in first, JSON.stringify(first));
      assert.equal(await server.accountOf(first.got), account);
      for (const other of others) assert.deepEqual(other, first);
    }
    assert.deepEqual(await statuses(grants), ['connected']);
  });

  it('mark nobody while the provider refuses everybody', async () => {
    const grants: StoredGrant[] = [];
    for (let n = 0; n < 40; n++) grants.push(await newGrant(service, server));
    const ids = grants.map(({ id }) => id);
    server.interfere = () => ({ refuse: { status: 400, body: { error: 'invalid_grant' } } });
    const processes = await three();
    for (let round = 0; round < 3; round++) {
      const results = await Promise.all(processes.map((child) => child.use(shuffled(ids))));
      assert.deepEqual(
        new Set(results.flat().map((each) => JSON.stringify(each))),
        new Set(['{"failed":"later"}']),
      );
      await letPass(db, 3600);
    }
    assert.deepEqual(await statuses(grants), ['connected']);
    server.interfere = () => undefined;
    const [child] = processes;
    const after = (await child?.use(ids)) ?? [];
    assert.ok(after.every((each) => 'got' in each));
  });

  it('exceed a limit by less than a batch', async () => {
    const limits = [{ per: 'application', requests: 200, seconds: 3600 }] as const;
    const grants: StoredGrant[] = [];
    for (let n = 0; n < 3; n++) grants.push(await newGrant(service, server, { seconds: 3600 }));
    const processes = await Promise.all(grants.map(() => start(atServer(server), { limits })));
    const { data } = server.requests;
    const results = await Promise.all(processes.map((child, at) => child.ask(grants[at]!.id)));
    assert.deepEqual(new Set(results.map(({ failed }) => failed)), new Set(['later']));
    const asked = server.requests.data - data;
    assert.equal(
      asked,
      results.reduce((sum, { passed }) => sum + passed, 0),
    );
    // Past data may use sixty percent of a limit. The requests that a process reserved and did not use are lost to the others.
    assert.ok(asked >= 120 - 3 * 4 && asked < 120 + 5, String(asked));
  });
});

describe('after kill -9', () => {
  /** Uses the grant in another process, after the first one's lease has ended. */
  const next = async (at: AuthorizationServer, grant: StoredGrant): Promise<string> => {
    await sql`update provider_grant set lease_until = now() - interval '1 second' where lease is not null`.execute(
      db,
    );
    const keeper: TokenKeeper = keeperOf(service, () => atServer(at));
    try {
      const { accessToken } = await keeper.withToken(grant.id, (access) => Promise.resolve(access));
      return (await at.accountOf(accessToken)) === grant.account ? 'good' : 'bad';
    } catch (error) {
      if (error instanceof ProviderFailure) return error.failure.kind;
      throw error;
    }
  };

  for (const dieAt of ['read', 'claimed', 'stored'] as const)
    it(`of a process that had just ${dieAt} it, the next one has a good token`, async () => {
      const grant = await newGrant(service, server);
      const child = await start(atServer(server), { dieAt });
      child.use([grant.id]).catch(() => undefined);
      assert.equal(await child.ended, 'SIGKILL');
      assert.equal(await next(server, grant), 'good');
      assert.equal(server.refreshes.get(grant.account), 1);
    });

  it('of a process whose request the provider had not looked at, the next one has a good token', async () => {
    const grant = await newGrant(service, server);
    const child = await start(atServer(server));
    server.interfere = async (): Promise<Interference> => {
      server.interfere = () => undefined;
      child.kill();
      await child.ended;
      return 'close-before';
    };
    await assert.rejects(child.use([grant.id]));
    assert.equal(await next(server, grant), 'good');
  });

  for (const dieAt of ['answered', 'sealed'] as const) {
    it(`of a process that had ${dieAt} it, a provider that forgives gives the next one a good token`, async () => {
      const grant = await newGrant(service, forgiving);
      const child = await start(atServer(forgiving), { dieAt });
      child.use([grant.id]).catch(() => undefined);
      assert.equal(await child.ended, 'SIGKILL');
      assert.equal(await next(forgiving, grant), 'good');
    });

    it(`of a process that had ${dieAt} it, a provider that does not forgive needs the person again, which is not said at once`, async () => {
      const grant = await newGrant(service, server);
      const child = await start(atServer(server), { dieAt });
      child.use([grant.id]).catch(() => undefined);
      assert.equal(await child.ended, 'SIGKILL');
      assert.equal(await next(server, grant), 'later');
      assert.deepEqual(await statuses([grant]), ['connected']);
      await letPass(db, 60);
      assert.equal(await next(server, grant), 'reconnect');
      assert.equal((await grantRow(db, grant.id)).status, 'dead');
      assert.deepEqual(await statuses([grant]), ['error']);
    });
  }

  it('of a process, others wait for its lease and then take its place', async () => {
    const grant = await newGrant(service, server);
    const child = await start(atServer(server), { dieAt: 'claimed' });
    child.use([grant.id]).catch(() => undefined);
    assert.equal(await child.ended, 'SIGKILL');
    const keeper = keeperOf(service, () => atServer(server));
    const waiting = keeper.withToken(grant.id, (access) => Promise.resolve(access));
    const { lease_until } = await grantRow(db, grant.id);
    assert.ok(lease_until && lease_until.getTime() > Date.now() + 20_000);
    assert.equal(server.refreshes.get(grant.account), undefined);
    await sql`update provider_grant set lease_until = now() - interval '1 second' where id = ${grant.id}`.execute(
      db,
    );
    assert.equal((await waiting).version, 2);
  });
});
