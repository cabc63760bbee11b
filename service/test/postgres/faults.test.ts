// What the service does after a conflict or a lost connection, one by one, and after
// many random ones: nothing that was answered is lost, and nothing is done twice.
import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { sql } from 'kysely';
import {
  bulkExport,
  bulkImport,
  bulkPause,
  createOrder,
  createUser,
  listUsers,
  type Endpoint,
} from 'svc-link/contract';
import { isDatabaseAway, openPostgres, transact, type OpenDatabase } from '../../src/db/index.js';
import { sandboxKeys } from '../../src/server/server.js';
import { newBulkTeam, provider, recipeFor } from '../support/bulk-service.js';
import { inDoubt, startFaultProxy, type FaultProxy } from '../support/fault-proxy.js';
import { heartHealth } from '../support/lab-service.js';
import { startTestService, type Answer, type Call, type TestService } from '../support/test-service.js';

const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));
const apiKey = sandboxKeys.apiKey;
const people = process.env['LONG'] ? 600 : 60;
/** A job of an import removes the items that it has done. */
const doneByJob = /^(?:update|delete from) "bulk_chunk"/;
/** A request with an `Idempotency-Key` stores its answer. */
const keyed = /^insert into "kept_answer"/;
const isDone = (fault: (typeof inDoubt)[number]): boolean =>
  fault === 'lost after' || fault === 'unknown done';

describe(`with faults between the service and its database (SEED=${seed})`, () => {
  const direct = process.env['TEST_DATABASE_URL'] ?? '';
  let proxy: FaultProxy;
  let service: TestService;
  let database: OpenDatabase;
  beforeAll(async () => {
    proxy = await startFaultProxy(direct, { seed, share: 0, losses: 'all' });
    process.env['TEST_DATABASE_URL'] = proxy.url;
    service = await startTestService();
    database = openPostgres(proxy.url, () => undefined);
    await sql`create table fault_row (id uuid primary key)`.execute(database.db);
  });
  afterAll(async () => {
    await database.close();
    await service.stop();
    await proxy.close();
    process.env['TEST_DATABASE_URL'] = direct;
  });

  let id = '';
  beforeEach(() => {
    id = randomUUID();
  });
  const insert = () => sql`insert into fault_row values (${id})`;
  const isStored = async (): Promise<boolean> =>
    (await sql`select from fault_row where id = ${id}`.execute(database.db)).rows.length > 0;

  it('a statement alone is sent again after a conflict', async () => {
    proxy.next(/fault_row/, 'conflict');
    await insert().execute(database.db);
    assert.equal(proxy.counts.conflict, 1);
    assert.ok(await isStored());
    id = randomUUID();
    proxy.next(/fault_row/, 'deadlock');
    await insert().execute(database.db);
    assert.equal(proxy.counts.deadlock, 1);
    assert.ok(await isStored());
    proxy.next(/fault_row/, 'conflict');
    const { rows } = await database.forJobs.db.executeSql('select from fault_row where id = $1', [id]);
    assert.equal(rows.length, 1);
  });

  it('a read is sent again over another connection', async () => {
    for (const fault of ['lost before', 'lost after'] as const) {
      proxy.next(/fault_row/, fault);
      assert.equal(await isStored(), false);
      proxy.next(/fault_row/, fault);
      await database.forJobs.db.executeSql('select from fault_row');
    }
  });

  it('a write alone is not sent again, as it may have been done', async () => {
    for (const fault of inDoubt) {
      id = randomUUID();
      proxy.next(/fault_row/, fault);
      await assert.rejects(insert().execute(database.db), isDatabaseAway);
      assert.equal(await isStored(), isDone(fault));
    }
  });

  it('a transaction is begun anew as long as its end was not sent', async () => {
    for (const fault of ['conflict', 'deadlock', 'lost before', 'lost after'] as const)
      for (const like of [/^begin/, /fault_row/]) {
        id = randomUUID();
        proxy.next(like, fault);
        await transact(database.db, (tx) => insert().execute(tx));
        assert.ok(await isStored());
      }
    for (const fault of ['conflict', 'deadlock'] as const) {
      id = randomUUID();
      proxy.next(/^commit/, fault);
      await transact(database.db, (tx) => insert().execute(tx));
      assert.ok(await isStored());
    }
  });

  it('a transaction whose end was sent is not begun anew, and nobody says that it was done', async () => {
    for (const fault of inDoubt) {
      id = randomUUID();
      let tries = 0;
      proxy.next(/^commit/, fault);
      const work = transact(database.db, (tx) => {
        tries++;
        return insert().execute(tx);
      });
      await assert.rejects(work, isDatabaseAway);
      assert.deepEqual([tries, await isStored()], [1, isDone(fault)]);
    }
  });

  it('a request whose end is not known is told to come again, and its repeat is given the answer of the first', async () => {
    for (const fault of inDoubt) {
      const body = { client_user_id: randomUUID() };
      const headers = { 'idempotency-key': randomUUID() };
      proxy.nextCommitOf(keyed, fault);
      const first = await service.call(createUser, { apiKey, headers, body });
      assert.equal(first.status, 503, JSON.stringify(first.detail));
      assert.match(first.headers.get('retry-after') ?? '', /^\d+$/);
      const second = await service.call(createUser, { apiKey, headers, body });
      assert.equal(second.status, 200);
      assert.equal(second.headers.get('idempotent-replayed'), isDone(fault) ? 'true' : null);
    }
  });

  /** How often the team received the event that a user was connected. */
  const timesTold = async (user: string): Promise<number> =>
    (await service.eventsOf(user)).filter(({ event_type }) => event_type === 'provider.connection.created')
      .length;

  it('an import whose acceptance is in doubt is one operation when it comes again', async () => {
    const team = await newBulkTeam(service);
    await service.hear(team.apiKey);
    const users = await team.users(inDoubt.length);
    const accepted = [];
    for (const [at, fault] of inDoubt.entries()) {
      const headers = { 'idempotency-key': randomUUID() };
      const call = {
        ...{ apiKey: team.apiKey, headers },
        body: { provider, connections: [recipeFor(users[at]!)] },
      };
      proxy.nextCommitOf(/^insert into "bulk_operation"/, fault);
      assert.equal((await service.call(bulkImport, call)).status, 503, fault);
      accepted.push(await service.call(bulkImport, call));
    }
    for (const answer of accepted) assert.equal((await team.ended(answer)).status, 'success');
    assert.equal((await team.operations()).data.length, inDoubt.length);
    for (const user of users) assert.equal(await timesTold(user), 1);
  });

  it('a job whose end is in doubt is done again, and does each item once', async () => {
    const team = await newBulkTeam(service);
    await service.hear(team.apiKey);
    for (const fault of inDoubt) {
      const before = proxy.counts[fault];
      const users = await team.users(3);
      proxy.nextCommitOf(doneByJob, fault);
      const operation = await team.ended(await team.import(users.map((user) => recipeFor(user))));
      assert.equal(proxy.counts[fault], before + 1);
      assert.deepEqual(
        [operation.status, operation.processed, operation.failed],
        ['success', users.length, 0],
      );
      for (const user of users) assert.equal(await timesTold(user), 1);
    }
  });

  /** Calls an endpoint as the answers advise: repeats it with the same key after a 503. */
  async function ask<const E extends Endpoint>(endpoint: E, call: Call<E>): Promise<Answer<E>> {
    const headers = { 'idempotency-key': randomUUID() };
    for (;;) {
      const answer = await service.call(endpoint, { apiKey, ...call, headers });
      if (answer.status !== 503) return answer;
    }
  }

  it('five statements in a hundred lose nothing that was answered, and do nothing twice', async () => {
    const { body: before } = await service.call(listUsers, { apiKey });
    proxy.set({ share: 0.05 });
    const made = new Map<string, string>();
    const make = async (): Promise<void> => {
      const user = await ask(createUser, { body: { client_user_id: randomUUID() } });
      assert.equal(user.status, 200, JSON.stringify(user.detail));
      const { user_id } = user.body;
      const order = await ask(createOrder, { body: { user_id, lab_test_id: heartHealth } });
      assert.equal(order.status, 200, JSON.stringify(order.detail));
      made.set(user_id, order.body.id);
    };
    for (let start = 0; start < people; start += 10) await Promise.all(Array.from({ length: 10 }, make));
    proxy.set({ share: 0 });
    console.log(`faults in ${proxy.statements} statements: ${JSON.stringify(proxy.counts)}`);

    const { body: later } = await service.call(listUsers, { apiKey });
    assert.equal(later.total - before.total, people);
    const orders = await service.deps.db.selectFrom('lab_order').select(['id', 'user_id']).execute();
    assert.deepEqual(
      new Map(orders.map(({ id, user_id }) => [user_id, id])),
      made,
      'other orders than those that were answered',
    );
    assert.equal(orders.length, people);
  });

  it('the same of imports, pauses and exports', async () => {
    const team = await newBulkTeam(service);
    const { apiKey } = team;
    await service.hear(apiKey);
    const users = await team.users(people);
    const paused = new Set(users.filter((_, at) => at % 2 === 0));
    const parts = Array.from({ length: 6 }, (_, part) => users.filter((_, at) => at % 6 === part));
    // No connection is lost at work that only the minutely check would repeat.
    const repeated = new RegExp(`${keyed.source}|${doneByJob.source}`);
    proxy.set({ share: 0.05, losses: 'repeatable', repeated });
    const imports = await Promise.all(
      parts.map((part) =>
        ask(bulkImport, { apiKey, body: { provider, connections: part.map((user) => recipeFor(user)) } }),
      ),
    );
    for (const answer of imports) await team.ended(answer);
    const pause = await ask(bulkPause, { apiKey, body: { provider, user_ids: [...paused] } });
    await team.ended(pause);
    const { body: exported } = await ask(bulkExport, { apiKey, body: { provider } });
    proxy.set({ share: 0, losses: 'all' });

    assert.deepEqual(exported.data.map(({ user_id }) => user_id).sort(), [...users].sort());
    const { data } = await team.operations({ page_size: 50 });
    assert.equal(data.length, parts.length + 1, 'other operations than those that were answered');
    for (const { status, pending, failed } of data)
      assert.deepEqual([status, pending, failed], ['success', 0, 0]);
    const rows = await service.deps.db
      .selectFrom('connection')
      .select(['user_id', 'status'])
      .where('user_id', 'in', users)
      .execute();
    assert.equal(rows.length, people);
    for (const { user_id, status } of rows)
      assert.equal(status, paused.has(user_id) ? 'paused' : 'connected', user_id);
    for (const user of users) assert.equal(await timesTold(user), 1);
  });
});
