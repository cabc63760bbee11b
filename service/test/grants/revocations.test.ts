// When the connections of a grant end, the grant is ended at the provider, unless others use it. This is tried for a day.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, it } from 'vitest';
import { deleteUser } from 'svc-link/contract';
import type { Notices } from '../../src/adapters/index.js';
import { setCredentials } from '../../src/credentials/store.js';
import { transact } from '../../src/db/index.js';
import { expectGrant, openTokens, releaseGrants } from '../../src/grants/index.js';
import { releaseUnused } from '../../src/grants/revocations.js';
import type { RevokeDeps } from '../../src/grants/revoke-due.js';
import { deleteTeam } from '../../src/management/delete-team.js';
import { forgetDeletedTeams } from '../../src/management/index.js';
import { createBudgets, type Gate, later } from '../../src/provider-http/index.js';
import { findProvider } from '../../src/providers/index.js';
import { sandboxKeys } from '../../src/server/server.js';
import { madeUpAdapter } from '../support/made-up-adapter.js';
import { startEndingScene } from './ending-scene.js';
import { atServer, grantRow, newGrant, type StoredGrant } from './grant-scene.js';

const scene = await startEndingScene();
const { service, server, db, signIn, at, endDue, waiting, letWaitBeOver, disconnect } = scene;
beforeEach(scene.empty);
afterAll(scene.stop);

const grant = (more?: Parameters<typeof newGrant>[2]): Promise<StoredGrant> =>
  newGrant(service, server, { seconds: 120, ...more });
const grants = async (): Promise<string[]> =>
  (await db.selectFrom('provider_grant').select('id').execute()).map(({ id }) => id);
/** Each person could have subscriptions, and there are none. */
const notices: Notices = {
  subscriptions: {
    per: 'grant',
    topics: () => [],
    list: { request: { to: '/subscriptions' }, read: () => [] },
    create: () => ({ method: 'POST', to: '/subscriptions' }),
    readCreated: () => ({ id: 'one' }),
    delete: () => ({ method: 'DELETE', to: '/subscriptions' }),
  },
  verify: () => 'hint',
  read: () => [],
};

describe('a grant is ended at its provider', () => {
  it('if its only connection is ended', async () => {
    const of = await grant();
    assert.equal((await disconnect(of)).status, 200);
    assert.deepEqual(await grants(), []);
    assert.equal((await waiting()).length, 1);
    await endDue();
    assert.deepEqual(await waiting(), []);
    assert.equal(server.requests.data, 1);
  });

  it('if the user is deleted', async () => {
    const of = await grant();
    await service.call(deleteUser, { apiKey: sandboxKeys.apiKey, params: { user_id: of.userId } });
    assert.deepEqual([await grants(), (await waiting()).length], [[], 1]);
  });

  it('if the team is deleted, with its application as it was', async () => {
    const of = await grant();
    const team = await service.newTeam();
    const provider = findProvider('aurora_ring');
    assert.ok(provider);
    const own = { clientId: 'own', clientSecret: 'own-secret' };
    await transact(db, (tx) =>
      setCredentials(service.deps, tx, team.id, { ...provider, slug: 'made_up' }, own),
    );
    const { application } = await db
      .selectFrom('custom_credentials')
      .select('application')
      .where('team_id', '=', team.id)
      .executeTakeFirstOrThrow();
    await db.updateTable('provider_grant').set({ application }).execute();
    await db.updateTable('connection').set({ team_id: team.id }).where('grant_id', '=', of.id).execute();
    await transact(db, (tx) => deleteTeam(tx, team.id, new Date()));
    while (await forgetDeletedTeams(db, new Date()));
    assert.deepEqual(await grants(), []);
    const seen: unknown[] = [];
    const resolve: RevokeDeps['resolve'] = (origin) => {
      seen.push(origin);
      return Promise.resolve(undefined);
    };
    await endDue({ resolve });
    assert.deepEqual(seen, [{ provider: 'made_up', application, client: own }]);
    assert.equal((await waiting()).length, 1);
  });

  it('with new tokens if the old ones have expired, and the new ones are stored first', async () => {
    const of = await grant({ seconds: -5 });
    await disconnect(of);
    let failures = 0;
    signIn.revoke = () => ({ method: 'DELETE', to: failures++ === 0 ? '/nothing' : { address: 'revoke' } });
    server.data = () => ({ status: 503, body: {} });
    await endDue();
    assert.equal(server.refreshes.get(of.account), 1);
    assert.ok(Number((await waiting())[0]?.access_until) > Date.now());
    server.data = undefined;
    await letWaitBeOver();
    await endDue();
    assert.equal(server.refreshes.get(of.account), 1);
    assert.deepEqual(await waiting(), []);
  });

  it('if a process of an earlier version has deleted its connection', async () => {
    const of = await grant();
    const used = await grant();
    await db.deleteFrom('connection').where('grant_id', '=', of.id).execute();
    await releaseUnused(db);
    assert.deepEqual([await grants(), (await waiting()).map(({ id }) => id)], [[used.id], [of.id]]);
  });

  it('some at a time if there are many, and each one is found', async () => {
    const all = [];
    for (let n = 0; n < 5; n++) all.push(await grant());
    const sorted = all.map(({ id }) => id).sort();
    const kept = sorted[1]!;
    await db.deleteFrom('connection').where('grant_id', '<>', kept).execute();
    const left: number[] = [];
    let behind = await releaseUnused(db, undefined, 2);
    assert.equal(behind, kept);
    left.push((await grants()).length);
    for (let looks = 0; looks < 2; looks++) {
      behind = await releaseUnused(db, behind, 2);
      left.push((await grants()).length);
    }
    assert.deepEqual([left, await grants()], [[4, 2, 1], [kept]]);
    // The next round begins with the first grant again.
    assert.equal(await releaseUnused(db, behind, 2), behind);
  });
});

describe('a grant stays', () => {
  it('as long as another connection uses it', async () => {
    const of = await grant();
    const other = await grant({ account: of.account });
    await disconnect(of);
    assert.deepEqual([await grants(), await waiting()], [[of.id], []]);
    await disconnect(other);
    assert.deepEqual([await grants(), (await waiting()).length], [[], 1]);
  });

  it('if its account is linked again before it was ended', async () => {
    const of = await grant();
    await disconnect(of);
    const again = await grant({ account: of.account });
    assert.deepEqual(await waiting(), []);
    assert.equal((await grantRow(db, again.id)).status, 'live');
    await endDue();
    assert.equal(server.requests.data, 0);
  });

  /** Whether the provider still accepts the grant's tokens. */
  const isLive = async ({ id, account }: StoredGrant): Promise<boolean> => {
    const { accessToken } = openTokens(service.deps.secrets, await grantRow(db, id));
    return (await server.accountOf(accessToken)) === account;
  };
  /** Other tokens of the same account that no connection has. */
  const expectAnother = async ({ account }: StoredGrant, minutes: number) => {
    const issued = await server.issue(account);
    const tokens = { ...issued, expiresAt: Date.now() + 120_000 };
    const expected = { provider: 'made_up', account, application: null, tokens };
    await transact(db, (tx) => expectGrant(tx, service.deps.secrets, expected, minutes));
  };

  it('if other tokens of its account become due while many are ended', async () => {
    const of = await grant();
    await expectAnother(of, 15);
    await disconnect(await grant());
    await disconnect(await grant());
    let isDue = false;
    const resolve: RevokeDeps['resolve'] = async () => {
      if (!isDue) await letWaitBeOver();
      isDue = true;
      return at();
    };
    await endDue({ resolve });
    assert.ok(isDue);
    assert.ok(await isLive(of));
    await endDue();
    assert.deepEqual(await waiting(), []);
  });

  it('if its account is linked again while new tokens are obtained to end it', async () => {
    const of = await grant({ seconds: -5 });
    await disconnect(of);
    let again: StoredGrant | undefined;
    server.interfere = async () => {
      again ??= await grant({ account: of.account });
      return undefined;
    };
    await endDue();
    assert.ok(again);
    assert.deepEqual([await waiting(), await isLive(again)], [[], true]);
  });

  it('if new tokens of its account wait for their connection while others are obtained to end it', async () => {
    const of = await grant({ seconds: -5 });
    await disconnect(of);
    let isExpected = false;
    server.interfere = async () => {
      if (!isExpected) await expectAnother(of, 15);
      isExpected = true;
      return undefined;
    };
    await endDue();
    assert.deepEqual([isExpected, server.requests.data], [true, 0]);
    const rows = await waiting();
    assert.equal(rows.length, 2);
    for (const { next_try, ends_on } of rows) {
      assert.ok(Number(next_try) > Date.now() + 14 * 60_000);
      assert.ok(Number(ends_on) > Date.now() + 24 * 3_600_000);
    }
    await letWaitBeOver();
    await endDue();
    assert.deepEqual([await waiting(), server.requests.data > 0], [[], true]);
  });

  it('if its account is linked again while its subscriptions are ended', async () => {
    const of = await grant();
    await disconnect(of);
    let again: StoredGrant | undefined;
    const through: Gate['through'] = async (send) => {
      again ??= await grant({ account: of.account });
      return send();
    };
    const adapter = { ...madeUpAdapter(signIn), notices };
    const resolve = () => Promise.resolve(atServer(server, adapter));
    await endDue({ resolve, budgets: { ...createBudgets(db), gateFor: () => ({ through }) } });
    assert.ok(again);
    assert.deepEqual([await waiting(), await isLive(again)], [[], true]);
  });

  it('if nothing is let go', async () => {
    const of = await grant();
    await transact(db, (tx) => releaseGrants(tx, [null, of.id, of.id]));
    assert.deepEqual(await grants(), [of.id]);
  });
});

describe('ending very many', () => {
  const limits = [{ per: 'application', requests: 10, seconds: 60 }] as const;
  const resolve = () => Promise.resolve(atServer(server, madeUpAdapter(signIn, { limits })));

  it('respects the limits, and waits for them without using up tries', async () => {
    for (let n = 0; n < 25; n++) await disconnect(await grant());
    await endDue({ resolve });
    // Requests that can wait may use six tenths of the limit.
    assert.equal(server.requests.data, 6);
    const rows = await waiting();
    assert.deepEqual([rows.length, new Set(rows.map(({ tries }) => tries))], [19, new Set([0])]);
    for (const { next_try } of rows) {
      const wait = Number(next_try) - Date.now();
      assert.ok(wait > 0 && wait < 70_000, `${wait} ms`);
    }
    for (let minutes = 1; minutes <= 4; minutes++) {
      await letWaitBeOver();
      await db.deleteFrom('provider_budget').execute();
      await endDue({ resolve });
    }
    assert.deepEqual([await waiting(), server.requests.data], [[], 25]);
  });
});

describe('ending it', () => {
  it('is tried again later, and given up with its tokens after a day', async () => {
    const of = await grant();
    await disconnect(of);
    signIn.revoke = () => ({ method: 'POST', to: '/fails' });
    server.data = () => ({ status: 500, body: {} });
    for (let tries = 1; tries <= 6; tries++) {
      await endDue();
      const [row] = await waiting();
      assert.equal(row?.tries, tries);
      assert.ok(Number(row.next_try) > Date.now() + 50_000);
      await endDue();
      assert.equal(server.requests.data, tries);
      await letWaitBeOver();
    }
    await sql`update provider_revocation set ends_on = now()`.execute(db);
    await endDue();
    assert.deepEqual(await waiting(), []);
    assert.equal(server.requests.data, 6);
    assert.match(service.logged(), /a grant could not be ended at its provider/);
  });

  it('is a normal try if the provider names a past time, with the usual wait', async () => {
    await disconnect(await grant());
    signIn.revoke = () => {
      throw later('away', new Date(0));
    };
    await endDue();
    const [row] = await waiting();
    assert.equal(row?.tries, 1);
    assert.ok(Number(row.next_try) > Date.now() + 50_000);
  });

  it('is done if the provider does not know it any more', async () => {
    for (const status of [401, 404]) {
      const of = await grant();
      await disconnect(of);
      server.data = () => ({ status, body: {} });
      signIn.revoke = () => ({ method: 'POST', to: '/gone' });
      await endDue();
      assert.deepEqual(await waiting(), []);
    }
    server.data = undefined;
    const of = await grant({ seconds: -5 });
    await disconnect(of);
    server.interfere = () => ({ refuse: { status: 400, body: { error: 'invalid_grant' } } });
    await endDue();
    assert.deepEqual(await waiting(), []);
  });

  it.each(['application', 'application-by-form'] as const)(
    'is not done where the provider refuses the %s, or its address is wrong',
    async (as) => {
      await disconnect(await grant());
      const tries = async (status: number) => {
        server.data = () => ({ status, body: {} });
        await letWaitBeOver();
        await endDue();
        return (await waiting()).map((row) => row.tries);
      };
      signIn.revoke = ({ accessToken }) => ({
        method: 'POST',
        to: '/gone',
        form: { token: accessToken },
        as,
        headers: { authorization: `Bearer ${accessToken}` },
      });
      assert.deepEqual([await tries(401), await tries(404), await tries(200)], [[1], [2], []]);
    },
  );

  it('needs no request if the provider has none for it, or if the grant was dead', async () => {
    const of = await grant();
    await disconnect(of);
    delete signIn.revoke;
    await endDue();
    assert.deepEqual(await waiting(), []);
    const dead = await grant();
    await db.updateTable('provider_grant').set({ status: 'dead' }).execute();
    await disconnect(dead);
    assert.deepEqual([await grants(), await waiting()], [[], []]);
  });

  it('needs no request if the server publishes no address for it', async () => {
    await disconnect(await grant());
    const { authorize, token, api } = at().application.urls;
    const application = { ...at().application, urls: { authorize, token, api } };
    const resolve = () => Promise.resolve({ ...at(), application });
    await endDue({ resolve });
    assert.deepEqual([await waiting(), server.requests.data], [[], 0]);
  });

  it('is shared by the processes', async () => {
    for (const of of await Promise.all(Array.from({ length: 15 }, () => grant()))) await disconnect(of);
    await Promise.all([endDue(), endDue(), endDue()]);
    assert.equal(server.requests.data, 15);
    assert.deepEqual(await waiting(), []);
  });
});
