// Tokens of grants: renewed in time and once, and stored before they are used. Each keeper stands for a process.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { openTokens } from '../../src/grants/index.js';
import { claimRenewal } from '../../src/grants/renew.js';
import { startAuthorizationServer } from '../support/authorization-server.js';
import { gate } from '../support/gate.js';
import { madeUpAdapter } from '../support/made-up-adapter.js';
import { atServer, connectionOf, failureOf, grantRow, keeperOf, letPass, newGrant } from './grant-scene.js';
import { type KeeperScene, startKeeperScene } from './keeper-scene.js';

let scene: KeeperScene;
beforeAll(async () => {
  scene = await startKeeperScene();
});
afterAll(() => scene.stop());
beforeEach(() => scene.empty());

describe('a token', () => {
  it('that is valid is used as it is', async () => {
    const of = await scene.grant({ seconds: 120 });
    const access = await scene.tokenOf(of);
    assert.equal(await scene.server.accountOf(access.accessToken), of.account);
    assert.deepEqual(
      [access.version, scene.refreshesOf(of), access.account, access.scopes],
      [1, 0, of.account, ['sleep']],
    );
  });

  it('that expires soon is renewed, and the new one is stored before it is used', async () => {
    const of = await scene.grant({ seconds: 30 });
    await scene.keeper.withToken(of.id, async (access) => {
      assert.ok(await scene.isKept(of, access));
      assert.equal(await scene.server.accountOf(access.accessToken), of.account);
      assert.equal(access.version, 2);
    });
    await scene.tokenOf(of);
    assert.equal(scene.refreshesOf(of), 1);
    const { lease, lease_until, access_until } = await grantRow(scene.db, of.id);
    assert.deepEqual([lease, lease_until], [null, null]);
    assert.ok(Number(access_until) - Date.now() > 3_500_000);
  });

  it('is renewed once for many callers in several processes', async () => {
    const of = await scene.grant();
    const others = [scene.keeper, ...[1, 2].map(() => scene.newKeeper())];
    const got = await Promise.all(Array.from({ length: 30 }, (_, n) => scene.tokenOf(of, others[n % 3])));
    assert.equal(scene.refreshesOf(of), 1);
    assert.equal(new Set(got.map(({ accessToken }) => accessToken)).size, 1);
  });

  it('is not renewed by another process while the first may still request and store it', async () => {
    const of = await scene.grant();
    const [asked, answered] = [gate(), gate()];
    scene.server.interfere = async () => {
      asked.resolve();
      await answered.promise;
      return undefined;
    };
    const first = scene.tokenOf(of);
    await asked.promise;
    // A minute of requests, and a minute and a half in which the database does not accept the answer.
    await sql`update provider_grant set lease_until = lease_until - interval '150 seconds'`.execute(scene.db);
    assert.equal(await claimRenewal(scene.db, of.id, 1), undefined);
    answered.resolve();
    assert.ok(await scene.isKept(of, await first));
    assert.equal(scene.refreshesOf(of), 1);
  });

  it('keeps the old refresh token if the provider sends no new one', async () => {
    const of = await scene.grant();
    const lasting = await startAuthorizationServer({
      tokenAnswer: (body) => ({ ...body, refresh_token: undefined }),
      rotates: false,
    });
    try {
      const { refreshToken } = await lasting.issue(of.account);
      const sealed = (text: string) => scene.service.deps.secrets.seal('provider-grant', of.id, text);
      const credentials = sealed(JSON.stringify({ accessToken: 'old', refreshToken, expiresAt: 1 }));
      await scene.db.updateTable('provider_grant').set({ credentials }).where('id', '=', of.id).execute();
      await scene.tokenOf(
        of,
        keeperOf(scene.service, () => atServer(lasting)),
      );
      assert.equal(
        openTokens(scene.service.deps.secrets, await grantRow(scene.db, of.id)).refreshToken,
        refreshToken,
      );
    } finally {
      await lasting.close();
    }
  });

  it('of a paused connection is not renewed, and stays as it is', async () => {
    const of = await scene.grant({ status: 'paused' });
    const before = await grantRow(scene.db, of.id);
    assert.equal((await failureOf(scene.tokenOf(of))).kind, 'later');
    assert.deepEqual(await grantRow(scene.db, of.id), before);
    assert.equal(scene.refreshesOf(of), 0);
  });

  it('is renewed if one of the connections is not paused', async () => {
    const of = await scene.grant({ status: 'paused' });
    await scene.grant({ account: of.account, seconds: -5 });
    await scene.tokenOf(of);
    assert.equal(scene.refreshesOf(of), 1);
  });

  it('is not given if the application is not known any more', async () => {
    const of = await scene.grant({ seconds: 120 });
    assert.equal(
      (
        await failureOf(
          scene.tokenOf(
            of,
            keeperOf(scene.service, () => undefined),
          ),
        )
      ).kind,
      'application',
    );
  });
});

describe('data', () => {
  it('is requested once more with a new token if the token is refused', async () => {
    const of = await scene.grant({ seconds: 120 });
    const { accessToken } = await scene.tokenOf(of);
    let refusals = 0;
    scene.server.data = () => (refusals++ === 0 ? { status: 401, body: {} } : undefined);
    assert.deepEqual(await scene.me(of), { id: of.account });
    assert.equal(scene.refreshesOf(of), 1);
    assert.notEqual((await scene.tokenOf(of)).accessToken, accessToken);
    assert.equal((await grantRow(scene.db, of.id)).suspected_on, null);
  });

  it('that is refused with every token needs the person to link again, once that is certain', async () => {
    const of = await scene.grant({ seconds: 120 });
    scene.server.data = () => ({ status: 401, body: {} });
    const first = await failureOf(scene.me(of));
    assert.equal(first.kind, 'later');
    assert.ok(Number(first.retryAt) > Date.now());
    assert.equal((await connectionOf(scene.db, of)).status, 'connected');
    await letPass(scene.db, 60);
    assert.equal((await failureOf(scene.me(of))).kind, 'reconnect');
    assert.equal(scene.refreshesOf(of), 2);
    assert.equal((await connectionOf(scene.db, of)).status, 'error');
    // From now on no provider is asked.
    const { tokens, data } = scene.server.requests;
    assert.equal((await failureOf(scene.me(of))).kind, 'reconnect');
    assert.deepEqual(scene.server.requests, { tokens, data });
  });

  it('that comes again clears the suspicion', async () => {
    const of = await scene.grant({ seconds: 120 });
    scene.server.data = () => ({ status: 401, body: {} });
    await failureOf(scene.me(of));
    assert.notEqual((await grantRow(scene.db, of.id)).suspected_on, null);
    scene.server.data = undefined;
    await scene.me(of);
    assert.equal((await grantRow(scene.db, of.id)).suspected_on, null);
  });

  it('that fails in another way renews nothing', async () => {
    const of = await scene.grant({ seconds: 120 });
    scene.server.data = () => ({ status: 503, body: {} });
    assert.equal((await failureOf(scene.me(of))).kind, 'later');
    await assert.rejects(
      scene.keeper.withToken(of.id, () => Promise.reject(new Error('ours'))),
      /^Error: ours$/,
    );
    assert.equal(scene.refreshesOf(of), 0);
  });

  it('that is refused with a token that cannot be renewed needs the person to link again', async () => {
    const lasting = atServer(scene.server, madeUpAdapter({ refresh: null }));
    const by = keeperOf(scene.service, () => lasting);
    const of = await scene.grant({ refreshable: false });
    assert.deepEqual(await scene.me(of, by), { id: of.account });
    scene.server.data = () => ({ status: 401, body: {} });
    assert.equal((await failureOf(scene.me(of, by))).kind, 'later');
    await letPass(scene.db, 60);
    assert.equal((await failureOf(scene.me(of, by))).kind, 'reconnect');
    assert.equal(scene.server.refreshes.size, 0);
  });
});

describe('a lost answer', () => {
  it('is requested once more with the same token, if the provider accepts it twice', async () => {
    const forgiving = await startAuthorizationServer({ forgives: true });
    try {
      const of = await newGrant(scene.service, forgiving);
      let closed = 0;
      forgiving.interfere = () => (closed++ === 0 ? 'close-after' : undefined);
      const access = await scene.tokenOf(
        of,
        keeperOf(scene.service, () => atServer(forgiving)),
      );
      assert.equal(await forgiving.accountOf(access.accessToken), of.account);
      assert.ok(await scene.isKept(of, access));
      assert.equal(forgiving.requests.tokens, 2);
    } finally {
      await forgiving.close();
    }
  });

  it('leaves the grant to the next try if the provider was not reached', async () => {
    const of = await scene.grant();
    scene.server.interfere = () => 'close-before';
    assert.equal((await failureOf(scene.tokenOf(of))).kind, 'later');
    scene.server.interfere = () => undefined;
    assert.equal((await scene.tokenOf(of)).version, 2);
  });
});

it('a process that stops finishes its renewals', async () => {
  const of = await scene.grant();
  let answer = (): void => {};
  const asked = new Promise<void>((reached) => {
    scene.server.interfere = async () => {
      reached();
      await new Promise<void>((resolve) => (answer = resolve));
      return undefined;
    };
  });
  const got = scene.tokenOf(of);
  await asked;
  const finished = scene.keeper.finish();
  answer();
  await finished;
  assert.equal((await grantRow(scene.db, of.id)).version, 2);
  await got;
});

it('logs and errors contain no token', async () => {
  const of = await scene.grant();
  const tokens = openTokens(scene.service.deps.secrets, await grantRow(scene.db, of.id));
  const said: string[] = [];
  for (const refuse of [
    { status: 400, body: { error: 'x', error_description: tokens.refreshToken } },
    { status: 500, body: tokens },
  ]) {
    scene.server.interfere = () => ({ refuse });
    await scene.tokenOf(of).catch((error: Error) => said.push(`${error.stack} ${JSON.stringify(error)}`));
  }
  assert.equal(said.length, 2);
  const all = said.join('\n') + scene.service.logged();
  for (const token of [tokens.accessToken, tokens.refreshToken ?? assert.fail(), scene.server.clientSecret])
    assert.ok(!all.includes(token));
});
