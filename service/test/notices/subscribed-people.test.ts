// Subscriptions that the service makes by itself, for each person.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { disconnectProvider } from 'svc-link/contract';
import { describe, it } from 'vitest';
import { revokeDue } from '../../src/grants/revoke-due.js';
import { sandboxKeys } from '../../src/server/server.js';
import { sceneOfTests } from './subscription-scene.js';

const { apiKey } = sandboxKeys;
const scene = sceneOfTests();

describe('subscriptions of each person', () => {
  it('are made after the link for the granted scopes, only once by two processes, and report new data', async () => {
    const { userId, account } = await scene.link('withings');
    const paused = await scene.link('withings');
    await scene.db
      .updateTable('connection')
      .set({ status: 'paused' })
      .where('user_id', '=', paused.userId)
      .execute();
    await Promise.all([scene.look(), scene.look()]);
    assert.deepEqual(
      scene.withings.subscriptions.map((one) => `${one.account} ${one.appli}`),
      ['1', '2', '4', '16', '44'].map((appli) => `${account} ${appli}`),
    );
    const body = new URLSearchParams({ userid: account, appli: '44' });
    const url = scene.withings.subscriptions[0]?.callbackurl ?? '';
    const { status } = await scene.reach(url, {
      method: 'POST',
      body: body.toString(),
    });
    assert.deepEqual([status, await scene.isDue(userId)], [200, true]);
    scene.withings.requests.length = 0;
    await scene.look();
    assert.deepEqual(scene.withings.requests, [], 'only after a week');
    scene.withings.subscriptions.splice(1, 1);
    await scene.passTime();
    await scene.look();
    assert.equal(scene.withings.subscriptions.length, 5);
  });

  it('end with the last connection of the person, and not before', async () => {
    const one = await scene.link('withings');
    await scene.look();
    const { userId } = one;
    const other = await scene.service.newUser();
    const [connection] = await scene.db
      .selectFrom('connection')
      .selectAll()
      .where('user_id', '=', userId)
      .execute();
    assert.ok(connection);
    const id = randomUUID();
    await scene.db
      .insertInto('connection')
      .values({
        ...connection,
        ...{ id, user_id: other, scopes_granted: '[]', scopes_denied: '[]', error_details: null },
        consent: null,
        credentials: scene.service.deps.secrets.seal('connection', id, '{}'),
      })
      .execute();
    const disconnect = (user_id: string) =>
      scene.service.call(disconnectProvider, { apiKey, params: { user_id, provider: 'withings' } });
    await disconnect(userId);
    await revokeDue(scene.newProcess());
    assert.equal(scene.withings.subscriptions.length, 5);
    await disconnect(other);
    await revokeDue(scene.newProcess());
    assert.deepEqual(scene.withings.subscriptions, []);
    assert.deepEqual(await scene.db.selectFrom('provider_revocation').selectAll().execute(), []);
  });

  it('leave a connection as it is if the provider takes it for invalid twice', async () => {
    const { userId } = await scene.link('withings');
    scene.withings.refusal = 343;
    for (let looks = 0; looks < 2; looks++) {
      await scene.look();
      await scene.db
        .updateTable('provider_grant')
        .set({ suspected_on: new Date(0) })
        .where('suspected_on', 'is not', null)
        .execute();
      await scene.passTime();
    }
    const { status } = await scene.db
      .selectFrom('connection')
      .select('status')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    assert.equal(status, 'connected');
    assert.ok(scene.withings.requests.length > 1);
  });

  it.each([
    [293, /PUBLIC_URL has to be https.*port 443 or 80.*HEAD.*255/],
    [401, /refuses the person's access.*link again/],
  ])(
    'say what to do where the provider refuses them with %i, and forget it once they are made',
    async (refusal, said) => {
      await scene.link('withings');
      scene.withings.refusal = refusal;
      await scene.look();
      const { people, failedPeople, peopleProblem } = (await scene.standing('withings')) ?? {};
      assert.deepEqual([people, failedPeople], [1, 1]);
      assert.match(peopleProblem ?? '', said);
      scene.withings.refusal = undefined;
      await scene.passTime();
      await scene.look();
      assert.equal((await scene.standing('withings'))?.peopleProblem, undefined);
    },
  );

  it('are ended once the settings no longer ask for notices', async () => {
    await scene.link('withings');
    await scene.look();
    const providerSettings = scene.settingsOff();
    await scene.passTime();
    await scene.look(false, { providerSettings });
    assert.deepEqual(scene.withings.subscriptions, []);
  });
});
