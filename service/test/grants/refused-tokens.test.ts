// Refresh tokens that a provider refuses: grants end only for good reason, and not in an outage.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import type { Access } from '../../src/grants/index.js';
import { madeUpAdapter } from '../support/made-up-adapter.js';
import { atServer, failureOf, grantRow, keeperOf, letPass, type StoredGrant } from './grant-scene.js';
import { type KeeperScene, startKeeperScene } from './keeper-scene.js';

let scene: KeeperScene;
beforeAll(async () => {
  scene = await startKeeperScene();
});
afterAll(() => scene.stop());
beforeEach(() => scene.empty());

describe('a refused refresh token', () => {
  const dead = { refuse: { status: 400, body: { error: 'invalid_grant' } } };

  it('ends the grant at the second refusal, with one event for each connection', async () => {
    const of = await scene.grant();
    const sibling = await scene.grant({ account: of.account });
    const paused = await scene.grant({ account: of.account, status: 'paused' });
    scene.server.interfere = () => dead;
    assert.equal((await failureOf(scene.tokenOf(of))).kind, 'later');
    assert.equal((await failureOf(scene.tokenOf(of))).kind, 'later');
    assert.deepEqual(await scene.eventsOf(of), []);
    await letPass(scene.db, 60);
    assert.equal((await failureOf(scene.tokenOf(of))).kind, 'reconnect');
    assert.equal((await failureOf(scene.tokenOf(of))).kind, 'reconnect');
    for (const each of [of, sibling]) {
      const { status, error_details } = await scene.db
        .selectFrom('connection')
        .selectAll()
        .where('user_id', '=', each.userId)
        .executeTakeFirstOrThrow();
      assert.deepEqual([status, error_details?.error_type], ['error', 'reconnect_required']);
      assert.deepEqual(await scene.eventsOf(each), ['provider.connection.error']);
    }
    assert.deepEqual(await scene.eventsOf(paused), []);
    const left = await scene.db
      .selectFrom('connection')
      .select('status')
      .where('user_id', '=', paused.userId)
      .execute();
    assert.deepEqual(left, [{ status: 'paused' }]);
  });

  it('does no harm if the person has linked again meanwhile', async () => {
    const of = await scene.grant();
    const first = await grantRow(scene.db, of.id);
    scene.server.interfere = async () => {
      scene.server.interfere = () => undefined;
      await scene.grant({ account: of.account, seconds: 120 });
      return dead;
    };
    const access = await scene.tokenOf(of);
    assert.equal(access.version, first.version + 1);
    const { status, suspected_on } = await grantRow(scene.db, of.id);
    assert.deepEqual([status, suspected_on], ['live', null]);
  });

  it('in a process that lost its lease marks nothing, and returns the other process’s token', async () => {
    const of = await scene.grant();
    const other = scene.newKeeper();
    let winner: Access | undefined;
    scene.server.interfere = async () => {
      scene.server.interfere = () => undefined;
      // The first process sleeps for longer than its lease, and another process takes over.
      await sql`update provider_grant set lease_until = now() - interval '1 second'`.execute(scene.db);
      winner = await scene.tokenOf(of, other);
      return undefined;
    };
    assert.equal((await scene.tokenOf(of)).accessToken, winner?.accessToken);
    assert.equal(scene.refreshesOf(of), 1);
    const { status, suspected_on } = await grantRow(scene.db, of.id);
    assert.deepEqual([status, suspected_on], ['live', null]);
  });

  it('in a process that lost its lease leaves the other process’s lease alone', async () => {
    const of = await scene.grant();
    scene.server.interfere = async () => {
      await sql`update provider_grant set lease = gen_random_uuid(), lease_until = now() + interval '45 seconds'`.execute(
        scene.db,
      );
      return dead;
    };
    await failureOf(scene.tokenOf(of));
    assert.notEqual((await grantRow(scene.db, of.id)).lease, null);
  });

  it('may be unclear: then it takes ten minutes', async () => {
    const of = await scene.grant();
    scene.server.interfere = () => ({ refuse: { status: 400 } });
    assert.equal((await failureOf(scene.tokenOf(of))).kind, 'later');
    await letPass(scene.db, 590);
    assert.equal((await failureOf(scene.tokenOf(of))).kind, 'later');
    await letPass(scene.db, 20);
    assert.equal((await failureOf(scene.tokenOf(of))).kind, 'reconnect');
  });

  it('lets the grant live again with the next link', async () => {
    const of = await scene.grant();
    scene.server.interfere = () => dead;
    await failureOf(scene.tokenOf(of));
    await letPass(scene.db, 60);
    await failureOf(scene.tokenOf(of));
    scene.server.interfere = () => undefined;
    await scene.grant({ account: of.account, seconds: 120 });
    const { status, error_details, refused_on } = await grantRow(scene.db, of.id);
    assert.deepEqual([status, error_details, refused_on], ['live', null, null]);
    await scene.tokenOf(of);
  });
});

describe('an outage', () => {
  const refuseAll = { refuse: { status: 400, body: { error: 'invalid_grant' } } };
  const statuses = async (): Promise<string[]> =>
    (await scene.db.selectFrom('connection').select('status').distinct().execute()).map(
      ({ status }) => status,
    );

  it('in which everybody is refused marks no grant, however long it takes', async () => {
    const all = await Promise.all(Array.from({ length: 30 }, () => scene.grant()));
    scene.server.interfere = () => refuseAll;
    for (let round = 0; round < 4; round++) {
      const kinds = await Promise.all(all.map(async (of) => (await failureOf(scene.tokenOf(of))).kind));
      assert.deepEqual(new Set(kinds), new Set(['later']));
      await letPass(scene.db, 3600);
    }
    assert.deepEqual(await statuses(), ['connected']);
    scene.server.interfere = () => undefined;
    await Promise.all(all.map((of) => scene.tokenOf(of)));
    assert.equal((await grantRow(scene.db, all[0]!.id)).refused_on, null);
  });

  it('does not count as one if few of many are refused', async () => {
    const all = await Promise.all(Array.from({ length: 30 }, () => scene.grant()));
    const gone = all.slice(0, 5);
    scene.server.interfere = ({ account }) =>
      gone.some((of) => of.account === account) ? refuseAll : undefined;
    for (const of of all) await scene.tokenOf(of).catch(() => undefined);
    await letPass(scene.db, 60);
    const kinds = await Promise.all(gone.map(async (of) => (await failureOf(scene.tokenOf(of))).kind));
    assert.deepEqual(new Set(kinds), new Set(['reconnect']));
  });

  it('does not count as one if access without renewal is refused for few of many', async () => {
    const lasting = atServer(scene.server, madeUpAdapter({ refresh: null }));
    const by = keeperOf(scene.service, () => lasting);
    const all = await Promise.all(Array.from({ length: 30 }, () => scene.grant({ refreshable: false })));
    const refuse = (some: readonly StoredGrant[]) => {
      scene.server.data = (id) =>
        some.some(({ account }) => account === id)
          ? { status: 401, body: {} }
          : { status: 200, body: { id } };
    };
    const kindsOf = async (some: readonly StoredGrant[]) =>
      new Set(await Promise.all(some.map(async (of) => (await failureOf(scene.me(of, by))).kind)));
    const gone = all.slice(0, 5);
    refuse(gone);
    for (const of of all) await scene.me(of, by).catch(() => undefined);
    await letPass(scene.db, 60);
    assert.deepEqual(await kindsOf(gone), new Set(['reconnect']));
    // Compared with the others, very many refusals at once are one outage.
    const others = all.slice(5);
    refuse(others);
    await kindsOf(others);
    await letPass(scene.db, 60);
    assert.deepEqual(await kindsOf(others), new Set(['later']));
  });

  it('is not believed for more than three days', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => scene.grant()));
    scene.server.interfere = () => refuseAll;
    await Promise.allSettled(all.map((of) => scene.tokenOf(of)));
    await letPass(scene.db, 3 * 86_400 + 60);
    const kinds = await Promise.all(all.map(async (of) => (await failureOf(scene.tokenOf(of))).kind));
    assert.deepEqual(new Set(kinds), new Set(['reconnect']));
  });

  it('of the token address alone leaves a valid token in use', async () => {
    const of = await scene.grant({ seconds: 30 });
    scene.server.interfere = () => ({ refuse: { status: 503 } });
    assert.equal((await scene.tokenOf(of)).version, 1);
    await sql`update provider_grant set access_until = now() - interval '1 second'`.execute(scene.db);
    assert.equal((await failureOf(scene.tokenOf(of))).kind, 'later');
    const { lease, status } = await grantRow(scene.db, of.id);
    assert.deepEqual([lease, status], [null, 'live']);
  });

  it('of our application blames no grant', async () => {
    const of = await scene.grant();
    scene.server.interfere = () => ({ refuse: { status: 401, body: { error: 'invalid_client' } } });
    assert.equal((await failureOf(scene.tokenOf(of))).kind, 'application');
    assert.equal((await grantRow(scene.db, of.id)).suspected_on, null);
  });
});
