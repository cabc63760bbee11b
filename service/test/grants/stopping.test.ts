// What a stopping service still does about tokens.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import type { TokenKeeper } from '../../src/grants/index.js';
import { claimRenewal } from '../../src/grants/renew.js';
import { atServer, failureOf, grantRow, keeperOf } from './grant-scene.js';
import { type KeeperScene, startKeeperScene } from './keeper-scene.js';

let scene: KeeperScene;
let stop: AbortController;
let keeper: TokenKeeper;
beforeAll(async () => {
  scene = await startKeeperScene();
});
afterAll(() => scene.stop());
beforeEach(async () => {
  await scene.empty();
  Object.assign(scene.server.requests, { tokens: 0, data: 0 });
  stop = new AbortController();
  const deps = { ...scene.service.deps, stopping: stop.signal };
  keeper = keeperOf({ ...scene.service, deps }, () => atServer(scene.server));
});
const why = new Error('the process stops');

describe('once the service is stopping', () => {
  it('no renewal of tokens begins', async () => {
    const of = await scene.grant();
    stop.abort(why);
    await assert.rejects(scene.tokenOf(of, keeper), why);
    const { version, lease } = await grantRow(scene.db, of.id);
    assert.deepEqual([scene.server.requests.tokens, version, lease], [0, 1, null]);
  });

  it('it does not wait for a renewal in another process', async () => {
    const of = await scene.grant();
    assert.ok(await claimRenewal(scene.db, of.id, 1));
    const asked = assert.rejects(scene.tokenOf(of, keeper), why);
    stop.abort(why);
    await Promise.all([asked, keeper.finish()]);
  });

  it('it waits for a renewal in progress, and keeps its tokens', async () => {
    const of = await scene.grant();
    scene.server.interfere = () => {
      stop.abort(why);
      return undefined;
    };
    const asked = assert.rejects(scene.me(of, keeper), why);
    await new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
    await keeper.finish();
    assert.equal((await grantRow(scene.db, of.id)).version, 2);
    await asked;
    assert.equal(scene.server.requests.data, 0);
  });

  it('a renewal whose answer is lost is left to the next process', async () => {
    const of = await scene.grant();
    scene.server.interfere = () => {
      stop.abort(why);
      return 'close-before';
    };
    assert.equal((await failureOf(scene.tokenOf(of, keeper))).kind, 'later');
    assert.equal(scene.server.requests.tokens, 1);
    const { lease, suspected_on } = await grantRow(scene.db, of.id);
    assert.deepEqual([lease, suspected_on], [null, null]);
    scene.server.interfere = () => undefined;
    assert.equal((await scene.tokenOf(of)).version, 2);
  });
});
