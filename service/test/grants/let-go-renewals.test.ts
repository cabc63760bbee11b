// Grants that are let go while their tokens are renewed: only the new tokens can end them.
import assert from 'node:assert/strict';
import { afterAll, beforeEach, it } from 'vitest';
import { openTokens } from '../../src/grants/index.js';
import { startEndingScene } from './ending-scene.js';
import { failureOf, keeperOf, newGrant, type StoredGrant } from './grant-scene.js';

const scene = await startEndingScene();
const { service, server, at, endDue, waiting, letWaitBeOver, disconnect } = scene;
beforeEach(scene.empty);
afterAll(scene.stop);

const usedUp = { refuse: { status: 400, body: { error: 'invalid_grant' } } };

/** A grant whose renewal begins, and does not end before `meanwhile` has ended. */
async function renewed(meanwhile: (of: StoredGrant) => Promise<unknown>): Promise<StoredGrant> {
  const of = await newGrant(service, server, { seconds: -10 });
  server.interfere = async () => {
    server.interfere = () => usedUp;
    await meanwhile(of);
    server.interfere = () => undefined;
    return undefined;
  };
  const asked = keeperOf(service, at).withToken(of.id, () => Promise.resolve());
  assert.equal((await failureOf(asked)).kind, 'reconnect');
  assert.equal(server.refreshes.get(of.account), 1);
  return of;
}
/** Checks that the new tokens wait to be ended, and that they are ended. */
async function assertEnded(): Promise<void> {
  const [row] = await waiting();
  const { refreshToken } = openTokens(service.deps.secrets, row ?? assert.fail('nothing waits'));
  assert.notEqual(await server.holderOf(String(refreshToken)), undefined);
  await letWaitBeOver();
  await endDue();
  assert.deepEqual(await waiting(), []);
  assert.equal(await server.holderOf(String(refreshToken)), undefined);
}

it('are ended with the new tokens, after waiting for them', async () => {
  await renewed(async (of) => {
    await disconnect(of);
    await endDue();
    assert.equal((await waiting())[0]?.tries, 0);
  });
  await assertEnded();
});

it('are ended with the new tokens even if the earlier ones were taken for ended', async () => {
  await renewed(async (of) => {
    await disconnect(of);
    await letWaitBeOver();
    await endDue();
    assert.deepEqual(await waiting(), []);
  });
  await assertEnded();
});

it('are ended with the new tokens that arrive while the earlier ones are tried', async () => {
  let ending: Promise<void> | undefined;
  let answer = (): void => {};
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  await renewed(async (of) => {
    await disconnect(of);
    await letWaitBeOver();
    await new Promise<void>((tried) => {
      server.interfere = async () => {
        tried();
        await isAnswered;
        return usedUp;
      };
      ending = endDue();
    });
  });
  answer();
  await ending;
  await assertEnded();
});

it('are not ended if the account is linked again', async () => {
  await renewed(async (of) => {
    await disconnect(of);
    await newGrant(service, server, { account: of.account, seconds: 3600 });
  });
  assert.deepEqual(await waiting(), []);
});
