import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  advanceClock,
  createUser,
  deleteUser,
  disconnectProvider,
  isTimeZone,
  listUsers,
  readProfileSummary,
  readUser,
  undoDeleteUser,
  type BodyOf,
} from 'svc-link/contract';
import { transact } from '../../src/db/index.js';
import { takeFallbacks } from '../../src/pulls/fallbacks.js';
import { sandboxKeys } from '../../src/server/server.js';
import { startTestService, type TestService } from '../support/test-service.js';

const { apiKey } = sandboxKeys;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const create = (body: BodyOf<typeof createUser>) => service.call(createUser, { apiKey, body });
const read = async (user_id: string) => (await service.call(readUser, { apiKey, params: { user_id } })).body;
/** Connects a provider that has a profile, and pulls the profile. */
async function bringProfile(user_id: string, provider = 'quartz_scale') {
  const { body } = await service.signIn(await service.newLink({ user_id }), 'ok@example.com', { provider });
  assert.equal(body.state, 'success');
  await service.call(advanceClock, { body: { advance_seconds: 0 } });
  return (await service.call(readProfileSummary, { apiKey, params: { user_id } })).body;
}

describe('the fallback birth date and time zone', () => {
  // spec 2.5.3, 2.5.4
  it('are those that the team sets when it creates the user, and no profile changes them', async () => {
    const said = { fallback_birth_date: '1980-12-10', fallback_time_zone: 'America/New_York' };
    const { status, body } = await create(said);
    assert.equal(status, 200);
    const source = { source_slug: 'manual', updated_at: body.created_on };
    assert.deepEqual(body.fallback_birth_date, { value: '1980-12-10', ...source });
    assert.deepEqual(body.fallback_time_zone, { id: 'America/New_York', ...source });
    assert.deepEqual(await read(body.user_id), body);

    await bringProfile(body.user_id);
    const { fallback_birth_date, fallback_time_zone } = await read(body.user_id);
    assert.deepEqual(
      [fallback_birth_date, fallback_time_zone],
      [body.fallback_birth_date, body.fallback_time_zone],
    );
  });

  // spec 2.5.3, 2.5.4
  it('come from the profile of a provider if the team set none', async () => {
    const { body } = await create({ fallback_time_zone: 'Asia/Tokyo' });
    assert.equal(body.fallback_birth_date, null);
    await service.clock.advance(60);
    const began = service.clock.now().toISOString();
    const { birth_date } = await bringProfile(body.user_id);
    const user = await read(body.user_id);
    assert.deepEqual(
      { ...user.fallback_birth_date, updated_at: '' },
      { value: birth_date, source_slug: 'quartz_scale', updated_at: '' },
    );
    const { updated_at } = user.fallback_birth_date!;
    assert.ok(began <= updated_at && updated_at <= service.clock.now().toISOString(), updated_at);
    assert.deepEqual(user.fallback_time_zone, body.fallback_time_zone);

    const other = await create({});
    await service.clock.advance(60);
    const profile = await bringProfile(other.body.user_id);
    const { fallback_birth_date, fallback_time_zone } = await read(other.body.user_id);
    assert.deepEqual(fallback_time_zone, {
      id: profile.time_zone,
      source_slug: 'quartz_scale',
      updated_at: fallback_birth_date?.updated_at,
    });
    assert.ok(isTimeZone(fallback_time_zone!.id));
    const { users } = (await service.call(listUsers, { apiKey, query: { limit: 500 } })).body;
    assert.deepEqual(
      users.find(({ user_id }) => user_id === other.body.user_id),
      await read(other.body.user_id),
    );
  });

  it('end with the connection that they came over, and not with others', async () => {
    const { body } = await create({ fallback_time_zone: 'Asia/Tokyo' });
    const { user_id } = body;
    const params = { user_id, provider: 'quartz_scale' };
    const sourcesNow = async () => {
      const { fallback_birth_date, fallback_time_zone } = await read(user_id);
      return [fallback_birth_date?.source_slug, fallback_time_zone?.source_slug];
    };
    await service.signIn(await service.newLink({ user_id }), 'ok@example.com', { provider: 'tundra_watch' });
    await bringProfile(user_id);
    await service.call(disconnectProvider, { apiKey, params: { user_id, provider: 'tundra_watch' } });
    assert.deepEqual(await sourcesNow(), ['quartz_scale', 'manual'], 'of another connection they stay');
    // The same account again is the same person.
    await service.signIn(await service.newLink({ user_id }), 'ok@example.com');
    assert.deepEqual(await sourcesNow(), ['quartz_scale', 'manual']);
    // Another account may be another person's. It shares no profile.
    const consent = { resources: ['body'], text_version: '1', language: 'en' };
    await service.signIn(await service.newLink({ user_id }), 'ok@example.org', { consent });
    assert.deepEqual(await sourcesNow(), [undefined, 'manual']);

    await bringProfile(user_id);
    assert.deepEqual(await sourcesNow(), ['quartz_scale', 'manual']);
    await service.call(disconnectProvider, { apiKey, params });
    assert.deepEqual(await sourcesNow(), [undefined, 'manual']);

    await bringProfile(user_id);
    await service.call(deleteUser, { apiKey, params: { user_id } });
    await service.call(undoDeleteUser, { apiKey, body: { user_id } });
    assert.deepEqual(await sourcesNow(), [undefined, 'manual'], 'a restored user has no connections');
  });

  it('are read from a profile one by one, and only if they are valid', async () => {
    const { id, team_id } = await service.deps.db
      .selectFrom('app_user')
      .select(['id', 'team_id'])
      .where('id', '=', (await create({})).body.user_id)
      .executeTakeFirstOrThrow();
    const bring = async (profile: object) => {
      const connection = { provider: 'quartz_scale', user: { id, team_id, client_user_id: null } };
      const day = { resource: 'profile', date: '2026-01-01', items: [profile] };
      await transact(service.deps.db, (tx) =>
        takeFallbacks(tx, connection as never, [day as never], service.clock.now()),
      );
      const { fallback_birth_date, fallback_time_zone } = await read(id);
      return [fallback_birth_date?.value, fallback_time_zone?.id];
    };
    assert.deepEqual(await bring({ birth_date: '1980-02-30', time_zone: 'Middle_Earth/Shire' }), [
      undefined,
      undefined,
    ]);
    assert.deepEqual(await bring({ birth_date: 7, time_zone: 'Asia/Tokyo' }), [undefined, 'Asia/Tokyo']);
    assert.deepEqual(await bring({ birth_date: '1980-12-10', time_zone: '' }), ['1980-12-10', 'Asia/Tokyo']);
  });

  it('are a calendar date and the name of a time zone', async () => {
    for (const [body, place] of [
      [{ fallback_birth_date: '1980-02-30' }, 'fallback_birth_date'],
      [{ fallback_birth_date: '10.12.1980' }, 'fallback_birth_date'],
      [{ fallback_time_zone: 'Middle_Earth/Shire' }, 'fallback_time_zone'],
      [{ fallback_time_zone: 7 }, 'fallback_time_zone'],
    ] as const) {
      const { status, detail } = await create(body as BodyOf<typeof createUser>);
      assert.equal(status, 422);
      assert.deepEqual((detail as { loc: unknown }[])[0]?.loc, ['body', place]);
    }
    const { body } = await create({ fallback_birth_date: null, fallback_time_zone: null });
    assert.deepEqual([body.fallback_birth_date, body.fallback_time_zone], [null, null]);
  });
});
