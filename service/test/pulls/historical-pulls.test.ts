import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { deleteUser, disconnectProvider } from 'svc-link/contract';
import { transact, type Tx } from '../../src/db/index.js';
import { scheduleLate } from '../../src/pulls/begin.js';
import { addDays } from '../../src/work/calendar.js';
import { pullDue } from '../../src/pulls/index.js';
import { fetchPast, stepPulls, storePast } from '../../src/pulls/historical.js';
import { sandboxKeys } from '../../src/server/server.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { pullScene, type PullScene } from './pull-scene.js';

let service: TestService;
let scene: PullScene;
beforeAll(async () => {
  service = await startTestService();
  scene = pullScene(service);
  await service.hear();
});
afterAll(() => service.stop());

const { apiKey } = sandboxKeys;
const day = 86_400;

describe('a historical pull', () => {
  // spec 6.1, 6.3, 9.3, 9.5
  it('brings 90 days of each resource, and says so once for each', async () => {
    const userId = await scene.connected();
    await scene.advance(0);
    const pulls = await scene.pullsOf(userId);
    assert.deepEqual(
      pulls.map(({ provider, resource, status, error_details }) => [
        provider,
        resource,
        status,
        error_details,
      ]),
      [
        ['umbra_sleep', 'sleep', 'success', null],
        ['umbra_sleep', 'sleep_cycle', 'success', null],
      ],
    );
    const { range_start, range_end, pulled_until, ended_on, next_attempt_at } = pulls[0]!;
    assert.deepEqual(
      [range_start, range_end, pulled_until],
      [addDays(scene.yesterday(), -89), scene.yesterday(), scene.yesterday()],
    );
    assert.ok(ended_on && next_attempt_at === null);

    const days = await scene.storedOf(userId);
    assert.equal(days.filter(({ resource }) => resource === 'sleep').length, 90);
    assert.deepEqual([days[0]?.date, days.at(-1)?.date], [range_start, range_end]);
    assert.deepEqual(
      await scene.eventsOf(userId),
      ['sleep', 'sleep_cycle'].map((resource) => ({
        event_type: `historical.data.${resource}.created`,
        data: { user_id: userId, provider: 'umbra_sleep', start_date: range_start, end_date: range_end },
      })),
    );
    await scene.advance(0);
    assert.equal((await scene.eventsOf(userId)).length, 2);
  });

  it('begins by itself when the connection is made', async () => {
    const userId = await scene.connected('ok@example.com', 'quartz_scale');
    // No clock is moved here: the job lane does it.
    while ((await scene.pullsOf(userId)).some(({ status }) => status !== 'success'))
      await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(await scene.typesOf(userId), [
      'historical.data.body.created',
      'historical.data.profile.created',
    ]);
  });

  // spec 6.8
  it('goes step by step, and continues from the last step after an interruption', async () => {
    const userId = await service.newUser();
    // Made without a job, so that only this test takes the steps.
    const connectionId = await scene.connectionWithoutJob(userId, {
      provider: 'nimbus_health',
      scopes_granted: JSON.stringify(['profile.read', 'activity.read', 'body.read', 'meal.read']),
    });
    await transact(service.deps.db, (tx) => scheduleLate(tx, connectionId, service.clock.now()));
    const now = service.clock.now();
    const step = () => stepPulls(service.deps, connectionId, now);
    const standing = async () => [
      (await scene.pullsOf(userId)).map(({ resource, status, pulled_until }) => [
        resource,
        status,
        pulled_until,
      ]),
      (await scene.storedOf(userId)).length,
      await scene.typesOf(userId),
    ];
    const done = (resource: string) => [resource, 'success', scene.yesterday()];
    const waiting = (resource: string) => [resource, 'scheduled', null];
    await service.deps.db
      .updateTable('historical_pull')
      .set({ pulled_until: addDays(scene.yesterday(), -60), status: 'in_progress' })
      .where('connection_id', '=', connectionId)
      .where('resource', '=', 'activity')
      .execute();
    const begun = ['activity', 'in_progress', addDays(scene.yesterday(), -60)];
    const first = [[begun, waiting('body'), waiting('meal'), waiting('profile')], 0, []];
    assert.deepEqual(await standing(), first);
    // Is cut off before it is committed.
    const asked = await fetchPast(service.deps, connectionId, now);
    const store = (tx: Tx) => storePast(tx, service.deps, asked!, now);
    const breaking = transact(service.deps.db, async (tx) => {
      await store(tx);
      throw new Error('killed');
    });
    await assert.rejects(breaking, /killed/);
    assert.deepEqual(await standing(), first);
    assert.ok(await step());
    const second = await standing();
    // Another process had asked at the same time.
    assert.ok(await transact(service.deps.db, store));
    assert.deepEqual(await standing(), second);
    const [pulls, days, types] = await standing();
    // 60 and 90 days, and 30 of the third.
    assert.deepEqual(pulls, [
      done('activity'),
      done('body'),
      ['meal', 'in_progress', addDays(scene.yesterday(), -60)],
      waiting('profile'),
    ]);
    assert.deepEqual(types, ['historical.data.activity.created', 'historical.data.body.created']);
    assert.ok(Number(days) > 150 && Number(days) <= 180, `${String(days)} days`);
    assert.equal(await step(), false);
    assert.deepEqual((await standing())[0], ['activity', 'body', 'meal', 'profile'].map(done));
    assert.equal((await scene.typesOf(userId)).length, 4);
    assert.equal(await step(), false);
  });

  // spec 3.4.1
  it('is tried again after a passing failure, when the clock reaches the time', async () => {
    const userId = await scene.connected('pull-retry@example.com', 'zephyr_bed');
    await pullDue(service.deps, service.clock.now());
    const [first] = await scene.pullsOf(userId);
    assert.equal(first?.status, 'retrying');
    assert.deepEqual(first.error_details, {
      error_type: 'provider_api_error',
      error_message: 'The provider could not be reached.',
      attempts: 1,
    });
    assert.ok(first.next_attempt_at !== null && first.ended_on === null && first.pulled_until === null);
    await scene.advance(60);
    assert.equal((await scene.pullsOf(userId))[0]?.error_details?.attempts, 2);
    await scene.advance(200);
    assert.equal((await scene.pullsOf(userId))[0]?.status, 'retrying');
    assert.deepEqual(await scene.typesOf(userId), []);
    await scene.advance(100);
    for (const { status, error_details } of await scene.pullsOf(userId))
      assert.deepEqual([status, error_details], ['success', null]);
    assert.equal((await scene.typesOf(userId)).length, 3);
  });

  // spec 3.4.4
  it('is tried again for a connection of 10 May 2025 as for one of today', async () => {
    const userId = await scene.connected('pull-retry@example.com');
    const { db, clock } = service.deps;
    await db
      .updateTable('connection')
      .set({ created_on: new Date('2025-05-10T00:00:00Z') })
      .where('user_id', '=', userId)
      .execute();
    await pullDue(service.deps, clock.now());
    assert.equal((await scene.pullsOf(userId))[0]?.status, 'retrying');
  });

  it('has all of its tries within one long move of the clock', async () => {
    const userId = await scene.connected('pull-retry@example.com');
    await scene.advance(2 * day);
    assert.deepEqual(
      (await scene.pullsOf(userId)).map(({ status }) => status),
      ['success', 'success'],
    );
    assert.ok((await scene.typesOf(userId)).includes('daily.data.sleep.created'));
  });

  // spec 3.4.2
  it('fails for good if the provider says so, without data, and breaks the connection', async () => {
    const userId = await scene.connected('pull-fail@example.com');
    await scene.advance(3 * day);
    for (const pull of await scene.pullsOf(userId)) {
      assert.equal(pull.status, 'failure');
      assert.deepEqual(pull.error_details, {
        error_type: 'provider_data_refused',
        error_message: 'The provider refuses the data of this account for good.',
        attempts: 1,
      });
      assert.ok(pull.ended_on && pull.next_attempt_at === null);
    }
    assert.deepEqual(
      [await scene.storedOf(userId), await scene.typesOf(userId)],
      [[], ['provider.connection.error']],
    );
  });

  it('has only the resources that the person granted', async () => {
    const userId = await service.newUser();
    const connectionId = await scene.connectionWithoutJob(userId, {
      provider: 'nimbus_health',
      scopes_granted: JSON.stringify(['profile.read', 'activity.read', 'body.read', 'meal.read']),
    });
    await transact(service.deps.db, (tx) => scheduleLate(tx, connectionId, service.clock.now()));
    assert.deepEqual(
      (await scene.pullsOf(userId)).map(({ resource }) => resource),
      ['activity', 'body', 'meal', 'profile'],
    );
  });

  it('begins for connections without scheduled pulls, such as those of an earlier version', async () => {
    const userId = await service.newUser();
    await scene.connectionWithoutJob(userId);
    assert.deepEqual(await scene.pullsOf(userId), []);
    await scene.advance(0);
    assert.deepEqual(
      (await scene.pullsOf(userId)).map(({ status }) => status),
      ['success', 'success'],
    );
  });

  it('ends with its connection, and its data is deleted', async () => {
    const userId = await scene.connected();
    await scene.advance(0);
    assert.ok((await scene.storedOf(userId)).length > 0);
    await service.call(disconnectProvider, { apiKey, params: { user_id: userId, provider: 'umbra_sleep' } });
    assert.deepEqual([await scene.pullsOf(userId), await scene.storedOf(userId)], [[], []]);

    const deleted = await scene.connected();
    await service.call(deleteUser, { apiKey, params: { user_id: deleted } });
    await scene.advance(2 * day);
    assert.deepEqual(await scene.storedOf(deleted), []);
    assert.ok((await scene.typesOf(deleted)).every((type) => type.startsWith('historical.')));
    const left = await service.deps.db
      .selectFrom('historical_pull')
      .select('id')
      .where('connection_id', 'not in', service.deps.db.selectFrom('connection').select('id'))
      .execute();
    assert.deepEqual(left, []);
  });

  it('begins again when the person links again', async () => {
    const userId = await scene.connected('ok@example.com', 'quartz_scale');
    await scene.advance(0);
    await service.signIn(await service.newLink({ user_id: userId }), 'pull-fail@example.com');
    await scene.advance(0);
    assert.deepEqual(
      (await scene.pullsOf(userId)).map(({ status }) => status),
      ['failure', 'failure'],
    );
    assert.deepEqual(await scene.storedOf(userId), []);
  });

  it('of many connections lets other work in between', async () => {
    const now = service.clock.now();
    const count = 6;
    for (let n = 0; n < count; n++) await scene.connectionWithoutJob(await service.newUser());
    let turns = 0;
    let done = false;
    const turn = (): void => {
      turns += 1;
      if (!done) setImmediate(turn);
    };
    setImmediate(turn);
    await pullDue(service.deps, now);
    done = true;
    // Each is scheduled, and pulled.
    assert.ok(turns >= 2 * count, `${turns} turns`);
  });

  it('waits while the connection is paused', async () => {
    const userId = await service.newUser();
    const id = await scene.connectionWithoutJob(userId);
    await transact(service.deps.db, (tx) => scheduleLate(tx, id, service.clock.now()));
    const set = (status: 'paused' | 'connected') =>
      service.deps.db.updateTable('connection').set({ status }).where('id', '=', id).execute();
    await set('paused');
    await scene.advance(2 * day);
    assert.equal((await scene.pullsOf(userId))[0]?.status, 'scheduled');
    await set('connected');
    await scene.advance(0);
    assert.equal((await scene.pullsOf(userId))[0]?.status, 'success');
  });
});
