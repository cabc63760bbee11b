import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  completeMfa,
  createLinkToken,
  createUser,
  deleteUser,
  disconnectProvider,
  listUserProviders,
  listUsers,
  readLinkSession,
  readLinkState,
  readUser,
  undoDeleteUser,
} from 'svc-link/contract';
import { completeConnection } from '../../src/link/complete.js';
import { transact } from '../../src/db/index.js';
import { beginAttempt, lockSession } from '../../src/link/sessions.js';
import { sandboxKeys } from '../../src/server/server.js';
import { sweep } from '../../src/server/sweeps.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const { apiKey } = sandboxKeys;
const day = 86_400;

const read = (user_id: string) => service.call(readUser, { apiKey, params: { user_id } });
const remove = (user_id: string, key = apiKey) =>
  service.call(deleteUser, { apiKey: key, params: { user_id } });
const undo = (body: object, query?: object, key = apiKey) =>
  service.call(undoDeleteUser, { apiKey: key, body, ...(query && { query }) });
const connections = async (user_id: string) =>
  (await service.call(listUserProviders, { apiKey, params: { user_id } })).body.providers;

/** A user with a unique name, and a connection. */
async function connected() {
  const client_user_id = randomUUID();
  const { body } = await service.call(createUser, { apiKey, body: { client_user_id } });
  await service.signIn(await service.newLink({ user_id: body.user_id }), 'ok@example.com');
  assert.equal((await connections(body.user_id)).length, 1);
  return { userId: body.user_id, client_user_id };
}

/** Moves the clock by days, and does all work that became due. */
async function pass(days: number): Promise<void> {
  await service.clock.advance(days * day);
  await sweep(service.deps.db, service.clock.now());
}

describe('DELETE /v2/user/{user_id}', () => {
  it('removes the user from everywhere, once', async () => {
    const { userId } = await connected();
    const { status, body } = await remove(userId);
    assert.deepEqual([status, body], [200, { success: true }]);
    assert.equal((await read(userId)).status, 404);
    assert.equal((await service.call(createLinkToken, { apiKey, body: { user_id: userId } })).status, 404);
    const listed = await service.call(listUsers, { apiKey, query: { limit: 500 } });
    assert.ok(listed.body.users.every(({ user_id }) => user_id !== userId));
    assert.equal((await remove(userId)).status, 404);
  });

  it('makes the name free again', async () => {
    const { userId, client_user_id } = await connected();
    await remove(userId);
    const again = await service.call(createUser, { apiKey, body: { client_user_id } });
    assert.equal(again.status, 200);
    assert.notEqual(again.body.user_id, userId);
  });

  it('ends the links in progress', async () => {
    const asleep = await service.newLink();
    const asked = await service.newLink({ user_id: asleep.userId });
    assert.equal((await service.signIn(asked, 'sms@example.com')).body.state, 'pending_provider_mfa');
    const waiting = await service.newLink({ user_id: asleep.userId, confirm: 'host' });
    const { body: held } = await service.signIn(waiting, 'ok@example.com');
    assert.ok(held.confirm_code);
    await remove(asleep.userId);

    for (const { token, sessionId } of [asleep, asked, waiting]) {
      const state = await service.call(readLinkState, { token });
      assert.deepEqual(
        [state.status, (state.detail as { error_type: string }).error_type],
        [401, 'token_expired'],
      );
      const seen = await service.call(readLinkSession, { apiKey, params: { link_session_id: sessionId } });
      assert.equal(seen.body.state, 'error');
    }
    assert.equal((await service.signIn(asleep, 'ok@example.com')).body.error_type, 'token_expired');
    const code = await service.call(completeMfa, {
      params: { provider: 'quartz_scale' },
      token: asked.token,
      body: { mfa_code: '123456' },
    });
    assert.equal(code.body.error_type, 'token_expired');
  });

  it('ignores an answer that a provider sends after it', async () => {
    const { sessionId, userId } = await service.newLink();
    const { db } = service.deps;
    const { attempt } = await transact(db, async (tx) =>
      beginAttempt(tx, await lockSession(tx, sessionId), 'aurora_ring', service.clock.now(), null),
    );
    await remove(userId);
    const end = await transact(db, (tx) =>
      completeConnection(tx, service.deps, sessionId, attempt, {
        provider: 'aurora_ring',
        account: 'late',
        credentials: '{}',
        granted: [],
        denied: [],
      }),
    );
    assert.equal(end.type, 'superseded');
    const rows = await db.selectFrom('connection').select('id').where('user_id', '=', userId).execute();
    assert.deepEqual(rows, []);
  });

  it('is for users of the team, with the team’s key', async () => {
    const userId = await service.newUser();
    const { apiKey: theirs } = await service.newTeam();
    assert.equal((await remove(userId, theirs)).status, 404);
    assert.equal((await remove('me')).status, 422);
    assert.equal((await remove(userId, 'sk_unknown')).status, 401);
    assert.equal((await remove(userId, sandboxKeys.managementKey)).status, 403);
    assert.equal((await read(userId)).status, 200);
  });
});

describe('POST /v2/user/undo_delete', () => {
  // spec 3.3.1, 4.6.2, 4.6.4, 4.6.6
  it('restores a user without the connections, by either id in either place', async () => {
    for (const [body, query] of [
      [{ user_id: true }, undefined],
      [{ client_user_id: true }, undefined],
      [{}, { user_id: true }],
      [{}, { client_user_id: true }],
      [{ user_id: true, client_user_id: null }, undefined],
    ] as const) {
      const { userId, client_user_id } = await connected();
      const ids: Record<string, string> = { user_id: userId, client_user_id };
      const filled = (given: object = {}) =>
        Object.fromEntries(Object.entries(given).map(([key, value]) => [key, value ? ids[key] : value]));
      await remove(userId);
      const answer = await undo(filled(body), query && filled(query));
      assert.deepEqual([answer.status, answer.body], [200, { success: true }], JSON.stringify([body, query]));
      assert.equal((await read(userId)).body.client_user_id, client_user_id);
      assert.deepEqual(await connections(userId), []);
    }
  });

  it('restores the user who was deleted last, if a name was deleted more than once', async () => {
    const first = await connected();
    await remove(first.userId);
    await service.clock.advance(1);
    const { client_user_id } = first;
    const { body: second } = await service.call(createUser, { apiKey, body: { client_user_id } });
    await remove(second.user_id);
    await undo({ client_user_id });
    assert.deepEqual([(await read(second.user_id)).status, (await read(first.userId)).status], [200, 404]);
  });

  // spec 4.6.5, 7.6
  it('restores the earlier one of a name by id, and the later one as soon as the name is free', async () => {
    const { userId: first, client_user_id } = await connected();
    await remove(first);
    const { body } = await service.call(createUser, { apiKey, body: { client_user_id } });
    const later = body.user_id;
    await service.clock.advance(1);
    await remove(later);
    assert.equal((await undo({ user_id: first })).status, 200);
    for (const named of [{ user_id: later }, { client_user_id }]) {
      const { status, detail } = await undo(named);
      assert.deepEqual([status, (detail as { user_id: string }).user_id], [409, first]);
    }
    assert.deepEqual([(await read(first)).status, (await read(later)).status], [200, 404]);
    await remove(first);
    assert.equal((await undo({ user_id: later })).status, 200);
    assert.equal((await read(later)).body.client_user_id, client_user_id);
    assert.equal((await undo({ client_user_id })).status, 409);
  });

  // spec 4.6.5, 7.6
  it('refuses if another user has the name now, and names that user', async () => {
    const { userId, client_user_id } = await connected();
    await remove(userId);
    const { body: other } = await service.call(createUser, { apiKey, body: { client_user_id } });
    for (const named of [{ user_id: userId }, { client_user_id }]) {
      const { status, detail } = await undo(named);
      assert.equal(status, 409);
      assert.deepEqual(detail, {
        error_type: 'already_exists',
        error_message: 'Another user has this client_user_id by now.',
        user_id: other.user_id,
        created_on: other.created_on,
      });
    }
  });

  // spec 4.6.1
  it('needs one user, named once', async () => {
    const user_id = randomUUID();
    const both = { user_id, client_user_id: 'ada' };
    for (const [body, query] of [
      [{}, undefined],
      [both, undefined],
      [{}, both],
      [{ user_id }, { client_user_id: 'ada' }],
      [{ user_id }, { user_id: randomUUID() }],
      [{ client_user_id: 'ada' }, { client_user_id: 'Ada' }],
      [{ user_id: 'ada' }, undefined],
      [{ user_id: null, client_user_id: null }, undefined],
    ] as const)
      assert.equal((await undo(body, query)).status, 422, JSON.stringify([body, query]));
  });

  it('accepts the same name in both places', async () => {
    for (const name of ['user_id', 'client_user_id'] as const) {
      const { body } = await service.call(createUser, { apiKey, body: { client_user_id: randomUUID() } });
      await remove(body.user_id);
      const id = String(body[name]);
      const { status } = await undo({ [name]: name === 'user_id' ? id.toUpperCase() : id }, { [name]: id });
      assert.equal(status, 200, name);
    }
  });

  it('finds no user who was never deleted, is unknown, or belongs to another team', async () => {
    const userId = await service.newUser();
    const { apiKey: theirs } = await service.newTeam();
    assert.equal((await undo({ user_id: userId })).status, 404);
    assert.equal((await undo({ user_id: randomUUID() })).status, 404);
    await remove(userId);
    assert.equal((await undo({ user_id: userId }, undefined, theirs)).status, 404);
    assert.equal((await undo({ user_id: userId }, undefined, sandboxKeys.managementKey)).status, 403);
    assert.equal((await undo({ user_id: userId })).status, 200);
  });

  // spec 3.3.1, 4.6.3, 8.8
  it('works for seven days, and then nothing of the user is left', async () => {
    const { userId } = await connected();
    const late = await service.newUser();
    await remove(late);
    await pass(0.125);
    await remove(userId);
    await pass(6.875);
    assert.equal((await undo({ user_id: late })).status, 404);
    assert.equal((await undo({ user_id: userId })).status, 200);

    await remove(userId);
    await service.clock.advance(7 * day);
    // Both before the sweep has deleted the user and afterwards.
    assert.equal((await undo({ user_id: userId })).status, 404);
    await pass(0);
    assert.equal((await undo({ user_id: userId })).status, 404);
    const { db } = service.deps;
    for (const table of ['link_session', 'connection'] as const)
      assert.deepEqual(await db.selectFrom(table).select('id').where('user_id', '=', userId).execute(), []);
    assert.deepEqual(await db.selectFrom('app_user').select('id').where('id', '=', userId).execute(), []);
  });
});

describe('DELETE /v2/user/{user_id}/{provider}', () => {
  const disconnect = (user_id: string, provider: string, key = apiKey) =>
    service.call(disconnectProvider, { apiKey: key, params: { user_id, provider } });

  it('ends that connection and no other', async () => {
    const { userId } = await connected();
    await service.signIn(await service.newLink({ user_id: userId }), 'ok@example.com', {
      provider: 'willow_diary',
    });
    const { status, body } = await disconnect(userId, 'quartz_scale');
    assert.deepEqual([status, body], [200, { success: true }]);
    assert.deepEqual(
      (await connections(userId)).map(({ slug }) => slug),
      ['willow_diary'],
    );
  });

  it('reports that there is no such connection', async () => {
    const { userId } = await connected();
    const { apiKey: theirs } = await service.newTeam();
    assert.equal((await disconnect(userId, 'aurora_ring')).status, 404);
    assert.equal((await disconnect(userId, 'no_such_provider')).status, 404);
    assert.equal((await disconnect(userId, 'quartz_scale', theirs)).status, 404);
    assert.equal((await disconnect(userId, 'quartz_scale', 'sk_unknown')).status, 401);
    assert.equal((await connections(userId)).length, 1);
  });
});
