import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  createApiKey,
  createManagementKey,
  createTeam,
  createWebhook,
  deleteApiKey,
  deleteManagementKey,
  deleteTeam,
  listApiKeys,
  listAuditEntries,
  listManagementKeys,
  listTeams,
  listUsers,
  listWebhooks,
  readOwnManagementKey,
  readTeam,
  type BodyOf,
} from 'svc-link/contract';
import { seededOrg, seededTeam } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import { operations, type Operation } from '../../src/openapi/index.js';
import { errorType } from '../support/error-type.js';
import {
  newApiKey,
  newOrg,
  newTeam,
  newTeamKey,
  ofOrg,
  ofTeam,
  withKey,
} from '../support/management-scene.js';
import { startTestService, type TestService } from '../support/test-service.js';

const { apiKey, managementKey } = sandboxKeys;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const create = (body: BodyOf<typeof createManagementKey>, key = managementKey) =>
  service.call(createManagementKey, { params: { org_id: seededOrg }, ...withKey(key), body });

describe('an API key that management made', () => {
  // spec 5.11
  it('is shown once and serves the data interface until it is deleted', async () => {
    const { id } = await newTeam(service);
    const made = await service.call(createApiKey, { ...ofTeam(id), body: { name: 'production' } });
    const { key: kept } = (await service.call(createApiKey, { ...ofTeam(id), body: { name: 'kept' } })).body;
    const { key, ...shown } = made.body;
    assert.match(key, /^sk_[\w-]{43}$/);
    assert.deepEqual([shown.name, shown.prefix, shown.last4], ['production', 'sk_', key.slice(-4)]);
    const list = async () => (await service.call(listApiKeys, ofTeam(id))).body.api_keys;
    assert.deepEqual((await list())[0], shown);
    assert.equal((await list()).length, 2);
    assert.equal((await service.call(listUsers, { apiKey: key })).status, 200);
    const deletion = { params: { org_id: seededOrg, team_id: id, id: shown.id }, ...withKey(managementKey) };
    assert.equal((await service.call(deleteApiKey, deletion)).status, 200);
    assert.equal((await service.call(listUsers, { apiKey: key })).status, 401);
    assert.equal((await service.call(deleteApiKey, deletion)).status, 404);
    assert.deepEqual(
      (await list()).map(({ name }) => name),
      ['kept'],
    );
    assert.equal((await service.call(listUsers, { apiKey: kept })).status, 200);
    assert.ok(!service.logged().includes(key));
  });

  it('is one of 50 at most', async () => {
    const { id } = await newTeam(service);
    const answers = await Promise.all(
      Array.from({ length: 52 }, () =>
        service.call(createApiKey, { ...ofTeam(id), body: { name: 'one of many' } }),
      ),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    assert.deepEqual(
      refused.map(({ status, detail }) => [status, errorType(detail)]),
      [1, 2].map(() => [409, 'too_many_keys']),
    );
  });

  it('is deleted only with its own team in the path', async () => {
    const [team, other] = [await newTeam(service), await newTeam(service)];
    const { id, key } = await newApiKey(service, team.id);
    const params = { org_id: seededOrg, team_id: other.id, id };
    assert.equal((await service.call(deleteApiKey, { params, ...withKey(managementKey) })).status, 404);
    assert.equal((await service.call(listUsers, { apiKey: key })).status, 200);
  });
});

describe('a management key', () => {
  // spec 4.13.7
  it('is shown once, listed without itself, and stops when it is deleted', async () => {
    const { id } = await newTeam(service);
    const bodies: BodyOf<typeof createManagementKey>[] = [
      { name: 'all', kind: 'org' },
      { name: 'some', kind: 'team', team_ids: [id, id.toUpperCase(), seededTeam] },
    ];
    for (const body of bodies) {
      const made = await create(body);
      const { key, ...shown } = made.body;
      assert.match(key, body.kind === 'org' ? /^mk_[\w-]{43}$/ : /^tmk_[\w-]{43}$/);
      assert.deepEqual(new Set(shown.team_ids), new Set(body.kind === 'org' ? [] : [id, seededTeam]));
      assert.equal(shown.team_ids.length, body.kind === 'org' ? 0 : 2);
      const { body: list } = await service.call(listManagementKeys, ofOrg);
      const listed = list.management_keys.at(-1)!;
      assert.deepEqual({ ...listed, team_ids: [] }, { ...shown, team_ids: [] });
      assert.deepEqual(new Set(listed.team_ids), new Set(shown.team_ids));
      const read = () => service.call(readTeam, ofTeam(id, key));
      assert.equal((await read()).status, 200);
      const deletion = { params: { org_id: seededOrg, id: shown.id }, ...withKey(managementKey) };
      assert.equal((await service.call(deleteManagementKey, deletion)).status, 200);
      assert.equal((await read()).status, 401);
      assert.equal((await service.call(deleteManagementKey, deletion)).status, 404);
    }
  });

  it('can read itself, and no other key', async () => {
    const { id } = await newTeam(service);
    const own = (key: string) => service.call(readOwnManagementKey, withKey(key));
    const { key, ...shown } = (await create({ name: 'some', kind: 'team', team_ids: [id] })).body;
    const org = { org_id: seededOrg, org_name: 'Sandbox' };
    assert.deepEqual((await own(key)).body, { ...shown, ...org });
    const { kind, team_ids } = (await own(managementKey)).body;
    assert.deepEqual([kind, team_ids], ['org', []]);
    assert.equal((await own(apiKey)).status, 403);
    assert.equal((await own('mk_unknown')).status, 401);
    assert.equal((await own((await newOrg(service)).key)).body.org_name, 'Another');
  });

  // spec 5.5
  it('is made for several teams, and serves each of them', async () => {
    const teams = [await newTeam(service), await newTeam(service), await newTeam(service)];
    const team_ids = teams.slice(0, 2).map(({ id }) => id);
    const { status, body } = await create({ name: 'two teams', kind: 'team', team_ids });
    assert.equal(status, 200);
    assert.deepEqual([...body.team_ids].sort(), [...team_ids].sort());
    const statuses = teams.map(async ({ id }) => (await service.call(readTeam, ofTeam(id, body.key))).status);
    assert.deepEqual(await Promise.all(statuses), [200, 200, 403]);
  });

  it('names teams of its organization, or none at all', async () => {
    const theirs = await newOrg(service);
    for (const [body, place] of [
      [{ kind: 'team' }, 'team_ids'],
      [{ kind: 'team', team_ids: [] }, 'team_ids'],
      [{ kind: 'team', team_ids: [seededTeam, seededTeam, theirs.teamId] }, 'team_ids.2'],
      [{ kind: 'team', team_ids: [randomUUID()] }, 'team_ids.0'],
      [{ kind: 'org', team_ids: [seededTeam] }, 'team_ids'],
      [{ kind: 'all' }, 'kind'],
    ] as const) {
      const { status, detail } = await create({ name: 'x', ...body } as BodyOf<typeof createManagementKey>);
      assert.equal(status, 422, place);
      assert.equal((detail as { loc: unknown[] }[])[0]?.loc.join('.'), `body.${place}`);
    }
  });

  it('of the organization cannot delete the last one of its kind, even if two are deleted at once', async () => {
    const org = await newOrg(service);
    const own = { params: { org_id: org.id }, ...withKey(org.key) };
    const second = await service.call(createManagementKey, { ...own, body: { name: 'second', kind: 'org' } });
    await service.call(createManagementKey, {
      ...own,
      body: { name: 'of a team', kind: 'team', team_ids: [org.teamId] },
    });
    const { body } = await service.call(listManagementKeys, own);
    const first = body.management_keys[0]!;
    const remove = (id: string, key: string) =>
      service.call(deleteManagementKey, { params: { org_id: org.id, id }, ...withKey(key) });
    const answers = await Promise.all([
      remove(first.id, second.body.key),
      remove(second.body.id, second.body.key),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    assert.ok(answers.some(({ detail }) => errorType(detail) === 'last_org_key'));
  });

  it('is deleted only by its own organization, and never by its id alone', async () => {
    const theirs = await newOrg(service);
    const { body: mine } = await create({ name: 'second', kind: 'org' });
    const team = await newTeam(service);
    const ofTheTeam = await newApiKey(service, team.id);
    const own = await service.call(readOwnManagementKey, withKey(theirs.key));
    const deleted = async () => {
      const query = { action: 'key.deleted', page_size: 200 } as const;
      return (await service.call(listAuditEntries, { ...ofOrg, query })).body.data.length;
    };
    const before = await deleted();
    for (const id of [ofTheTeam.id, own.body.id, randomUUID()]) {
      const params = { org_id: seededOrg, id };
      const { status, detail } = await service.call(deleteManagementKey, { params, ...withKey(mine.key) });
      assert.deepEqual([status, errorType(detail)], [404, 'key_not_found']);
    }
    assert.equal(await deleted(), before);
    assert.equal((await service.call(listUsers, { apiKey: ofTheTeam.key })).status, 200);
    assert.equal((await service.call(readOwnManagementKey, withKey(theirs.key))).status, 200);
  });

  // spec 5.4, 5.10
  it('serves under the former header, and never as an API key', async () => {
    const { id } = await newTeam(service);
    const { key } = await newTeamKey(service, id);
    for (const each of [key, managementKey]) {
      const headers = { 'x-svc-org-key': each };
      const params = { org_id: seededOrg, team_id: id };
      assert.equal((await service.call(readTeam, { params, headers })).status, 200);
      assert.equal((await service.call(listUsers, { apiKey: each })).status, 403);
    }
  });
});

describe('the reach of a management key', () => {
  // spec 5.3
  it('of some teams covers these teams and nothing of the organization', async () => {
    const [own, second, other] = [await newTeam(service), await newTeam(service), await newTeam(service)];
    const { key } = await newTeamKey(service, own.id, second.id);
    const org = { params: { org_id: seededOrg }, ...withKey(key) };
    for (const { id } of [own, second]) {
      assert.equal((await service.call(readTeam, ofTeam(id, key))).status, 200);
      const { status, body } = await service.call(createApiKey, { ...ofTeam(id, key), body: { name: 'x' } });
      assert.equal(status, 200);
      assert.equal((await service.call(listUsers, { apiKey: body.key })).status, 200);
    }
    const refused = [
      service.call(listTeams, org),
      service.call(createTeam, { ...org, body: { name: 'x', region: 'us' } }),
      service.call(listManagementKeys, org),
      service.call(createManagementKey, { ...org, body: { name: 'x', kind: 'org' } }),
      service.call(deleteManagementKey, { ...org, params: { org_id: seededOrg, id: randomUUID() } }),
      service.call(deleteTeam, ofTeam(own.id, key)),
      service.call(readTeam, ofTeam(other.id, key)),
      service.call(listApiKeys, ofTeam(other.id, key)),
    ];
    for (const each of refused) assert.equal((await each).status, 403);
    const unknown = await service.call(readTeam, ofTeam(randomUUID(), key));
    const real = await service.call(readTeam, ofTeam(other.id, key));
    assert.deepEqual([unknown.status, unknown.detail], [real.status, real.detail]);
  });

  it('serves webhooks of the teams that it reaches', async () => {
    const [own, other] = [await newTeam(service), await newTeam(service)];
    const { key } = await newTeamKey(service, own.id);
    const managing = (team_id: string) => ({ ...withKey(key), query: { team_id } });
    const body = { url: 'https://nowhere.invalid/' };
    assert.equal((await service.call(createWebhook, { ...managing(own.id), body })).status, 200);
    assert.equal((await service.call(listWebhooks, managing(own.id))).body.webhooks.length, 1);
    assert.equal((await service.call(createWebhook, { ...managing(other.id), body })).status, 403);
    assert.equal((await service.call(listWebhooks, managing(randomUUID()))).status, 403);
  });

  const all: readonly (readonly [string, Operation])[] = Object.entries(operations);
  for (const [id, { endpoint, tag }] of all.filter(
    ([, { tag, endpoint }]) => tag === 'Management' && endpoint.path.includes('{org_id}'),
  )) {
    it(`ends at the organization: ${id} (${tag}) tells nothing of another one`, async () => {
      const theirs = await newOrg(service);
      const ask = async (orgId: string, teamId: string, key: string) => {
        const path = endpoint.path
          .replace('{org_id}', orgId)
          .replace('{team_id}', teamId)
          .replace('{id}', seededTeam);
        const { method } = endpoint;
        const body = endpoint.body && { body: '{"name":"x","kind":"org","region":"us"}' };
        const response = await service.app.request(path, { method, ...withKey(key), ...body });
        return [response.status, await response.text()];
      };
      // Whether the organization exists or the team belongs to it makes no difference: the answers are the same.
      const real = await ask(theirs.id, theirs.teamId, managementKey);
      assert.equal(real[0], 403);
      assert.deepEqual(await ask(randomUUID(), theirs.teamId, managementKey), real);
      assert.deepEqual(await ask(theirs.id, randomUUID(), managementKey), real);
      assert.deepEqual(await ask(theirs.id, seededTeam, managementKey), real);
      if (!endpoint.path.includes('{team_id}')) return;
      const crossed = await ask(seededOrg, theirs.teamId, managementKey);
      assert.equal(crossed[0], 404);
      assert.deepEqual(await ask(seededOrg, randomUUID(), managementKey), crossed);
    });
  }

  it('is checked before the body and the path are read', async () => {
    const ask = async (headers: Record<string, string>, path = `/v1/org/nonsense/team`) =>
      (await service.app.request(path, { method: 'POST', headers, body: 'no json' })).status;
    assert.equal(await ask({}), 401);
    assert.equal(await ask({ 'x-management-key': 'mk_unknown' }), 401);
    assert.equal(await ask({ 'x-management-key': apiKey }), 403);
    assert.equal(await ask({ 'x-management-key': managementKey }), 422);
    assert.equal(await ask({ 'x-management-key': managementKey }, `/v1/org/${seededOrg}/team/`), 422);
  });
});
