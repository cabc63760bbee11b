import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { createUser, listUsers } from 'svc-link/contract';
import { sandboxKeys } from '../src/server.js';
import { startTestService, type TestService } from './test-service.js';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const { apiKey } = sandboxKeys;

/** A team of its own with users of these names. */
async function teamWith(...names: readonly string[]) {
  const team = await service.newTeam();
  for (const client_user_id of names)
    await service.call(createUser, { apiKey: team.apiKey, body: { client_user_id } });
  const list = (query?: { offset?: number; limit?: number }) =>
    service.call(listUsers, { apiKey: team.apiKey, ...(query && { query }) });
  return { ...team, list };
}
const names = (users: readonly { readonly client_user_id: string }[]) =>
  users.map(({ client_user_id }) => client_user_id);

describe('GET /v2/user', () => {
  // spec 4.5.1, 8.1
  it('lists the users of the team, the oldest first, 100 where nothing is said', async () => {
    const { list } = await teamWith('ada', 'grace', 'hedy');
    const { status, body } = await list();
    assert.equal(status, 200);
    assert.deepEqual(
      [names(body.users), body.total, body.offset, body.limit],
      [['ada', 'grace', 'hedy'], 3, 0, 100],
    );
  });

  it('keeps its pages while users are added between them', async () => {
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

  it('shows what each has connected', async () => {
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

  it('refuses pages outside of the limits, and names the parameter', async () => {
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

  it('is of the team of the key only', async () => {
    await service.newUser();
    const { list } = await teamWith('theirs');
    assert.deepEqual(names((await list()).body.users), ['theirs']);
    assert.equal((await service.call(listUsers)).status, 401);
    assert.equal((await service.call(listUsers, { apiKey: randomUUID() })).status, 401);
    assert.equal((await service.call(listUsers, { apiKey: sandboxKeys.managementKey })).status, 403);
  });
});
