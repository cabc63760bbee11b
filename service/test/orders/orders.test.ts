import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createClient } from 'svc-link/client';
import {
  createOrder,
  deleteUser,
  listOrders,
  readOrder,
  undoDeleteUser,
  type Interpretation,
} from 'svc-link/contract';
import { catalogue } from '../../src/lab-tests/catalogue.js';
import { progressDue } from '../../src/orders/index.js';
import { interpretationOf, resultsOf } from '../../src/orders/report.js';
import { sandboxKeys } from '../../src/server/server.js';
import { sweep } from '../../src/server/sweeps.js';
import { errorType } from '../support/error-type.js';
import { day, heartHealth, labTeam, nobody } from '../support/lab-service.js';
import { startTestService, type TestService } from '../support/test-service.js';

const { apiKey } = sandboxKeys;

let service: TestService;
let team: ReturnType<typeof labTeam>;
beforeAll(async () => {
  service = await startTestService();
  team = labTeam(service);
  await service.hear();
});
afterAll(() => service.stop());

const read = (order_id: string, key = apiKey) =>
  service.call(readOrder, { apiKey: key, params: { order_id } });

describe('an order', () => {
  it('is made for a user and read again', async () => {
    const user = await team.newUser();
    const order = await team.order(user);
    assert.deepEqual(
      [
        order.user_id,
        order.lab_test.slug,
        order.status,
        order.interpretation,
        order.results,
        order.appointment,
      ],
      [user, 'alder_heart_health', 'received', null, null, null],
    );
    assert.deepEqual((await read(order.id)).body, order);
    assert.deepEqual(await team.events(user), ['order.created received']);
  });

  // spec 2.15.3
  it('gets its results some days later, once, by the clock of the service', async () => {
    const user = await team.newUser('lab-abnormal');
    const { id } = await team.order(user);
    await team.advance(2 * day - 60);
    assert.equal((await team.read(id)).interpretation, null);
    await team.advance(120);
    const order = await team.read(id);
    assert.deepEqual([order.status, order.interpretation], ['completed', 'abnormal']);
    assert.deepEqual(
      order.results?.map(({ loinc }) => loinc.code),
      ['2093-3', '2571-8', '2085-9', '13457-7', '43396-1', '1884-6', '30522-7'],
    );
    assert.equal(order.results?.filter(({ interpretation }) => interpretation === 'abnormal').length, 1);
    await team.advance(20 * day);
    assert.deepEqual((await team.events(user)).sort(), [
      'order.created received',
      'order.updated completed',
      'result.created abnormal',
    ]);
  });

  it('is refused for what is unknown, and kept from other teams', async () => {
    const user_id = await team.newUser();
    const make = async (body: { user_id: string; lab_test_id: string }, key = apiKey) => {
      const { status, detail } = await service.call(createOrder, { apiKey: key, body });
      return [status, errorType(detail)];
    };
    assert.deepEqual(await make({ user_id: nobody, lab_test_id: heartHealth }), [404, 'user_not_found']);
    assert.deepEqual(await make({ user_id, lab_test_id: nobody }), [404, 'lab_test_not_found']);
    assert.equal((await make({ user_id: 'ada', lab_test_id: heartHealth }))[0], 422);
    const other = await service.newTeam();
    assert.deepEqual(await make({ user_id, lab_test_id: heartHealth }, other.apiKey), [
      404,
      'user_not_found',
    ]);
    const { id } = await team.order(user_id);
    const stolen = await read(id, other.apiKey);
    assert.deepEqual([stolen.status, errorType(stolen.detail)], [404, 'order_not_found']);
    const { body } = await service.call(listOrders, { apiKey: other.apiKey });
    assert.deepEqual([body.orders, body.total], [[], 0]);
    assert.equal((await read(nobody)).status, 404);
    assert.equal((await read('first')).status, 422);
  });

  it('goes with its user, comes back with them, and is forgotten with them', async () => {
    const user_id = await team.newUser();
    const total = async (interpretation?: Interpretation) =>
      (await service.call(listOrders, { apiKey, query: { ...(interpretation && { interpretation }) } })).body
        .total;
    const { id } = await team.order(user_id);
    const before = await total();
    await service.call(deleteUser, { apiKey, params: { user_id } });
    assert.equal((await read(id)).status, 404);
    assert.equal(await total(), before - 1);
    await team.advance(3 * day);
    const due = service.deps.db.selectFrom('lab_order').where('results_due_at', '<=', service.clock.now());
    assert.deepEqual(await due.select('id').execute(), [], 'it would be read at every look');
    await service.call(undoDeleteUser, { apiKey, body: { user_id } });
    assert.equal((await read(id)).body.status, 'received');
    await team.advance(0);
    assert.equal((await read(id)).body.status, 'completed');
    const counts = [await total(), await total('normal')];
    assert.equal(counts[0], before);
    await service.call(deleteUser, { apiKey, params: { user_id } });
    assert.deepEqual(
      [await total(), await total('normal')],
      counts.map((count) => count - 1),
    );
    await sweep(service.deps.db, new Date(service.clock.now().getTime() + 8 * day * 1000));
    const left = await service.deps.db.selectFrom('lab_order').select('id').where('id', '=', id).execute();
    assert.deepEqual(left, []);
  });
});

describe('GET /v3/orders', () => {
  const list = (
    key: string,
    query: { interpretation?: Interpretation; page?: number; size?: number; next_cursor?: string } = {},
  ) => service.call(listOrders, { apiKey: key, query });
  const ids = ({ body }: Awaited<ReturnType<typeof list>>) => body.orders.map(({ id }) => id);

  // spec 2.15.3, 4.13.5
  it('keeps its pages while orders are added between them, with an interpretation and without', async () => {
    const { apiKey: key } = await service.newTeam();
    const other = labTeam(service, key);
    const bloodCount = '00000000-0000-4000-8000-000000000101';
    const thyroid = '00000000-0000-4000-8000-000000000107';
    // Made first, but the last one to get results.
    const slow = (await other.order(await other.newUser('lab-critical'), thyroid)).id;
    const made = [slow];
    for (const results of ['lab-normal', 'lab-critical', 'lab-abnormal', 'lab-critical'])
      made.push((await other.order(await other.newUser(results), bloodCount)).id);
    const first = await list(key, { size: 2 });
    made.push((await other.order(await other.newUser('lab-normal'), bloodCount)).id);
    const pages = [first, await list(key, { page: 2, size: 2 }), await list(key, { page: 3, size: 2 })];
    assert.deepEqual(pages.flatMap(ids), made);
    assert.deepEqual(
      pages.map(({ body }) => [body.total, body.page, body.size]),
      [
        [5, 1, 2],
        [6, 2, 2],
        [6, 3, 2],
      ],
    );

    await team.advance(1.5 * day);
    const critical = (page: number) => list(key, { interpretation: 'critical', page, size: 1 });
    const before = await critical(1);
    await team.advance(2 * day);
    const later = [await critical(2), await critical(3)];
    assert.deepEqual([before.body.total, later[0]?.body.total], [2, 3]);
    const [one, two, three] = [before, ...later].flatMap(ids);
    assert.deepEqual([one, two].sort(), [made[2], made[4]].sort());
    assert.equal(three, slow);
    assert.deepEqual(ids(await list(key, { interpretation: 'abnormal' })), [made[3]]);

    const client = createClient({
      baseUrl: 'http://127.0.0.1',
      apiKey: key,
      fetch: (input, init) => Promise.resolve(service.app.request(String(input), init)),
    });
    const all = [];
    for await (const { id } of client.orders()) all.push(id);
    assert.deepEqual(all, made);
    const normal = [];
    for await (const { interpretation } of client.orders('normal')) normal.push(interpretation);
    assert.deepEqual(normal, ['normal', 'normal']);
  });

  it('goes on where a page ended, with an interpretation and without, and counts for the first page alone', async () => {
    const { apiKey: key } = await service.newTeam();
    const other = labTeam(service, key);
    const made: string[] = [];
    const order = async (results: string) =>
      void made.push((await other.order(await other.newUser(results))).id);
    for (const results of ['lab-normal', 'lab-normal', 'lab-normal']) await order(results);
    const walk = async (query: { interpretation?: Interpretation; page?: number }) => {
      const pages = [await list(key, { ...query, size: 1 })];
      await order('lab-normal');
      for (let next = pages[0]?.body.next_cursor; next; next = pages.at(-1)?.body.next_cursor) {
        const { interpretation } = query;
        pages.push(
          await list(key, { ...(interpretation && { interpretation }), size: 1, next_cursor: next }),
        );
      }
      return { ids: pages.flatMap(ids), counts: pages.map(({ body }) => [body.total, body.page]) };
    };
    const all = await walk({});
    assert.deepEqual(all.ids, made);
    assert.deepEqual(all.counts, [
      [3, 1],
      [3, 2],
      [3, 3],
      [3, 4],
    ]);
    assert.deepEqual((await walk({ page: 3 })).ids, made.slice(2));
    await team.advance(4 * day);
    const normal = await walk({ interpretation: 'normal' });
    assert.deepEqual(normal.ids.toSorted(), made.slice(0, 5).sort());
    const { next_cursor } = (await list(key, { size: 1 })).body;
    for (const query of [{ next_cursor: 'garbage' }, { next_cursor: next_cursor!, page: 2 }])
      assert.equal((await list(key, query)).status, 422);
    const refused = await list(key, { interpretation: 'normal', next_cursor: next_cursor! });
    assert.equal(refused.status, 422, 'another order');
  });

  it('keeps its pages while the orders of a user come back between them', async () => {
    const { apiKey: key } = await service.newTeam();
    const other = labTeam(service, key);
    const users = [await other.newUser(), await other.newUser(), await other.newUser()] as const;
    const made: string[] = [];
    for (const user of users) made.push((await other.order(user)).id);
    await service.call(deleteUser, { apiKey: key, params: { user_id: users[0] } });
    const first = await list(key, { size: 1 });
    await service.call(undoDeleteUser, { apiKey: key, body: { user_id: users[0] } });
    const pages = [first, await list(key, { page: 2, size: 1 }), await list(key, { page: 3, size: 1 })];
    assert.deepEqual(pages.flatMap(ids), [made[1], made[2], made[0]]);
  });

  it('keeps the pages of an interpretation while results come by a clock that is behind', async () => {
    const { apiKey: key } = await service.newTeam();
    const other = labTeam(service, key);
    const made = [(await other.order()).id, (await other.order()).id];
    const { db, clock } = service.deps;
    const bring = async (id: string | undefined, behind: number) => {
      const now = new Date(clock.now().getTime() - behind);
      await db.updateTable('lab_order').set({ results_due_at: now }).where('id', '=', String(id)).execute();
      await progressDue(service.deps, now);
    };
    const normal = (page: number) => list(key, { interpretation: 'normal', page, size: 1 });
    await bring(made[1], 0);
    const first = await normal(1);
    await bring(made[0], 5000);
    assert.deepEqual([first, await normal(2)].flatMap(ids), [made[1], made[0]]);
  });

  it('keeps the pages of an interpretation while the orders of a user come back between them', async () => {
    const { apiKey: key } = await service.newTeam();
    const other = labTeam(service, key);
    const users = [await other.newUser(), await other.newUser()] as const;
    const made = [];
    for (const user of users) {
      made.push((await other.order(user)).id);
      await other.advance(10 * day);
    }
    const normal = (page: number) => list(key, { interpretation: 'normal', page, size: 1 });
    await service.call(deleteUser, { apiKey: key, params: { user_id: users[0] } });
    const first = await normal(1);
    await service.call(undoDeleteUser, { apiKey: key, body: { user_id: users[0] } });
    assert.deepEqual([first, await normal(2)].flatMap(ids), [made[1], made[0]]);
  });

  it('refuses pages outside of the limits and interpretations that there are not', async () => {
    for (const query of [
      { page: 0 },
      { size: 0 },
      { size: 101 },
      { interpretation: 'fine' as Interpretation },
    ])
      assert.equal((await list(apiKey, query)).status, 422, JSON.stringify(query));
    assert.equal((await list('sk_nobody')).status, 401);
  });
});

describe('results', () => {
  const user = (client_user_id: string) => ({ id: nobody, client_user_id });

  it('are the same each time, and as the user name asks for', () => {
    for (const test of catalogue) {
      const results = resultsOf(user('lab-normal'), test);
      assert.deepEqual(results, resultsOf(user('lab-normal'), test));
      assert.equal(interpretationOf(results), 'normal', test.slug);
      assert.equal(interpretationOf(resultsOf(user('lab-abnormal'), test)), 'abnormal', test.slug);
    }
    const blood = catalogue.filter(({ slug }) => /metabolic|blood_count|wellness/.test(slug));
    for (const test of blood)
      assert.equal(interpretationOf(resultsOf(user('lab-critical'), test)), 'critical');
  });

  it('lie where their interpretation says, for any user', () => {
    const seen = new Set<Interpretation>();
    for (const test of catalogue)
      for (let n = 0; n < 60; n++)
        for (const { value, reference_range, interpretation, name } of resultsOf(
          { id: `user ${n}`, client_user_id: 'somebody' },
          test,
        )) {
          seen.add(interpretation as Interpretation);
          if (value === null || reference_range === null) continue;
          const inside = value >= reference_range.low && value <= reference_range.high;
          assert.equal(inside, interpretation === 'normal', `${name} ${value} is ${interpretation}`);
          assert.ok(value >= 0);
        }
    assert.deepEqual([...seen].sort(), ['abnormal', 'critical', 'normal']);
  });
});

describe('an order of a test that is no longer offered', () => {
  it('waits, keeps no other one from its results, and is still listed', async () => {
    const [left, other] = [await team.order(), await team.order()];
    const { db } = service.deps;
    await db.updateTable('lab_order').set({ lab_test_id: nobody }).where('id', '=', left.id).execute();
    await team.advance(30 * day);
    assert.equal((await team.read(other.id)).status, 'completed');
    // Slugs of laboratories, of which there may be more later.
    service.allowed.add('unknown');
    const waiting = await team.read(left.id);
    assert.deepEqual([waiting.status, waiting.results], ['received', null]);
    assert.equal(waiting.lab_test.name, 'A test that is no longer offered');
    await db.updateTable('lab_order').set({ lab_test_id: heartHealth }).where('id', '=', left.id).execute();
    await team.advance(1);
    assert.equal((await team.read(left.id)).status, 'completed');
  });
});
