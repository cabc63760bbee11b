import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  updateWebhook,
  type BodyOf,
} from 'svc-link/contract';
import { storeKey } from '../../src/auth/index.js';
import { sandboxKeys } from '../../src/server/server.js';
import { seededTeam } from '../../src/server/seed.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const { apiKey } = sandboxKeys;
const url = 'https://team.example/webhooks';

const create = (body: Partial<BodyOf<typeof createWebhook>> = {}, key = apiKey) =>
  service.call(createWebhook, { apiKey: key, body: { url, ...body } });
const get = (id: string, key = apiKey) => service.call(getWebhook, { apiKey: key, params: { id } });
const change = (id: string, body: BodyOf<typeof updateWebhook>) =>
  service.call(updateWebhook, { apiKey, params: { id }, body });

describe('a webhook', () => {
  // spec 4.13.6
  it('is made with its settings, and shows its secret once', async () => {
    const { status, body } = await create({ events: ['daily.data.'], headers: { 'X-Team': 'ours' } });
    assert.equal(status, 200);
    const { secret, ...webhook } = body;
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.deepEqual(
      { ...webhook, id: '', created_on: '' },
      {
        id: '',
        url,
        events: ['daily.data.'],
        headers: { 'X-Team': 'ours' },
        kind: 'webhook',
        routes: [],
        status: 'enabled',
        disabled_reason: null,
        created_on: '',
      },
    );
    assert.deepEqual((await get(body.id)).body, webhook);
  });

  // spec 4.13.6
  it('is listed with the others of its team, the oldest first', async () => {
    const team = await service.newTeam();
    const ids = [];
    for (const name of ['a', 'b', 'c'])
      ids.push((await create({ url: `https://team.example/${name}` }, team.apiKey)).body.id);
    await create();
    const { body } = await service.call(listWebhooks, { apiKey: team.apiKey });
    assert.deepEqual(
      body.webhooks.map(({ id }) => id),
      ids,
    );
    assert.ok(!JSON.stringify(body).includes('whsec_'));
  });

  // spec 4.13.6
  it('is changed field by field', async () => {
    const { body } = await create({ events: ['daily.'], headers: { a: '1', b: '2' } });
    const changed = await change(body.id, { headers: { c: '3' } });
    assert.deepEqual([changed.body.headers, changed.body.events], [{ c: '3' }, ['daily.']]);
    assert.deepEqual((await change(body.id, { events: null, headers: null })).body.headers, {});
    const off = await change(body.id, { status: 'disabled' });
    assert.deepEqual(
      [off.body.status, off.body.disabled_reason, off.body.url],
      ['disabled', 'requested', url],
    );
    const on = await change(body.id, { status: 'enabled' });
    assert.deepEqual([on.body.status, on.body.disabled_reason, on.body.events], ['enabled', null, []]);
  });

  // spec 4.13.6
  it('cannot be found after it is deleted', async () => {
    const { body } = await create();
    const remove = () => service.call(deleteWebhook, { apiKey, params: { id: body.id } });
    assert.deepEqual((await remove()).body, { success: true });
    assert.equal((await get(body.id)).status, 404);
    assert.equal((await remove()).status, 404);
  });

  it('keeps its secret and headers encrypted', async () => {
    const { body } = await create({ headers: { authorization: 'Bearer of-the-team' } });
    const row = await service.deps.db
      .selectFrom('webhook')
      .selectAll()
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow();
    const stored = Object.values(row).map((value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString() : JSON.stringify(value),
    );
    assert.ok(!stored.some((text) => text.includes('of-the-team') || text.includes(body.secret)));
    assert.ok(!service.logged().includes('of-the-team'));
  });

  it('is one of 50 at most', async () => {
    const team = await service.newTeam();
    const made = await Promise.all(Array.from({ length: 52 }, () => create({}, team.apiKey)));
    assert.deepEqual(made.map(({ status }) => status).sort(), [
      ...Array.from({ length: 50 }, () => 200),
      409,
      409,
    ]);
  });
});

describe('what a webhook may be', () => {
  it('is refused with a rule and a field', async () => {
    for (const [body, field, rule] of [
      [{ url: 'https://me:secret@example.com/' }, 'url', 'user_info'],
      [{ headers: { Host: 'x' } }, 'headers', 'reserved'],
      [{ routes: [{ prefix: 'daily.', url }] }, 'routes', 'kind'],
    ] as const) {
      const { status, detail } = await create(body as Partial<BodyOf<typeof createWebhook>>);
      assert.equal(status, 422, rule);
      const { error_type, error_message, ...named } = detail as Record<string, string>;
      assert.equal(error_type, 'webhook_not_allowed');
      assert.deepEqual(named, { field, rule });
      assert.ok(!error_message?.includes('secret'));
    }
  });

  it('is refused if it does not follow the schema', async () => {
    for (const [body, place] of [
      [{ events: ['daily.data.*'] }, 'events'],
      [{ kind: 'queue' }, 'kind'],
      [{ status: 'paused' }, 'status'],
      [{ headers: { a: 1 } }, 'headers'],
    ] as const) {
      const { status, detail } = await create(body as object);
      assert.equal(status, 422);
      assert.equal((detail as { loc: string[] }[])[0]?.loc[1], place);
    }
  });

  it('is checked when it is changed too', async () => {
    const { body } = await create({ kind: 'event_hub', routes: [{ prefix: 'daily.', url }] });
    assert.equal((await change(body.id, { kind: 'webhook' })).status, 422);
    assert.equal((await change(body.id, { kind: 'webhook', routes: [] })).status, 200);
  });
});

describe('who manages webhooks', () => {
  it('is only the team', async () => {
    const other = await service.newTeam();
    const { body } = await create();
    assert.equal((await get(body.id, other.apiKey)).status, 404);
    assert.equal(
      (await service.call(deleteWebhook, { apiKey: other.apiKey, params: { id: body.id } })).status,
      404,
    );
    assert.equal((await get(randomUUID())).status, 404);
    assert.equal((await get('nonsense')).status, 422);
    assert.equal((await service.call(listWebhooks, { apiKey, query: { team_id: other.id } })).status, 403);
    assert.equal((await service.call(listWebhooks, { apiKey, query: { team_id: seededTeam } })).status, 200);
  });

  // spec 5.9, 5.10
  it('is also a management key, for a named team of its organization', async () => {
    const other = await service.newTeam();
    const { body } = await create({}, other.apiKey);
    const list = (key: string, team_id?: string, header = 'x-management-key') =>
      service.call(listWebhooks, { headers: { [header]: key }, ...(team_id && { query: { team_id } }) });
    const key = sandboxKeys.managementKey;
    assert.deepEqual(
      (await list(key, other.id)).body.webhooks.map(({ id }) => id),
      [body.id],
    );
    assert.equal((await list(key, other.id, 'x-svc-org-key')).status, 200);
    assert.equal((await list(key)).status, 422);
    assert.equal((await list(key, 'nonsense')).status, 422);
    assert.equal((await list(key, randomUUID())).status, 403);
    assert.equal((await list('mk_unknown', other.id)).status, 401);
    assert.equal((await list(apiKey, other.id)).status, 403);

    const stranger = randomUUID();
    const { db, clock } = service.deps;
    await db.insertInto('org').values({ id: stranger, name: 'Another', created_on: clock.now() }).execute();
    await storeKey(db, { kind: 'org', id: stranger }, 'test', 'mk_of_another', clock.now());
    assert.equal((await list('mk_of_another', other.id)).status, 403);
  });
});
