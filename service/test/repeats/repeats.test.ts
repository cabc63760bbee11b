// Requests that are repeated with the same Idempotency-Key.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { sql } from 'kysely';
import {
  bulkExport,
  createOrder,
  createUser,
  createWebhook,
  deleteTeam,
  deleteUser,
  undoDeleteUser,
} from 'svc-link/contract';
import type { Tables } from '../../src/db/index.js';
import { seededOrg } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import { sweep } from '../../src/server/sweeps.js';
import { dump } from '../support/dump.js';
import { all, send, setScene } from '../support/scenes.js';
import { startTestService, type TestService } from '../support/test-service.js';

const { apiKey, managementKey } = sandboxKeys;
const labTest = '00000000-0000-4000-8000-000000000110';
const withKey = (key: string) => ({ 'idempotency-key': key });

describe('a request that comes again with its Idempotency-Key', () => {
  /** Two services on PostgreSQL, where several processes share a database. */
  let services: readonly TestService[];
  let service: TestService;
  beforeAll(async () => {
    services = process.env['TEST_DATABASE_URL']
      ? [await startTestService(), await startTestService()]
      : [await startTestService()];
    [service] = services as [TestService];
  });
  afterAll(() => Promise.all(services.map((each) => each.stop())));

  const count = async (table: keyof Tables): Promise<number> => {
    const { rows } = await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(
      service.deps.db,
    );
    return Number(rows[0]?.n);
  };
  /** The rows that requests have made. Uses of keys are counted by day. */
  const made = async (): Promise<Readonly<Record<string, number>>> => ({
    user: await count('app_user'),
    session: await count('link_session'),
    insurance: await count('insurance'),
    order: await count('lab_order'),
    appointment: await count('appointment'),
    operation: await count('bulk_operation'),
    webhook: await count('webhook'),
    team: await count('team'),
    key: await count('api_key'),
    audit: await count('audit_entry'),
  });
  const order = (userId: string, key: string, on = service) =>
    on.call(createOrder, {
      apiKey,
      headers: withKey(key),
      body: { user_id: userId, lab_test_id: labTest },
    });
  const keptOf = (userId: string) =>
    service.deps.db.selectFrom('kept_answer').selectAll().where('user_id', '=', userId).execute();
  for (const [id, operation] of all.filter(([, { endpoint }]) => endpoint.repeatable))
    it(`does it once at ${id}, and answers the same`, async () => {
      const scene = await setScene(service, id);
      const request = { ...scene, headers: { ...scene.headers, ...withKey(randomUUID()) } };
      const first = await send(service, operation, request);
      assert.ok(first.status < 300, `${first.status} ${await first.clone().text()}`);
      assert.equal(first.headers.get('idempotent-replayed'), null);
      const before = await made();
      const again = await send(service, operation, request);
      assert.deepEqual(
        [again.status, await again.text(), again.headers.get('idempotent-replayed')],
        [first.status, await first.text(), 'true'],
      );
      assert.equal(again.headers.get('location'), first.headers.get('location'));
      assert.deepEqual(await made(), before);

      const other = { ...request, query: { ...request.query, another: '1' } };
      const refused = await send(service, operation, other);
      assert.equal(refused.status, 422);
      assert.match(await refused.text(), /idempotency_key_reused/);
      assert.deepEqual(await made(), before);
    });

  for (const [id, operation] of all.filter(([, { endpoint }]) => endpoint.once === false))
    it(`may come again without one at ${id}, which only reads`, async () => {
      const scene = await setScene(service, id);
      const before = await made();
      const first = await send(service, operation, scene);
      assert.ok(first.status < 300, `${first.status} ${await first.clone().text()}`);
      assert.equal((await send(service, operation, scene)).status, first.status);
      // An export whose tokens are sent twice is recorded twice.
      const told = operation.endpoint === bulkExport ? 2 : 0;
      assert.deepEqual(await made(), { ...before, audit: (before['audit'] ?? 0) + told });
    });

  it('is done once however many come at the same moment, in whichever process', async () => {
    const [userId, key] = [await service.newUser(), randomUUID()];
    const orders = await count('lab_order');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => order(userId, key, services[at % services.length])),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
    assert.equal(answers.filter(({ headers }) => headers.has('idempotent-replayed')).length, 19);
    assert.equal(await count('lab_order'), orders + 1);
  });

  it('is another one with another body, at another address or of another team', async () => {
    const key = randomUUID();
    const create = (name: string, of = apiKey) =>
      service.call(createUser, { apiKey: of, headers: withKey(key), body: { client_user_id: name } });
    const name = randomUUID();
    const first = await create(name);
    assert.equal(first.status, 200);
    const errorTypeOf = (detail: unknown) => (detail as { error_type?: string }).error_type;
    const otherBody = await create(randomUUID());
    assert.deepEqual([otherBody.status, errorTypeOf(otherBody.detail)], [422, 'idempotency_key_reused']);
    const otherAddress = await order(first.body.user_id, key);
    assert.deepEqual(
      [otherAddress.status, errorTypeOf(otherAddress.detail)],
      [422, 'idempotency_key_reused'],
    );
    const ofAnother = await create(name, (await service.newTeam()).apiKey);
    assert.equal(ofAnother.status, 200);
    assert.notEqual(ofAnother.body.user_id, first.body.user_id);
  });

  it('is the same with a slash at the end of its address or without', async () => {
    const key = randomUUID();
    const body = JSON.stringify({ client_user_id: randomUUID() });
    const create = (address: string, more = {}) =>
      service.app.request(address, {
        method: 'POST',
        headers: { 'x-svc-api-key': apiKey, 'content-type': 'application/json', ...more },
        body,
      });
    const first = await create('/v2/user', withKey(key));
    assert.deepEqual([first.status, first.headers.get('idempotent-replayed')], [200, null]);
    const again = await create('/v2/user/', withKey(key));
    assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [200, 'true']);
    assert.equal(await again.text(), await first.text());
    // Without a key nothing is a repeat, whether it is refused or made.
    const taken = await create('/v2/user');
    assert.deepEqual([taken.status, taken.headers.get('idempotent-replayed')], [400, null]);
    const other = await service.call(createUser, { apiKey, body: { client_user_id: randomUUID() } });
    assert.deepEqual([other.status, other.headers.get('idempotent-replayed')], [200, null]);
  });

  it('is refused if its key is none', async () => {
    for (const key of ['', 'two words', 'ü', 'x'.repeat(256)]) {
      const { status, detail } = await order(await service.newUser(), key);
      assert.equal(status, 422);
      assert.match(JSON.stringify(detail), /Idempotency-Key.*visible ASCII/);
    }
    assert.equal((await order(await service.newUser(), `${randomUUID()}${'~'.repeat(219)}`)).status, 200);
  });

  it('is tried anew if it was refused', async () => {
    const [userId, key] = [await service.newUser(), randomUUID()];
    await service.call(deleteUser, { apiKey, params: { user_id: userId } });
    assert.equal((await order(userId, key)).status, 404);
    await service.call(undoDeleteUser, { apiKey, body: { user_id: userId } });
    const { status, headers } = await order(userId, key);
    assert.deepEqual([status, headers.has('idempotent-replayed')], [200, false]);
  });

  it('has made nothing if its answer could not be kept', async () => {
    const [userId, key, { db }] = [await service.newUser(), randomUUID(), service.deps];
    const orders = await count('lab_order');
    await sql`create function no_answer() returns trigger language plpgsql as $$
      begin raise exception 'the disk is full'; end $$`.execute(db);
    await sql`create trigger no_answer before update on kept_answer for each row execute function no_answer()`.execute(
      db,
    );
    try {
      assert.equal((await order(userId, key)).status, 500);
      assert.equal(await count('lab_order'), orders);
    } finally {
      await sql`drop trigger no_answer on kept_answer`.execute(db);
      await sql`drop function no_answer()`.execute(db);
    }
    assert.equal((await order(userId, key)).status, 200);
    assert.equal((await order(userId, key)).headers.get('idempotent-replayed'), 'true');
    assert.equal(await count('lab_order'), orders + 1);
  });

  it('leaves nothing readable in the database: no key, body or answer', async () => {
    const [key, birthday] = [`mail-of-anna@example.com/${randomUUID()}`, '1961-02-03'];
    const { body: webhook } = await service.call(createWebhook, {
      apiKey,
      headers: withKey(key),
      body: { url: 'https://nowhere.invalid/' },
    });
    const body = { client_user_id: randomUUID(), fallback_birth_date: birthday };
    const { body: user } = await service.call(createUser, { apiKey, headers: withKey(randomUUID()), body });
    const [kept] = await keptOf(user.user_id);
    assert.ok(kept?.answer);
    const text = await dump(service.deps.db);
    const rows = text.split('\n').filter((line) => line.startsWith('kept_answer.'));
    assert.ok(rows.length > 0);
    for (const secret of [key, webhook.secret, birthday, body.client_user_id])
      assert.ok(!rows.some((line) => line.includes(secret)), secret);
    assert.ok(!text.includes(key));
  });

  it('is forgotten with the user', async () => {
    const { body: user } = await service.call(createUser, {
      apiKey,
      headers: withKey(randomUUID()),
      body: { client_user_id: randomUUID() },
    });
    await order(user.user_id, randomUUID());
    assert.equal((await keptOf(user.user_id)).length, 2);
    await service.call(deleteUser, { apiKey, params: { user_id: user.user_id } });
    assert.deepEqual(await keptOf(user.user_id), []);
  });

  it('is forgotten with the team', async () => {
    const { id, apiKey: own } = await service.newTeam();
    const body = { client_user_id: randomUUID() };
    await service.call(createUser, { apiKey: own, headers: withKey(randomUUID()), body });
    const kept = () =>
      service.deps.db.selectFrom('kept_answer').select('id').where('team_id', '=', id).execute();
    assert.equal((await kept()).length, 1);
    const headers = { 'x-management-key': managementKey };
    await service.call(deleteTeam, { headers, params: { org_id: seededOrg, team_id: id } });
    await sweep(service.deps.db, service.deps.clock.now());
    assert.deepEqual(await kept(), []);
  });

  it('is answered again for 24 hours', async () => {
    const [userId, key, { deps }] = [await service.newUser(), randomUUID(), service];
    const { body: first } = await order(userId, key);
    const later = (hours: number) => new Date(deps.clock.now().getTime() + hours * 3_600_000);
    await sweep(deps.db, later(23.9));
    assert.equal((await order(userId, key)).body.id, first.id);
    await sweep(deps.db, later(24.1));
    assert.deepEqual(await keptOf(userId), []);
    assert.notEqual((await order(userId, key)).body.id, first.id);
  });
});
