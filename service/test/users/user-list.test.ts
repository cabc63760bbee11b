import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { sql } from 'kysely';
import { createUser, deleteUser, listUsers, undoDeleteUser } from 'svc-link/contract';
import { userCount } from '../../src/db/migrations/0012-user-count.js';
import { sandboxKeys } from '../../src/server/server.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const { apiKey } = sandboxKeys;

/** A separate team with users of these names. */
async function teamWith(...names: readonly string[]) {
  const team = await service.newTeam();
  for (const client_user_id of names)
    await service.call(createUser, { apiKey: team.apiKey, body: { client_user_id } });
  const list = (query?: { offset?: number; limit?: number; next_cursor?: string }) =>
    service.call(listUsers, { apiKey: team.apiKey, ...(query && { query }) });
  return { ...team, list };
}
const names = (users: readonly { readonly client_user_id: string | null }[]) =>
  users.map(({ client_user_id }) => client_user_id);

describe('GET /v2/user', () => {
  // spec 4.5.1, 8.1
  it('lists the users of the team, oldest first, 100 by default', async () => {
    const { list } = await teamWith('ada', 'grace', 'hedy');
    const { status, body } = await list();
    assert.equal(status, 200);
    assert.deepEqual(
      [names(body.users), body.total, body.offset, body.limit],
      [['ada', 'grace', 'hedy'], 3, 0, 100],
    );
    const { body: part } = await list({ offset: 1, limit: 1 });
    assert.deepEqual([names(part.users), part.total, part.offset, part.limit], [['grace'], 3, 1, 1]);
  });

  // spec 8.1
  it('has 100 on a page by default, and up to 500 on request', async () => {
    const { list } = await teamWith(...Array.from({ length: 101 }, (_, at) => `user-${at}`));
    const lengths = [undefined, { limit: 101 }, { limit: 500 }, { offset: 100 }].map(
      async (query) => (await list(query)).body.users.length,
    );
    assert.deepEqual(await Promise.all(lengths), [100, 101, 101, 1]);
  });

  it('keeps its pages if users are added between them', async () => {
    const { list, apiKey: key } = await teamWith('a', 'b', 'c', 'd', 'e');
    const first = await list({ limit: 2 });
    await service.call(createUser, { apiKey: key, body: { client_user_id: 'f' } });
    const second = await list({ limit: 2, offset: 2 });
    const third = await list({ limit: 2, offset: 4 });
    const past = await list({ limit: 2, offset: 6 });
    assert.deepEqual(
      [first, second, third, past].map(({ body }) => names(body.users)),
      [['a', 'b'], ['c', 'd'], ['e', 'f'], []],
    );
    assert.deepEqual([first.body.total, past.body.total], [5, 6]);
  });

  it('continues where a page ended, whatever happens between the pages, and tells which page is the last', async () => {
    const { list, apiKey: key } = await teamWith('a', 'b', 'c', 'd', 'e');
    const first = (await list({ limit: 2 })).body;
    const [a] = first.users;
    await service.call(deleteUser, { apiKey: key, params: { user_id: a!.user_id } });
    await service.call(createUser, { apiKey: key, body: { client_user_id: 'f' } });
    const second = (await list({ limit: 2, next_cursor: first.next_cursor! })).body;
    const third = (await list({ limit: 5, next_cursor: second.next_cursor! })).body;
    assert.deepEqual(
      [first, second, third].map(({ users, total, offset, limit }) => [names(users), total, offset, limit]),
      [
        [['a', 'b'], 5, 0, 2],
        [['c', 'd'], 5, 2, 2],
        [['e', 'f'], 5, 4, 5],
      ],
    );
    assert.equal(third.next_cursor, null);
    const whole = (await list({ limit: 5 })).body;
    assert.deepEqual([whole.users.length, whole.next_cursor], [5, null]);
  });

  it('continues by cursor from a page that was read by offset', async () => {
    const { list } = await teamWith('a', 'b', 'c', 'd');
    const { next_cursor } = (await list({ offset: 1, limit: 2 })).body;
    const rest = (await list({ next_cursor: next_cursor! })).body;
    assert.deepEqual([names(rest.users), rest.offset], [['d'], 3]);
  });

  it('refuses a text that is not its cursor, and a cursor with an offset', async () => {
    const { list } = await teamWith('a', 'b');
    const { next_cursor } = (await list({ limit: 1 })).body;
    const other = Buffer.from('audit 5').toString('base64url');
    for (const query of [
      { next_cursor: '' },
      { next_cursor: 'garbage' },
      { next_cursor: other },
      { next_cursor: next_cursor!, offset: 1 },
    ])
      assert.equal((await list(query)).status, 422, JSON.stringify(query));
  });

  it('keeps its pages if users are restored between them', async () => {
    const { list, apiKey: key } = await teamWith('a', 'b', 'c', 'd', 'e');
    const [a] = (await list()).body.users;
    await service.call(deleteUser, { apiKey: key, params: { user_id: a!.user_id } });
    const first = await list({ limit: 2 });
    await service.call(undoDeleteUser, { apiKey: key, body: { user_id: a!.user_id } });
    const second = await list({ limit: 2, offset: 2 });
    const third = await list({ limit: 2, offset: 4 });
    assert.deepEqual(
      [first, second, third].map(({ body }) => names(body.users)),
      [['b', 'c'], ['d', 'e'], ['a']],
    );
    assert.equal((await list({ offset: 4 })).body.users[0]?.created_on, a!.created_on);
  });

  it('keeps the order of users who were created in the same millisecond', async () => {
    const { id, list } = await teamWith();
    const created_on = service.clock.now();
    const add = (client_user_id: string, place: number) =>
      service.deps.db
        .insertInto('app_user')
        .values({
          id: `${place}0000000-0000-4000-8000-${randomUUID().slice(-12)}`,
          team_id: id,
          client_user_id,
          created_on,
          deleted_on: null,
          fallback_birth_date: null,
          fallback_time_zone: null,
        })
        .execute();
    await add('first', 9);
    await add('second', 5);
    const { body } = await list({ limit: 1 });
    await add('third', 1);
    const rest = await list({ offset: 1 });
    assert.deepEqual([...names(body.users), ...names(rest.body.users)], ['first', 'second', 'third']);
  });

  it('counts each existing user, however many are created, deleted and restored at once', async () => {
    const { list, apiKey: key } = await teamWith();
    const make = (client_user_id: string) =>
      service.call(createUser, { apiKey: key, body: { client_user_id } });
    const total = async () => {
      const [{ body }, past] = [await list(), await list({ offset: 500 })];
      assert.deepEqual([body.total, past.body.total], [body.users.length, body.users.length]);
      return body.total;
    };
    const many = Array.from({ length: 40 }, (_, at) => `user-${at}`);
    await Promise.all([...many, ...many].map(make));
    assert.equal(await total(), 40);

    const { users } = (await list()).body;
    const some = users.slice(0, 10).map(({ user_id }) => user_id);
    const remove = (user_id: string) => service.call(deleteUser, { apiKey: key, params: { user_id } });
    await Promise.all([...some, ...some].map(remove));
    assert.equal(await total(), 30);

    const undo = (user_id: string) => service.call(undoDeleteUser, { apiKey: key, body: { user_id } });
    await make(users[0]!.client_user_id!);
    await Promise.all([...some, ...some].map(undo));
    assert.equal(await total(), 40);

    // Deletes the counts and counts again, as the migration does.
    const { db } = service.deps;
    await db.deleteFrom('user_count').execute();
    await sql.raw(userCount.at(-1)!).execute(db);
    assert.equal(await total(), 40);
  });

  it('shows the connections of each user', async () => {
    const link = await service.newLink();
    await service.signIn(link, 'ok@example.com');
    await service.signIn(await service.newLink({ user_id: link.userId }), 'ok@example.com', {
      provider: 'willow_diary',
    });
    const { body } = await service.call(listUsers, { apiKey, query: { limit: 500 } });
    const user = body.users.find(({ user_id }) => user_id === link.userId);
    assert.deepEqual(
      user?.connected_sources.map(({ source }) => source.slug),
      ['quartz_scale', 'willow_diary'],
    );
  });

  // spec 8.1
  it('refuses pages outside the limits, and names the parameter', async () => {
    const { list } = await teamWith();
    for (const [query, name] of [
      [{ limit: 0 }, 'limit'],
      [{ limit: 501 }, 'limit'],
      [{ offset: -1 }, 'offset'],
      [{ limit: 1.5 }, 'limit'],
      [{ limit: 'many' as unknown as number }, 'limit'],
      [{ offset: '' as unknown as number }, 'offset'],
    ] as const) {
      const { status, detail } = await list(query);
      assert.equal(status, 422, JSON.stringify(query));
      assert.deepEqual((detail as { loc: unknown }[])[0]?.loc, ['query', name]);
    }
    assert.equal((await list({ limit: 500, offset: 1_000_000_000 })).status, 200);
  });

  it('belongs to the team of the key only', async () => {
    await service.newUser();
    const { list } = await teamWith('theirs');
    assert.deepEqual(names((await list()).body.users), ['theirs']);
    assert.equal((await service.call(listUsers)).status, 401);
    assert.equal((await service.call(listUsers, { apiKey: randomUUID() })).status, 401);
    assert.equal((await service.call(listUsers, { apiKey: sandboxKeys.managementKey })).status, 403);
  });
});
