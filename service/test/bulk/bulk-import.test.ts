import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { bulkImport, deleteUser, listUserProviders, type ConnectionRecipe } from 'svc-link/contract';
import { acceptImport, waitForOutcome, workOperation } from '../../src/bulk/index.js';
import { transact } from '../../src/db/index.js';
import { findProvider } from '../../src/providers/index.js';
import { seededTeam } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import { sweep } from '../../src/server/sweeps.js';
import { newBulkTeam, provider, recipeFor, type BulkTeam } from '../support/bulk-service.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
let team: BulkTeam;
beforeAll(async () => {
  service = await startTestService();
  team = await newBulkTeam(service);
});
afterAll(() => service.stop());

const providersOf = async (user_id: string, { apiKey } = team) =>
  (await service.call(listUserProviders, { apiKey, params: { user_id } })).body.providers;
const chunksOf = (id: string) =>
  service.deps.db.selectFrom('bulk_chunk').selectAll().where('operation_id', '=', id).execute();

/** Stores an import without a job, so that no process works on it. */
const acceptAlone = (recipes: readonly ConnectionRecipe[]) =>
  transact(service.deps.db, (tx) =>
    acceptImport(
      { ...service.deps, jobs: { ...service.deps.jobs, enqueue: () => Promise.resolve() } },
      tx,
      { teamId: team.id, provider: findProvider(provider)! },
      recipes,
      false,
    ),
  );

describe('POST /v2/link/bulk_import', () => {
  // spec 4.3.4, 4.3.9
  it('queues all connections as one operation and answers at once', async () => {
    const users = await team.users(600);
    const answer = await team.import(users.map((user) => recipeFor(user)));
    assert.equal(answer.status, 202);
    assert.deepEqual(answer.body, { user_ids_imported: [], user_ids_failed: [] });
    assert.match(answer.headers.get('location') ?? '', /^\/v2\/link\/bulk_op\?id=[0-9a-f-]{36}$/);

    const operation = await team.ended(answer);
    assert.deepEqual(operation, {
      id: operation.id,
      type: 'bulk_import',
      status: 'success',
      provider,
      pending: 0,
      processed: 600,
      failed: 0,
      started_at: operation.started_at,
      ended_at: operation.ended_at,
    });
    assert.equal(String(operation.ended_at) >= operation.started_at, true);
    const [connected] = await providersOf(users[599]!);
    assert.deepEqual([connected?.slug, connected?.status], [provider, 'connected']);
    assert.equal(connected?.resource_availability['sleep']?.status, 'available');
    assert.equal(connected?.resource_availability['heartrate']?.status, 'unavailable');
    assert.deepEqual(await chunksOf(operation.id), []);
  });

  // spec 4.3.5, 4.3.10
  it('returns the result of each item if the request waits', async () => {
    const [good, again, runOut, renewable, unbound, gone] = await team.users(6);
    await service.call(deleteUser, { apiKey: team.apiKey, params: { user_id: gone! } });
    const foreign = await service.newUser();
    const unknown = randomUUID();
    const answer = await team.import(
      [
        recipeFor(good!),
        recipeFor(again!.toUpperCase(), { provider_id: 'first' }),
        recipeFor(again!, { provider_id: 'second' }),
        recipeFor(runOut!, { expires_at: 1_600_000_000, refresh_token: '' }),
        recipeFor(renewable!, { expires_at: 1_600_000_000 }),
        recipeFor(unbound!, { access_token: 'of-somebody' }),
        ...[gone!, foreign, unknown].map((user) => recipeFor(user)),
      ],
      true,
    );
    assert.equal(answer.status, 200);
    assert.equal((await team.ended(answer)).failed, answer.body.user_ids_failed.length);
    assert.deepEqual(answer.body, {
      user_ids_imported: [good, again, renewable],
      user_ids_failed: [again, runOut, unbound, gone, foreign, unknown],
    });
    const [operation] = (await team.operations({ page_size: 1 })).data;
    assert.deepEqual(
      [operation?.status, operation?.pending, operation?.processed, operation?.failed],
      ['success', 0, 9, 6],
    );
    const row = await service.deps.db
      .selectFrom('connection')
      .selectAll()
      .where('user_id', '=', again!)
      .executeTakeFirst();
    assert.equal(row?.provider_account, 'first');
    assert.deepEqual(await providersOf(unbound!), []);
  });

  // spec 4.3.10
  it('fails the items that exceed a limit, each by itself', async () => {
    const users = await team.users(10);
    const good = [users[0]!, users[9]!];
    const odd: Partial<ConnectionRecipe>[] = [
      { expires_at: -1 },
      { expires_at: 1_900_000_000_000 },
      { access_token: '' },
      { access_token: `good${'x'.repeat(16_381)}` },
      { refresh_token: 'x'.repeat(16_385) },
      { provider_id: 'x'.repeat(513) },
      { oauth_scopes: ['x'.repeat(257)] },
      { oauth_scopes: Array.from({ length: 257 }, (_, n) => `scope-${n}`) },
    ];
    const most = {
      expires_at: 253_402_300_799,
      access_token: `good${'x'.repeat(16_380)}`,
      refresh_token: 'x'.repeat(16_384),
      provider_id: 'x'.repeat(512),
      oauth_scopes: Array.from({ length: 256 }, (_, n) => `${n}`.padEnd(256, 'x')),
    };
    const answer = await team.import(
      [
        recipeFor(good[0]!, most),
        ...odd.map((more, at) => recipeFor(users[at + 1]!, more)),
        recipeFor(good[1]!),
      ],
      true,
    );
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body, { user_ids_imported: good, user_ids_failed: users.slice(1, 9) });
  });

  it('fails if nothing could be imported, and succeeds if there was nothing', async () => {
    const [user] = await team.users(1);
    const failed = await team.import([recipeFor(user!, { access_token: 'bad' })]);
    assert.equal((await team.ended(failed)).status, 'failure');
    const nothing = await team.import([], true);
    assert.deepEqual([nothing.status, nothing.body.user_ids_imported], [200, []]);
    assert.equal((await team.operations({ page_size: 1 })).data[0]?.status, 'success');
  });

  // spec 4.3.5, 7.4, 8.7
  it('answers 202 if the operation takes longer than the wait', async () => {
    service.waits.splice(0);
    const users = await team.users(1500);
    const sent = team.import(
      users.map((user) => recipeFor(user)),
      true,
    );
    const wait = await service.waiting();
    assert.equal(wait.milliseconds, 20_000);
    wait.finish();
    const answer = await sent;
    assert.equal(answer.status, 202);
    assert.deepEqual(answer.body, { user_ids_imported: [], user_ids_failed: [] });
    assert.equal((await team.ended(answer)).processed, 1500);
  });

  it('replaces the user’s connection, and reports the new one', async () => {
    const told = await newBulkTeam(service);
    await service.hear(told.apiKey);
    const [user] = await told.users(1);
    await told.import([recipeFor(user!)], true);
    await told.import([recipeFor(user!, { oauth_scopes: [] })], true);
    const connections = await providersOf(user!, told);
    assert.equal(connections.length, 1);
    assert.equal(connections[0]?.resource_availability['sleep']?.status, 'unavailable');
    const events = await service.eventsOf(user!);
    assert.deepEqual(
      events
        .filter(({ event_type }) => event_type === 'provider.connection.created')
        .map(({ data }) => (data as { user_id: string }).user_id),
      [user, user],
    );
  });

  it('keeps tokens encrypted, and no longer than the operation takes', async () => {
    const [user] = await team.users(1);
    const secret = `good-${randomUUID()}`;
    const id = await acceptAlone([recipeFor(user!, { access_token: secret })]);
    const [chunk] = await chunksOf(id);
    assert.equal(Buffer.from(chunk!.items!).includes(secret), false);
    await workOperation(service.deps, { operation_id: id }, new AbortController().signal);
    assert.deepEqual(await chunksOf(id), []);

    await team.import([recipeFor(user!, { access_token: secret })], true);
    const [waited] = (await team.operations({ page_size: 1 })).data;
    assert.deepEqual(
      (await chunksOf(waited!.id)).map(({ items }) => items),
      [null],
    );
    await sweep(service.deps.db, new Date(service.clock.now().getTime() + 61_000));
    assert.deepEqual(await chunksOf(waited!.id), []);
    assert.equal(service.logged().includes(secret), false);
  });

  it('keeps what it cannot read, and continues once it can', async () => {
    const [user] = await team.users(1);
    const id = await acceptAlone([recipeFor(user!)]);
    const [kept] = await chunksOf(id);
    const chunk = service.deps.db.updateTable('bulk_chunk').where('operation_id', '=', id);
    const work = async () => {
      const signal = new AbortController().signal;
      await workOperation(service.deps, { operation_id: id }, signal);
      return (await team.operations({ id })).data[0];
    };
    await chunk.set({ items: Buffer.alloc(64, 1) }).execute();
    const waiting = await work();
    assert.deepEqual([waiting?.status, waiting?.pending, waiting?.ended_at], ['in_progress', 1, null]);
    const { rows } = await sql<{
      wait: number;
    }>`select extract(epoch from start_after - now())::integer as wait
      from pgboss.job where name = 'bulk' and data->>'operation_id' = ${id}`.execute(service.deps.db);
    assert.equal(rows.length, 1);
    assert.ok(rows[0]!.wait > 200 && rows[0]!.wait <= 300, `${rows[0]!.wait} s`);
    await chunk.set({ items: kept!.items }).execute();
    assert.equal((await work())?.status, 'success');
  });

  it('aborts an operation that has lost its items', async () => {
    const [user] = await team.users(1);
    const id = await acceptAlone([recipeFor(user!)]);
    await service.deps.db.deleteFrom('bulk_chunk').where('operation_id', '=', id).execute();
    await workOperation(service.deps, { operation_id: id }, new AbortController().signal);
    const [operation] = (await team.operations({ id })).data;
    assert.deepEqual([operation?.status, operation?.pending, operation?.processed], ['aborted', 1, 0]);
    assert.notEqual(operation?.ended_at, null);
  });

  // spec 4.3.5
  it('has no results if it was aborted, so that a waiting caller reads its progress', async () => {
    const [user] = await team.users(1);
    const id = await acceptAlone([recipeFor(user!)]);
    await service.deps.db.deleteFrom('bulk_chunk').where('operation_id', '=', id).execute();
    await workOperation(service.deps, { operation_id: id }, new AbortController().signal);
    assert.equal(await waitForOutcome(service.deps, id, new AbortController().signal), null);
  });

  // spec 4.3.1, 4.3.2
  it('is refused if the team has it switched off, or has no application of its own', async () => {
    const other = await service.newTeam();
    // The switch for exports does not count.
    await service.deps.db
      .updateTable('team')
      .set({ flags: '["bulk_export", "management"]' })
      .where('id', '=', other.id)
      .execute();
    const send = (apiKey: string | undefined, body: object) =>
      service.call(bulkImport, { ...(apiKey && { apiKey }), body: body as never });
    const off = await send(other.apiKey, {});
    assert.equal(off.status, 403);
    assert.equal((off.detail as { error_type: string }).error_type, 'feature_not_enabled');
    assert.equal((await send(undefined, {})).status, 401);
    assert.equal((await send(sandboxKeys.managementKey, {})).status, 403);

    // The sandbox team has the switch, and no application here.
    const user_id = await service.newUser();
    const body = { provider: 'ember_scale', connections: [recipeFor(user_id)] };
    const missing = await send(sandboxKeys.apiKey, body);
    assert.equal(missing.status, 400);
    assert.equal((missing.detail as { error_type: string }).error_type, 'custom_credentials_missing');
    const operations = await service.deps.db
      .selectFrom('bulk_operation')
      .select('id')
      .where('team_id', '=', seededTeam)
      .execute();
    assert.deepEqual(operations, []);
  });

  // spec 4.3.8
  it('names the places of a body that does not follow the schema, and no more than 100', async () => {
    const [user] = await team.users(1);
    for (const [body, loc] of [
      [{ provider: 'quartz_scale', connections: [] }, ['body', 'provider']],
      [{ provider: 'constructor', connections: [] }, ['body', 'provider']],
      [{ provider }, ['body', 'connections']],
      [{ connections: [] }, ['body', 'provider']],
      [
        { provider, connections: [{ ...recipeFor(user!), user_id: 'x' }] },
        ['body', 'connections', 0, 'user_id'],
      ],
      [
        { provider, connections: [recipeFor(user!), recipeFor(user!, { expires_at: 1.5 })] },
        ['body', 'connections', 1, 'expires_at'],
      ],
    ] as const) {
      const { status, detail } = await service.call(bulkImport, { apiKey: team.apiKey, body: body as never });
      assert.equal(status, 422, JSON.stringify(loc));
      assert.deepEqual((detail as { loc: unknown }[])[0]?.loc, loc);
    }
    const many = await service.call(bulkImport, {
      apiKey: team.apiKey,
      body: { provider, connections: Array.from({ length: 500 }, () => ({})) } as never,
    });
    assert.equal((many.detail as unknown[]).length, 100);
  });

  // spec 4.3.7
  it('accepts more while one runs, and handles them all', async () => {
    const users = await team.users(303);
    const answers = [];
    for (const some of [users.slice(0, 300), ...users.slice(300).map((user) => [user])])
      answers.push(await team.import(some.map((user) => recipeFor(user))));
    const ended = await Promise.all(answers.map((answer) => team.ended(answer)));
    assert.deepEqual(
      ended.map(({ status, processed, failed }) => [status, processed, failed]),
      [300, 1, 1, 1].map((count) => ['success', count, 0]),
    );
  });

  // spec 4.3.7
  it('accepts bodies of more than 1 MiB, up to 64, only from callers who may import', async () => {
    const send = (length: number, apiKey: string) =>
      service.app.request('/v2/link/bulk_import/', {
        method: 'POST',
        headers: { 'x-svc-api-key': apiKey, 'content-length': String(length) },
        body: `{"provider": "${provider}", "connections": []}${' '.repeat(Math.min(length, 2_000_000))}`,
      });
    assert.equal((await send(2_000_000, team.apiKey)).status, 202);
    assert.equal((await send(64 * 1024 * 1024 + 1, team.apiKey)).status, 413);
    assert.equal((await send(64 * 1024 * 1024 + 1, 'unknown')).status, 401);
  });

  it('reads two bodies of more than 1 MiB at once, of two teams, and others meanwhile', async () => {
    const text = JSON.stringify({ provider, connections: [] });
    const others = await newBulkTeam(service);
    const send = (body: string | ReadableStream, length: number | undefined, { apiKey } = team) =>
      service.app.request('/v2/link/bulk_import', {
        method: 'POST',
        headers: {
          'x-svc-api-key': apiKey,
          ...(length !== undefined && { 'content-length': String(length) }),
        },
        body,
        duplex: 'half',
      });
    let goOn = (): void => undefined;
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    let twoRead = (): void => undefined;
    const begun = new Promise<void>((resolve) => (twoRead = resolve));
    let read = 0;
    const readOf = new Set<BulkTeam>();
    const slow = (from: BulkTeam) =>
      new ReadableStream(
        {
          async pull(controller) {
            readOf.add(from);
            if (++read === 2) twoRead();
            await gate;
            controller.enqueue(new TextEncoder().encode(text));
            controller.close();
          },
        },
        { highWaterMark: 0 },
      );
    const long = [2_000_000, undefined, 2_000_000, undefined, 2_000_000].map((length, at) => {
      const from = at < 3 ? team : others;
      return send(slow(from), length, from);
    });
    await begun;
    assert.deepEqual(readOf, new Set([team, others]));
    for (let round = 0; round < 3; round++) assert.equal((await send(text, text.length)).status, 202);
    assert.equal(read, 2);

    goOn();
    assert.deepEqual(
      (await Promise.all(long)).map(({ status }) => status),
      [202, 202, 202, 202, 202],
    );
    assert.equal(read, 5);
  });
});
