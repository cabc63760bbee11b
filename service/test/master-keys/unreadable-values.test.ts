// Stored values that do not open: their key is lost, or their bytes are damaged. Everything beside them is read, and they stay.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  bulkExport,
  createWebhook,
  getWebhook,
  listOrders,
  listWebhooks,
  readActivitySummary,
  readBodySummary,
  readLinkState,
  readOrder,
  readProfileSummary,
  readTimeseries,
} from 'svc-link/contract';
import { transact } from '../../src/db/index.js';
import { findApplications } from '../../src/credentials/index.js';
import { applicationOf } from '../../src/credentials/store.js';
import { itemsOf } from '../../src/fictional-data/index.js';
import { stepDays } from '../../src/provider-data/days.js';
import { stepHistory } from '../../src/provider-data/history.js';
import { storeDays } from '../../src/pulls/store-days.js';
import { sandboxKeys } from '../../src/server/server.js';
import { addDays, dayOf } from '../../src/work/index.js';
import { createWithingsSimulator } from '../adapters/simulators/withings.js';
import { playProvider } from '../provider-data/scene.js';
import { pullScene, type PullScene } from '../pulls/pull-scene.js';
import { newBulkTeam, provider, recipeFor } from '../support/bulk-service.js';
import { day, labTeam } from '../support/lab-service.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
let scene: PullScene;
beforeAll(async () => {
  service = await startTestService();
  scene = pullScene(service);
  await service.hear();
});
afterAll(() => service.stop());

const { apiKey } = sandboxKeys;
/** In the form of a sealed value, but sealed by nobody. */
const damaged = Buffer.alloc(60, 1);
const refused = ({ status, detail }: { readonly status: number; readonly detail?: unknown }) => [
  status,
  (detail as { error_type?: string } | undefined)?.error_type,
];

describe('among others, what cannot be read', () => {
  it('is left out of a page of exported connections, which names its user', async () => {
    const team = await newBulkTeam(service);
    const users = (await team.users(3)).sort();
    await team.import(
      users.map((user) => recipeFor(user)),
      true,
    );
    const { db } = service.deps;
    await db
      .updateTable('connection')
      .set({ credentials: damaged })
      .where('user_id', '=', users[1]!)
      .execute();
    await db
      .updateTable('provider_grant')
      .set({ credentials: damaged })
      .where(
        'id',
        'in',
        db.selectFrom('connection').select('grant_id').where('user_id', '=', users[1]!).$castTo<{
          grant_id: string;
        }>(),
      )
      .execute();
    const { status, body } = await service.call(bulkExport, { apiKey: team.apiKey, body: { provider } });
    assert.equal(status, 200);
    assert.deepEqual(
      body.data.map(({ user_id }) => user_id),
      [users[0], users[2]],
    );
    assert.deepEqual(body.unreadable, [{ table: 'connection', row: users[1] }]);
    assert.equal(body.next_token, null);
  });

  it('is left out of the days of a summary and a time series, which name it', async () => {
    const { db } = service.deps;
    const userId = await service.newUser();
    const id = await scene.connectionWithoutJob(userId, { next_pull_at: null });
    const dates = [1, 2, 3].map((at) => addDays(scene.yesterday(), -at)).sort();
    const stored = (resource: string) =>
      dates.map((date) => ({
        ...{ resource, date },
        items: itemsOf(resource, id, date).map((item) => ({ ...item, id: randomUUID() })),
      }));
    await transact(db, (tx) =>
      storeDays(tx, service.deps, id, [...stored('activity'), ...stored('heartrate')]),
    );
    const [start_date = '', bad = '', end_date = ''] = dates;
    await db
      .updateTable('pulled_day')
      .set({ sealed_items: damaged })
      .where('connection_id', '=', id)
      .where('date', '=', bad)
      .execute();
    const [params, query] = [{ user_id: userId }, { start_date, end_date }];
    const activity = await service.call(readActivitySummary, { apiKey, params, query });
    assert.deepEqual(
      activity.body.activity.map(({ calendar_date }) => calendar_date),
      [start_date, end_date],
    );
    assert.deepEqual(activity.body.unreadable, [{ table: 'pulled_day', row: `${id} activity ${bad}` }]);
    const { body } = await service.call(readTimeseries, {
      apiKey,
      params: { ...params, resource: 'heartrate' },
      query,
    });
    const read = new Set(body.heartrate?.map(({ calendar_date }) => calendar_date));
    assert.ok(read.has(start_date) && !read.has(bad));
    assert.deepEqual(body.unreadable, [{ table: 'pulled_day', row: `${id} heartrate ${bad}` }]);
    const only = { start_date: bad, end_date: bad };
    const none = await service.call(readActivitySummary, { apiKey, params, query: only });
    assert.deepEqual(none.body, { activity: [], unreadable: activity.body.unreadable });
    // Where nothing is missing the answer has no such field.
    const whole = await service.call(readBodySummary, { apiKey, params, query });
    assert.deepEqual(whole.body, { body: [] });
  });

  it('is a profile of its own, and then the answer says why there is none', async () => {
    const { db } = service.deps;
    const userId = await service.newUser();
    const id = await scene.connectionWithoutJob(userId, { next_pull_at: null });
    const profile = { resource: 'profile', date: scene.yesterday(), items: [{ id: 'one' }] };
    await transact(db, (tx) => storeDays(tx, service.deps, id, [profile]));
    await db
      .updateTable('pulled_day')
      .set({ sealed_items: damaged })
      .where('connection_id', '=', id)
      .execute();
    const answer = await service.call(readProfileSummary, { apiKey, params: { user_id: userId } });
    assert.deepEqual(refused(answer), [500, 'value_unreadable']);
    assert.match(service.logged(), /request failed/);
  });

  it('is the results of an order in a list, and the order alone is refused', async () => {
    const own = (await service.newTeam()).apiKey;
    const team = labTeam(service, own);
    const [one, two] = [await team.order(), await team.order()];
    await service.deps.db
      .updateTable('lab_order')
      .set({ sealed_results: damaged, status: 'completed' })
      .where('id', '=', one.id)
      .execute();
    const { status, body } = await service.call(listOrders, { apiKey: own, query: {} });
    assert.equal(status, 200);
    assert.deepEqual(
      body.orders.map(({ id, status: its, results }) => [id, its, results]),
      [
        [one.id, 'completed', null],
        [two.id, 'received', null],
      ],
    );
    assert.deepEqual(body.unreadable, [{ table: 'lab_order', row: one.id }]);
    const alone = await service.call(readOrder, { apiKey: own, params: { order_id: one.id } });
    assert.deepEqual(refused(alone), [500, 'value_unreadable']);
  });

  it('is the headers of a webhook in a list, and the webhook alone is refused', async () => {
    const own = (await service.newTeam()).apiKey;
    const create = async (name: string) =>
      (
        await service.call(createWebhook, {
          apiKey: own,
          body: { url: 'https://hooks.example.com/', headers: { 'x-name': name } },
        })
      ).body.id;
    const [one, two] = [await create('one'), await create('two')];
    await service.deps.db.updateTable('webhook').set({ headers: damaged }).where('id', '=', one).execute();
    const { body } = await service.call(listWebhooks, { apiKey: own });
    assert.deepEqual(
      body.webhooks.map(({ id, headers }) => [id, headers]),
      [
        [one, {}],
        [two, { 'x-name': 'two' }],
      ],
    );
    assert.deepEqual(body.unreadable, [{ table: 'webhook', row: one }]);
    const alone = await service.call(getWebhook, { apiKey: own, params: { id: one } });
    assert.deepEqual(refused(alone), [500, 'value_unreadable']);
  });

  it('is the user name of a connection, without which the person connects anew', async () => {
    const link = await service.newLink();
    await service.signIn(link, 'ok@example.com', { provider: 'umbra_sleep' });
    await service.deps.db
      .updateTable('connection')
      .set({ credentials: damaged })
      .where('user_id', '=', link.userId)
      .execute();
    const anew = await service.newLink({ user_id: link.userId, reconnect: 'umbra_sleep' });
    const { status, body } = await service.call(readLinkState, { token: anew.token });
    assert.equal(status, 200);
    assert.deepEqual(body.reconnect, { username: null, region: null, broken: false });
  });

  it('is logged at each start of a link that renews the connection, and not at each poll', async () => {
    const link = await service.newLink();
    await service.signIn(link, 'ok@example.com', { provider: 'umbra_sleep' });
    const { id } = await service.deps.db
      .updateTable('connection')
      .set({ credentials: damaged })
      .where('user_id', '=', link.userId)
      .returning('id')
      .executeTakeFirstOrThrow();
    const anew = { user_id: link.userId, reconnect: 'umbra_sleep' };
    const timesLogged = () => service.logged().split(`"row":"${id}"`).length - 1;
    const { token } = await service.newLink(anew);
    assert.equal(timesLogged(), 1);
    for (let poll = 0; poll < 3; poll++) {
      const { body } = await service.call(readLinkState, { token });
      assert.deepEqual(body.reconnect, { username: null, region: null, broken: false });
    }
    assert.equal(timesLogged(), 1);
    await service.newToken({ ...anew, include: ['start'] });
    assert.equal(timesLogged(), 2);
  });

  it('is an application of one of several teams that share it', async () => {
    const clientId = 'shared-client';
    const [one, two] = [await newBulkTeam(service, clientId), await newBulkTeam(service, clientId)];
    const application = applicationOf(clientId);
    await service.deps.db
      .updateTable('custom_credentials')
      .set({ credentials: damaged })
      .where('team_id', '=', one.id)
      .execute();
    const [user = ''] = await one.users(1);
    await one.import([recipeFor(user)], true);
    const found = await findApplications(service.deps, provider, application);
    assert.equal(found.readable.length, 1);
    assert.equal(found.areThere, true);
    assert.notEqual(two.id, one.id);
  });
});

describe('a stored day that cannot be read', () => {
  const bytesFor = async (id: string, resource: string, date: string) => {
    const { sealed_items } = await service.deps.db
      .selectFrom('pulled_day')
      .select('sealed_items')
      .where('connection_id', '=', id)
      .where('resource', '=', resource)
      .where('date', '=', date)
      .executeTakeFirstOrThrow();
    return Buffer.from(sealed_items ?? assert.fail());
  };

  it('stays as it is, and the next days of its connection come', async () => {
    const userId = await scene.connected('ok@example.com', 'quartz_scale');
    await scene.advance(day);
    const { db } = service.deps;
    const { id } = await db
      .selectFrom('connection')
      .select('id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const date = scene.yesterday();
    await db
      .updateTable('pulled_day')
      .set({ sealed_items: damaged })
      .where('connection_id', '=', id)
      .where('date', '=', date)
      .execute();
    await scene.advance(2 * day);
    const stored = (await scene.storedOf(userId)).map((each) => each.date);
    assert.ok(stored.includes(addDays(date, 1)) && stored.includes(addDays(date, 2)), stored.join());
    assert.deepEqual(await bytesFor(id, 'body', date), damaged);
  });

  it('stays as it is at a real provider too, whose other days come', async () => {
    const now = new Date(`${dayOf(new Date(Date.now() + 13 * 3_600_000))}T12:00:00Z`);
    const today = dayOf(now);
    const simulator = createWithingsSimulator({ accountOf: (token) => token, until: today });
    const real = await playProvider(service, 'withings', simulator);
    const { id } = await real.connect('800');
    while (await stepHistory(real.deps, real.adapter, id, now));
    await stepDays(real.deps, real.adapter, id, now);
    const { db } = service.deps;
    const of = db
      .updateTable('pulled_day')
      .where('connection_id', '=', id)
      .where('resource', '=', 'activity');
    const bad = addDays(today, -1);
    await of.set({ sealed_items: damaged }).where('date', '=', bad).execute();
    // Today's day has changed since it was stored.
    const known = await bytesFor(id, 'activity', today);
    const again = new Date(now.getTime() + 38 * 3_600_000);
    assert.equal(await stepDays(real.deps, real.adapter, id, again), true);
    assert.notDeepEqual(await bytesFor(id, 'activity', today), known);
    assert.deepEqual(await bytesFor(id, 'activity', bad), damaged);
    await real.stop();
  });
});
