// Keys that expire or are rotated, and the time when they were last used.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  advanceClock,
  createApiKey,
  createManagementKey,
  deleteApiKey,
  deleteManagementKey,
  listApiKeys,
  listAuditEntries,
  listManagementKeys,
  listUsers,
  readOwnManagementKey,
  readTeam,
  rotateApiKey,
  rotateManagementKey,
  type BodyOf,
} from 'svc-link/contract';
import { storeUses } from '../../src/auth/index.js';
import { seed, seededOrg, seededTeam } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import { errorType } from '../support/error-type.js';
import { newOrg, newTeam, ofOrg, ofTeam, withKey } from '../support/management-scene.js';
import { startTestService, type TestService } from '../support/test-service.js';

const day = 86_400;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const at = (seconds: number): string =>
  new Date(service.clock.now().getTime() + seconds * 1000).toISOString();
const advance = (advance_seconds: number) => service.call(advanceClock, { body: { advance_seconds } });
const create = (teamId: string, body: Partial<BodyOf<typeof createApiKey>> = {}) =>
  service.call(createApiKey, { ...ofTeam(teamId), body: { name: 'a server', ...body } });
const rotate = (teamId: string, id: string, body: BodyOf<typeof rotateApiKey> = {}) =>
  service.call(rotateApiKey, {
    params: { org_id: seededOrg, team_id: teamId, id },
    ...withKey(sandboxKeys.managementKey),
    body,
  });
const listed = async (teamId: string) => (await service.call(listApiKeys, ofTeam(teamId))).body.api_keys;
const use = async (apiKey: string) => (await service.call(listUsers, { apiKey })).status;
const doneTo = async (id: string) => {
  const { body } = await service.call(listAuditEntries, { ...ofOrg, query: { page_size: 200 } });
  return body.data.filter(({ subject }) => subject === id).reverse();
};
/** Rounded to minutes, because tests take time. */
const secondsUntil = (time: string | null | undefined): number =>
  60 * Math.round((Date.parse(time ?? '') - service.clock.now().getTime()) / 60_000);

describe('a key with an end', () => {
  it('works until then, and is afterwards told that it has expired', async () => {
    const { id } = await newTeam(service);
    const end = at(day);
    const { body } = await create(id, { expires_at: end });
    assert.equal(body.expires_at, end);
    assert.equal((await create(id)).body.expires_at, null);
    await advance(day - 60);
    assert.equal(await use(body.key), 200);
    await advance(60);
    const refused = await service.call(listUsers, { apiKey: body.key });
    assert.deepEqual([refused.status, errorType(refused.detail)], [401, 'key_expired']);
    assert.match(JSON.stringify(refused.detail), /has expired\. Ask whoever manages the team/);
    assert.ok(!JSON.stringify(refused.detail).includes(id));
    assert.equal(refused.headers.get('www-authenticate'), null);
    assert.deepEqual(
      (await doneTo(body.id)).map(({ action, actor, key_id }) => [action, actor, key_id === null]),
      [
        ['key.created', 'key', false],
        ['key.expired', 'time', true],
      ],
    );
  });

  it('shows nobody else whether it existed, nor what it reached', async () => {
    const { id } = await newTeam(service);
    const { body } = await service.call(createManagementKey, {
      ...ofOrg,
      body: { name: 'some', kind: 'team', team_ids: [id], expires_at: at(60) },
    });
    await advance(61);
    const ask = async (key: string, teamId: string) => {
      const { status, detail } = await service.call(readTeam, ofTeam(teamId, key));
      return [status, detail];
    };
    const own = await ask(body.key, id);
    assert.equal(own[0], 401);
    assert.deepEqual(await ask(body.key, seededTeam), own);
    // Nothing that somebody may know about a key, except the key itself, gets another answer than an unknown key.
    const unknown = [401, 'The management key is unknown.'];
    for (const guess of [`${body.key.slice(0, -1)}~`, body.id, `${body.prefix}${body.last4}`, 'tmk_x'])
      assert.deepEqual(await ask(guess, id), unknown);
    const asApiKey = await service.call(listUsers, { apiKey: body.key });
    assert.deepEqual([asApiKey.status, errorType(asApiKey.detail)], [401, 'key_expired']);
  });

  it('is forgotten 30 days later, and then treated like any unknown key', async () => {
    const { id } = await newTeam(service);
    const { body } = await create(id, { expires_at: at(60) });
    await advance(29 * day);
    assert.equal((await listed(id)).length, 1);
    await advance(2 * day);
    assert.deepEqual(await listed(id), []);
    const { status, detail } = await service.call(listUsers, { apiKey: body.key });
    assert.deepEqual([status, detail], [401, 'The API key is unknown.']);
    const done = await doneTo(body.id);
    assert.deepEqual(
      done.map(({ action }) => action),
      ['key.created', 'key.expired', 'key.deleted'],
    );
  });

  it('ends at a future moment, within ten years, with its zone', async () => {
    const { id } = await newTeam(service);
    for (const expires_at of [
      at(-1),
      at(3651 * day + 3 * day),
      '2999-01-01',
      'soon',
      '2999-01-01T00:00:00',
    ]) {
      const { status, detail } = await create(id, { expires_at });
      assert.equal(status, 422, expires_at);
      assert.match(JSON.stringify(detail), /"body","expires_at"/);
    }
    const zoned = await create(id, { expires_at: at(3600).replace('Z', '+00:00') });
    assert.equal(secondsUntil(zoned.body.expires_at), 3600);
  });
});

describe('a rotated API key', () => {
  it('still works beside the new one for a day, or for as long as is asked', async () => {
    const { id } = await newTeam(service);
    for (const [body, overlap] of [
      [{}, day],
      [{ overlap_seconds: 3600 }, 3600],
      [{ overlap_seconds: 7 * day }, 7 * day],
    ] as const) {
      const old = (await create(id)).body;
      const { status, body: made } = await rotate(id, old.id, body);
      assert.equal(status, 200);
      assert.notEqual(made.id, old.id);
      assert.deepEqual([made.name, made.expires_at, made.replaces.id], [old.name, null, old.id]);
      assert.equal(secondsUntil(made.replaces.expires_at), overlap);
      const shown = (await listed(id)).find((each) => each.id === old.id);
      assert.deepEqual([shown?.replaced_by, shown?.expires_at], [made.id, made.replaces.expires_at]);
      assert.deepEqual([await use(old.key), await use(made.key)], [200, 200]);
      await advance(overlap + 1);
      assert.deepEqual([await use(old.key), await use(made.key)], [401, 200]);
    }
  });

  it('ends at once without an overlap, and never goes on longer than it would have', async () => {
    const { id } = await newTeam(service);
    const old = (await create(id)).body;
    const made = (await rotate(id, old.id, { overlap_seconds: 0 })).body;
    assert.deepEqual([await use(old.key), await use(made.key)], [401, 200]);
    const short = (await create(id, { expires_at: at(3600) })).body;
    assert.equal((await rotate(id, short.id)).body.replaces.expires_at, short.expires_at);
    const long = (await create(id, { expires_at: at(90 * day) })).body;
    assert.equal(secondsUntil((await rotate(id, long.id)).body.replaces.expires_at), day);
    const refused = await rotate(id, made.id, { overlap_seconds: 7 * day + 1 });
    assert.equal(refused.status, 422);
    assert.equal((await rotate(id, made.id, { overlap_seconds: -1 })).status, 422);
  });

  it('lives as long as the old one was made for, unless another end is named', async () => {
    const { id } = await newTeam(service);
    const old = async () => (await create(id, { expires_at: at(90 * day) })).body.id;
    const [first, second, third] = [await old(), await old(), await old()];
    await advance(30 * day);
    assert.equal(secondsUntil((await rotate(id, first)).body.expires_at), 90 * day);
    assert.equal((await rotate(id, second, { expires_at: null })).body.expires_at, null);
    const other = await rotate(id, third, { expires_at: at(5 * day) });
    assert.equal(secondsUntil(other.body.expires_at), 5 * day);
  });

  it('is rotated only once, even by several requests, and again when the new one is deleted', async () => {
    const { id } = await newTeam(service);
    const old = (await create(id)).body;
    const answers = await Promise.all([1, 2, 3].map(() => rotate(id, old.id)));
    const [made, ...others] = answers.toSorted((one, other) => one.status - other.status);
    assert.equal(made?.status, 200);
    for (const { status, detail } of others)
      assert.deepEqual([status, errorType(detail)], [409, 'key_replaced']);
    const params = { org_id: seededOrg, team_id: id, id: made.body.id };
    await service.call(deleteApiKey, { params, ...withKey(sandboxKeys.managementKey) });
    assert.equal((await rotate(id, old.id)).status, 200);
    const other = await newTeam(service);
    const apart = await rotate(other.id, old.id);
    assert.deepEqual([apart.status, errorType(apart.detail)], [404, 'key_not_found']);
  });

  it('is recorded with its successor, without either key', async () => {
    const { id } = await newTeam(service);
    const old = (await create(id)).body;
    const made = (await rotate(id, old.id, { overlap_seconds: 60 })).body;
    const [, rotated] = await doneTo(old.id);
    assert.deepEqual(
      [rotated?.action, rotated?.team_id, rotated?.detail],
      ['key.rotated', id, `to ${made.id}, with an overlap of 60 seconds`],
    );
    const [created] = await doneTo(made.id);
    assert.deepEqual([created?.action, created?.detail], ['key.created', `for ${old.id}`]);
    assert.ok(!service.logged().includes(made.key));
  });

  it('leaves room for a new one, until very many old ones are there', async () => {
    const { id } = await newTeam(service);
    const keys = [];
    for (let n = 0; n < 50; n++) keys.push((await create(id)).body);
    assert.equal(errorType((await create(id)).detail), 'too_many_keys');
    for (const key of keys) assert.equal((await rotate(id, key.id, { overlap_seconds: 0 })).status, 200);
    assert.equal(errorType((await create(id)).detail), 'too_many_keys');
    const past = Array.from({ length: 101 }, (_, n) => ({
      ...{
        id: crypto.randomUUID(),
        kind: 'team' as const,
        team_id: id,
        org_id: null,
        name: 'old',
        prefix: 'sk_',
      },
      ...{
        hash: Buffer.from(`old ${n}`),
        last4: 'old.',
        created_on: new Date(0),
        expires_at: service.clock.now(),
      },
    }));
    await service.deps.db.insertInto('api_key').values(past).execute();
    const current = (await listed(id)).find((key) => key.replaced_by === null && key.expires_at === null);
    const refused = await rotate(id, current?.id ?? '');
    assert.deepEqual([refused.status, errorType(refused.detail)], [409, 'too_many_keys']);
  });
});

describe('a rotated management key', () => {
  it('passes its reach to the new one', async () => {
    const teams = [await newTeam(service), await newTeam(service)];
    const team_ids = teams.map(({ id }) => id);
    const { body: old } = await service.call(createManagementKey, {
      ...ofOrg,
      body: { name: 'agency', kind: 'team', team_ids },
    });
    const { body: made } = await service.call(rotateManagementKey, {
      ...ofOrg,
      params: { org_id: seededOrg, id: old.id },
      body: {},
    });
    assert.match(made.key, /^tmk_/);
    assert.deepEqual([made.kind, new Set(made.team_ids)], ['team', new Set(team_ids)]);
    for (const key of [old.key, made.key])
      assert.equal((await service.call(readTeam, ofTeam(teams[1]!.id, key))).status, 200);
    const { body } = await service.call(listManagementKeys, ofOrg);
    assert.equal(body.management_keys.find(({ id }) => id === old.id)?.replaced_by, made.id);
    const own = await service.call(readOwnManagementKey, withKey(old.key));
    assert.equal(own.body.expires_at, made.replaces.expires_at);
  });

  it('is refused for a key from the settings', async () => {
    const { body } = await service.call(readOwnManagementKey, withKey(sandboxKeys.managementKey));
    const params = { org_id: seededOrg, id: body.id };
    const { status, detail } = await service.call(rotateManagementKey, { ...ofOrg, params, body: {} });
    assert.deepEqual([status, errorType(detail)], [409, 'key_in_settings']);
  });

  it('does not count as the organization’s last key once it has ended', async () => {
    const org = await newOrg(service);
    const own = { params: { org_id: org.id }, ...withKey(org.key) };
    const { body: list } = await service.call(listManagementKeys, own);
    const first = list.management_keys[0]!;
    const made = await service.call(rotateManagementKey, {
      ...own,
      params: { org_id: org.id, id: first.id },
      body: { overlap_seconds: 0 },
    });
    const remove = (id: string) =>
      service.call(deleteManagementKey, { params: { org_id: org.id, id }, ...withKey(made.body.key) });
    assert.equal(errorType((await remove(made.body.id)).detail), 'last_org_key');
    assert.equal((await remove(first.id)).status, 200);
  });
});

describe('a key that the settings name', () => {
  it('stops when it is deleted, and is said to come back at the next start', async () => {
    const named = async () => (await listed(seededTeam)).filter(({ in_settings }) => in_settings);
    const [key] = await named();
    const remove = async (team_id: string, id: string) => {
      const params = { org_id: seededOrg, team_id, id };
      return (await service.call(deleteApiKey, { params, ...withKey(sandboxKeys.managementKey) })).body;
    };
    assert.deepEqual(await remove(seededTeam, key?.id ?? ''), { success: true, in_settings: true });
    assert.equal(await use(sandboxKeys.apiKey), 401);
    assert.deepEqual(await named(), []);
    await seed(service.deps.db, service.clock.now(), sandboxKeys);
    assert.equal(await use(sandboxKeys.apiKey), 200);

    const { id } = await newTeam(service);
    const other = (await create(id)).body;
    assert.equal(other.in_settings, false);
    assert.deepEqual(await remove(id, other.id), { success: true, in_settings: false });
  });

  it('may also be one of the organization', async () => {
    const { body: own } = await service.call(readOwnManagementKey, withKey(sandboxKeys.managementKey));
    assert.equal(own.in_settings, true);
    const second = { name: 'second', kind: 'org' } as const;
    const { body: made } = await service.call(createManagementKey, { ...ofOrg, body: second });
    const remove = async (id: string) => {
      const params = { org_id: seededOrg, id };
      return (await service.call(deleteManagementKey, { params, ...withKey(made.key) })).body;
    };
    assert.deepEqual(await remove(own.id), { success: true, in_settings: true });
    await seed(service.deps.db, service.clock.now(), sandboxKeys);
    assert.deepEqual(await remove(made.id), { success: true, in_settings: false });
  });
});

describe('the last use of a key', () => {
  it('is stored with others, at most once a minute, and by no request', async () => {
    const { id } = await newTeam(service);
    const { body } = await create(id);
    const shown = async () => (await listed(id))[0]?.last_used_at;
    const store = () => storeUses(service.deps.db, service.deps.clock);
    await use(body.key);
    assert.equal(await shown(), null);
    await store();
    const first = await shown();
    assert.ok(Math.abs(secondsUntil(first)) < 60);
    await use(body.key);
    await store();
    assert.equal(await shown(), first);
    // If another process stores a use in the same minute, nothing changes.
    await service.deps.db
      .updateTable('api_key')
      .set({ last_used_at: new Date(0) })
      .where('id', '=', body.id)
      .execute();
    await store();
    assert.equal(await shown(), new Date(0).toISOString());
  });

  it('is not that of a key that has expired, or of another kind', async () => {
    const { id } = await newTeam(service);
    const { body } = await create(id, { expires_at: at(60) });
    await service.call(readTeam, ofTeam(id, body.key));
    await advance(61);
    await use(body.key);
    await storeUses(service.deps.db, service.deps.clock);
    assert.equal((await listed(id))[0]?.last_used_at, null);
  });

  it('is kept in memory while it cannot be stored', async () => {
    const { id } = await newTeam(service);
    const { body } = await create(id);
    await use(body.key);
    const broken = { ...service.deps.clock, advanced: () => Number.NaN };
    await assert.rejects(storeUses(service.deps.db, broken));
    await storeUses(service.deps.db, service.deps.clock);
    assert.notEqual((await listed(id))[0]?.last_used_at, null);
  });
});
