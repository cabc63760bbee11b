import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  createUser,
  createWebhook,
  deleteUser,
  listProviders,
  listUserProviders,
  listUsers,
  readUser,
  undoDeleteUser,
} from 'svc-link/contract';
import { readEvent } from 'svc-link/webhooks';
import { completeConnection } from '../../src/link/complete.js';
import { transact } from '../../src/db/index.js';
import { beginAttempt, lockSession } from '../../src/link/sessions.js';
import { findProvider } from '../../src/providers/index.js';
import { seed } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import { startReceiver } from '../support/receiver.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const { apiKey } = sandboxKeys;
const unknownId = '11111111-1111-4111-8111-111111111111';

describe('users', () => {
  // spec 2.5.3
  it('are created and read', async () => {
    const created = await service.call(createUser, { apiKey, body: { client_user_id: 'ada' } });
    assert.equal(created.status, 200);
    assert.deepEqual(
      { ...created.body, user_id: '', created_on: '' },
      {
        user_id: '',
        team_id: '00000000-0000-4000-8000-000000000002',
        client_user_id: 'ada',
        created_on: '',
        connected_sources: [],
        fallback_birth_date: null,
        fallback_time_zone: null,
      },
    );
    const read = await service.call(readUser, { apiKey, params: { user_id: created.body.user_id } });
    assert.deepEqual(read.body, created.body);
    const upper = await service.call(readUser, {
      apiKey,
      params: { user_id: created.body.user_id.toUpperCase() },
    });
    assert.deepEqual(upper.body, created.body);
  });

  it('have a name that can be stored, in rows and in events', async () => {
    const named = async (client_user_id: string) => {
      const { status, body, detail } = await service.call(createUser, { apiKey, body: { client_user_id } });
      return status === 200 ? body.client_user_id : [status, (detail as { msg: string }[])[0]?.msg];
    };
    const msg = 'a text holds U+0000, or half of a surrogate pair';
    for (const name of ['a\0', '\ud800', 'a\udc00b']) assert.deepEqual(await named(name), [422, msg]);
    for (const name of ['‮ 🏳️‍🌈 \\u0000', 'ÿ\uffff']) assert.equal(await named(name), name);
  });

  // spec 2.5.1
  it('need no name from the team, and any number may have none', async () => {
    const ids: string[] = [];
    for (const body of [{}, { client_user_id: null }]) {
      const created = await service.call(createUser, { apiKey, body });
      assert.deepEqual([created.status, created.body.client_user_id], [200, null]);
      const params = { user_id: created.body.user_id };
      assert.deepEqual((await service.call(readUser, { apiKey, params })).body, created.body);
      ids.push(created.body.user_id);
    }
    assert.equal(new Set(ids).size, 2);
    const [one] = ids;
    await service.call(deleteUser, { apiKey, params: { user_id: one! } });
    const back = await service.call(undoDeleteUser, { apiKey, body: { user_id: one! } });
    assert.equal(back.status, 200);
    const { body } = await service.call(listUsers, { apiKey, query: { limit: 500 } });
    const listed = body.users.filter(({ user_id }) => ids.includes(user_id));
    assert.deepEqual(
      listed.map(({ client_user_id }) => client_user_id),
      [null, null],
    );
  });

  // spec 6.5
  it('without a name have events without a name, and readers accept them', async () => {
    const receiver = await startReceiver();
    try {
      const { url } = receiver;
      await service.call(createWebhook, { apiKey, body: { url, events: ['provider.connection.'] } });
      const { body } = await service.call(createUser, { apiKey, body: {} });
      await service.signIn(await service.newLink({ user_id: body.user_id }), 'ok@example.com');
      const [sent] = await receiver.until(1);
      const event = readEvent(JSON.parse(sent!.body));
      assert.deepEqual([event.client_user_id, event.user_id], [null, body.user_id]);
    } finally {
      await receiver.close();
    }
  });

  // spec 7.2
  it('have a name only once in a team; the refusal names the user who has it', async () => {
    const first = await service.call(createUser, { apiKey, body: { client_user_id: 'grace' } });
    const second = await service.call(createUser, { apiKey, body: { client_user_id: 'grace' } });
    assert.equal(second.status, 400);
    assert.deepEqual(second.detail, {
      error_type: 'already_exists',
      error_message: 'There is a user with this client_user_id.',
      user_id: first.body.user_id,
      created_on: first.body.created_on,
    });
    const another = await service.newTeam();
    const theirs = await service.call(createUser, {
      apiKey: another.apiKey,
      body: { client_user_id: 'grace' },
    });
    assert.equal(theirs.status, 200);
  });

  it('are created once by many requests at the same time', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => service.call(createUser, { apiKey, body: { client_user_id: 'hedy' } })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400]);
  });

  it('belong to their team only', async () => {
    const { apiKey: theirs } = await service.newTeam();
    const userId = await service.newUser();
    for (const endpoint of [readUser, listUserProviders]) {
      const read = (user_id: string, key?: string) =>
        service.call(endpoint, { params: { user_id }, ...(key !== undefined && { apiKey: key }) });
      assert.equal((await read(userId, apiKey)).status, 200);
      assert.equal((await read(userId, theirs)).status, 404);
      assert.equal((await read(unknownId, apiKey)).status, 404);
      assert.equal((await read('me', apiKey)).status, 422);
      assert.equal((await read(userId)).status, 401);
      assert.equal((await read('me', 'sk_unknown')).status, 401);
      assert.equal((await read(userId, sandboxKeys.managementKey)).status, 403);
    }
  });

  it('are not created from a body that does not follow the schema', async () => {
    for (const body of [
      [],
      { client_user_id: '' },
      { client_user_id: 7 },
      { client_user_id: 'a'.repeat(256) },
      { client_user_id: 'a\0' },
    ]) {
      const { status } = await service.call(createUser, { apiKey, body: body as never });
      assert.equal(status, 422, JSON.stringify(body));
    }
  });

  it('show their connections', async () => {
    const link = await service.newLink();
    await service.signIn(link, 'ok@example.com');
    const { body: user } = await service.call(readUser, { apiKey, params: { user_id: link.userId } });
    assert.deepEqual(
      user.connected_sources.map(({ source }) => [source.slug, source.name]),
      [['quartz_scale', 'Quartz Scale']],
    );
    assert.match(user.connected_sources[0]!.source.logo, /^http/);
  });
});

describe('GET /v2/user/providers/{user_id}', () => {
  // spec 2.6.2, 4.2.1
  it('shows which resources the granted scopes allow', async () => {
    const provider = findProvider('aurora_ring');
    assert.ok(provider);
    const denied = ['heartrate.read'];
    const granted = [...provider.scopes.required, ...provider.scopes.optional].filter(
      (each) => !denied.includes(each),
    );
    const earlier = await service.newLink();
    await service.signIn(earlier, 'ok@example.com');
    await service.signIn(await service.newLink(), 'ok@example.com');
    await service.clock.advance(1);
    const link = await service.newLink({ user_id: earlier.userId });
    await transact(service.deps.db, async (tx) => {
      const { attempt } = await beginAttempt(
        tx,
        await lockSession(tx, link.sessionId),
        provider.slug,
        service.clock.now(),
        null,
      );
      await completeConnection(tx, service.deps, link.sessionId, attempt, {
        provider: provider.slug,
        account: 'a',
        credentials: '{}',
        granted,
        denied,
      });
    });

    const { body } = await service.call(listUserProviders, { apiKey, params: { user_id: link.userId } });
    // Only this user's, in the order in which they were connected.
    assert.deepEqual(
      body.providers.map(({ slug, status, error_details }) => [slug, status, error_details]),
      [
        ['quartz_scale', 'connected', null],
        ['aurora_ring', 'connected', null],
      ],
    );
    const [byPassword, entry] = body.providers;
    assert.ok(byPassword && entry);
    // A sign-in with a password asks for no scope.
    assert.deepEqual(
      Object.values(byPassword.resource_availability).map(({ status }) => status),
      ['available', 'available'],
    );
    assert.deepEqual(
      Object.keys(entry.resource_availability),
      provider.resources.map(({ name }) => name),
    );
    assert.deepEqual(entry.resource_availability['sleep'], {
      status: 'available',
      reason: null,
      scope_requirements: {
        user_granted: { required: ['sleep.read'], optional: [] },
        user_denied: { required: [], optional: ['heartrate.read'] },
      },
    });
    assert.deepEqual(entry.resource_availability['heartrate'], {
      status: 'unavailable',
      reason: 'not_granted',
      scope_requirements: {
        user_granted: { required: [], optional: [] },
        user_denied: { required: ['heartrate.read'], optional: [] },
      },
    });
  });
});

describe('GET /v2/providers', () => {
  it('lists all providers for a team', async () => {
    const { status, body } = await service.call(listProviders, { apiKey });
    assert.equal(status, 200);
    assert.equal(body.length, 28);
    assert.equal(body.filter(({ auth_type }) => auth_type === 'oauth').length, 16);
    assert.ok(body.every(({ supported_resources }) => supported_resources.length > 0));
  });

  it('uses the keys of the settings, also when they change places', async () => {
    const { db, clock } = service.deps;
    const list = async (apiKey: string) => (await service.call(listProviders, { apiKey })).status;
    await seed(db, clock.now(), { apiKey: 'sk_one', managementKey: 'mk_two' });
    assert.deepEqual([await list('sk_one'), await list('mk_two')], [200, 403]);
    await seed(db, clock.now(), { apiKey: 'mk_two', managementKey: 'sk_one' });
    assert.deepEqual([await list('sk_one'), await list('mk_two')], [403, 200]);
    // If one of several processes has no keys in its settings, it deletes none.
    await seed(db, clock.now(), { apiKey: undefined, managementKey: undefined });
    const rows = await db.selectFrom('api_key').select('last4').where('seeded', '=', true).execute();
    assert.deepEqual(rows.map(({ last4 }) => last4).sort(), ['_one', '_two']);
    await seed(db, clock.now(), sandboxKeys);
    assert.deepEqual([await list('sk_one'), await list('mk_two')], [401, 401]);
  });

  it('needs the key of a team', async () => {
    assert.equal((await service.call(listProviders)).status, 401);
    assert.equal((await service.call(listProviders, { apiKey: 'x' })).status, 401);
    assert.equal((await service.call(listProviders, { apiKey: sandboxKeys.managementKey })).status, 403);
  });
});
