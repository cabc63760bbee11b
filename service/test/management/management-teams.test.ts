import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createClient } from 'svc-link/client';
import {
  bulkExport,
  createUser,
  createWebhook,
  deleteTeam,
  isLinkTokenValid,
  listTeams,
  listUsers,
  listWebhooks,
  readLinkState,
  readTeam,
  startLink,
  createLinkToken,
  linkWithPassword,
  updateTeam,
  type BodyOf,
} from 'svc-link/contract';
import { seed, seededOrg, seededTeam } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import { sweep } from '../../src/server/sweeps.js';
import { userCountOf } from '../../src/accounts/user-count.js';
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

const update = (teamId: string, body: BodyOf<typeof updateTeam>, key = managementKey) =>
  service.call(updateTeam, { ...ofTeam(teamId, key), body });

describe('the teams of an organization', () => {
  // spec 2.14.1, 4.12.5
  it('are listed with the four fields of the specification, the oldest first', async () => {
    const made = [
      await newTeam(service, { name: 'Listed', region: 'us' }),
      await newTeam(service, { name: 'Listed too', region: 'eu' }),
    ];
    const { status, body } = await service.call(listTeams, ofOrg);
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body.teams[0] ?? {}).sort(), ['created_on', 'id', 'name', 'region']);
    assert.equal(body.teams[0]?.id, seededTeam);
    assert.deepEqual(
      body.teams.slice(-2),
      made.map(({ id, name, created_on, region }) => ({ id, name, created_on, region })),
    );
    assert.deepEqual(
      body.teams.slice(-2).map(({ name, region }) => [name, region]),
      [
        ['Listed', 'us'],
        ['Listed too', 'eu'],
      ],
    );
    assert.equal(body.next_cursor, null);
  });

  // spec 4.12.1, 4.12.2, 8.11
  it('are found by region and by a part of their name', async () => {
    const [us, eu] = [
      await newTeam(service, { name: 'Find_me (one)', region: 'us' }),
      await newTeam(service, { name: 'FIND_ME (two)', region: 'eu' }),
    ];
    await newTeam(service, { name: 'Findxme (three)', region: 'eu' });
    const found = async (search: string) => {
      const response = await service.app.request(
        `/v1/org/${seededOrg}/team/?${search}`,
        withKey(managementKey),
      );
      if (response.status !== 200) return response.status;
      const { teams } = (await response.json()) as { teams: { id: string }[] };
      return teams.map(({ id }) => id);
    };
    assert.deepEqual(await found('search_query=find_me'), [us.id, eu.id]);
    assert.deepEqual(await found('search_query=find_me&region=eu'), [eu.id]);
    assert.deepEqual(await found('search_query=find_me&region=us&region=eu'), [us.id, eu.id]);
    assert.deepEqual(await found(`search_query=${encodeURIComponent('E (ONE)')}`), [us.id]);
    for (const refused of [
      `search_query=${'a'.repeat(81)}`,
      'search_query=50%25',
      'region=ca',
      'region=us&region=ca',
      'region=',
      'next_cursor=nonsense',
    ])
      assert.equal(await found(refused), 422, refused);
    assert.deepEqual(await found(`search_query=${'a'.repeat(80)}`), []);
    assert.deepEqual(await found(`search_query=${encodeURIComponent("Az 09.,'&()_-")}`), []);
  });

  // spec 4.12.4
  it('belong to an organization that is named by its id', async () => {
    // The id is random, so it contains letters.
    const { id, key } = await newOrg(service);
    const list = async (org_id: string) => {
      const { status, detail } = await service.call(listTeams, { params: { org_id }, ...withKey(key) });
      return Array.isArray(detail) ? [status, (detail as { loc: unknown }[])[0]?.loc] : [status];
    };
    assert.deepEqual(await list('sandbox'), [422, ['path', 'org_id']]);
    assert.deepEqual(await list(randomUUID()), [403]);
    assert.deepEqual(await list(id.toUpperCase()), [200]);
  });

  // spec 4.12.3, 4.12.5
  it('are each on one page, even those that are added while the pages are read', async () => {
    const org = await newOrg(service);
    const { db, clock } = service.deps;
    const moment = clock.now();
    // All were created at the same moment, so only the ids give an order.
    const teams = Array.from({ length: 120 }, () => ({
      id: randomUUID(),
      org_id: org.id,
      name: 'Many',
      region: 'us' as const,
      flags: '[]',
      created_on: moment,
    }));
    await db.insertInto('team').values(teams).execute();
    const client = createClient({
      baseUrl: 'http://127.0.0.1',
      managementKey: org.key,
      fetch: (input, init) => Promise.resolve(service.app.request(String(input), init)),
    });
    const seen: string[] = [];
    let late = '';
    for await (const team of client.teams(org.id, { region: ['us', 'eu'] })) {
      if (seen.push(team.id) === 10)
        late = (await client.createTeam(org.id, { name: 'Late', region: 'eu' })).id;
    }
    assert.deepEqual(new Set(seen), new Set([org.teamId, late, ...teams.map(({ id }) => id)]));
    assert.equal(seen.length, 122);
    assert.equal(seen.at(-1), late);
  });
});

describe('a team', () => {
  // spec 4.13.9
  it('is made without a brand, and with management alone switched on', async () => {
    const made = await newTeam(service, { name: 'New', region: 'eu' });
    assert.deepEqual((await service.call(readTeam, ofTeam(made.id))).body, made);
    assert.deepEqual([made.name, made.region, made.brand, made.terms_url], ['New', 'eu', null, null]);
    assert.deepEqual(made.flags, ['management']);
  });

  // spec 4.13.9
  it('keeps fields that a change does not name, and clears fields that it sets to null', async () => {
    const { id } = await newTeam(service);
    const whole = {
      name: 'Acme two',
      brand: { name: 'Acme Health', color: '#0B6E4F', logo: 'https://acme.example/logo.svg' },
      terms_url: 'https://acme.example/terms',
      privacy_url: 'http://localhost:3000/privacy',
    };
    const set = await update(id, whole);
    assert.deepEqual({ ...set.body, ...whole }, set.body);
    const { body } = await update(id, { brand: { color: null }, terms_url: null });
    assert.deepEqual(body, { ...set.body, brand: { ...whole.brand, color: null }, terms_url: null });
    assert.deepEqual((await update(id, {})).body, body);
    assert.equal((await update(id, { brand: null })).body.brand, null);
  });

  // spec 4.13.9
  it('shows its brand, terms and privacy to the people who link', async () => {
    const { id } = await newTeam(service);
    const { key } = await newApiKey(service, id);
    const brand = { name: 'Acme Health', color: '#0b6e4f', logo: 'https://acme.example/logo.svg' };
    await update(id, { brand, terms_url: 'https://acme.example/t', privacy_url: 'https://acme.example/p' });
    const user_id = await service.newUser(key);
    const { body } = await service.call(createLinkToken, { apiKey: key, body: { user_id } });
    const token = body.link_token;
    const started = await service.call(startLink, { body: { link_token: token } });
    const state = await service.call(readLinkState, { token });
    for (const session of [started.body.session, state.body]) {
      assert.deepEqual(session.brand, brand);
      assert.equal(session.terms_url, 'https://acme.example/t');
      assert.equal(session.privacy_url, 'https://acme.example/p');
    }
  });

  it('reports which field of a change is wrong, and stays unchanged', async () => {
    const team = await newTeam(service);
    const wrong: readonly [string, unknown][] = [
      ['name', { name: ' ' }],
      ['name', { name: 'a'.repeat(101) }],
      ['name', { name: 'two\nlines' }],
      ['brand.color', { brand: { color: 'red' } }],
      ['brand.color', { brand: { color: '#fff' } }],
      ['brand.name', { brand: { name: '' } }],
      ['brand.logo', { brand: { logo: 'http://acme.example/logo.svg' } }],
      ['brand.logo', { brand: { logo: 'data:image/svg+xml,<svg/>' } }],
      ['brand.logo', { brand: { logo: 'https://user:secret@acme.example/' } }],
      ['terms_url', { name: 'Kept from them', terms_url: 'javascript:alert(1)' }],
      ['privacy_url', { privacy_url: '/privacy' }],
      ['flags.0', { flags: ['everything'] }],
    ];
    for (const [field, body] of wrong) {
      const { status, detail } = await update(team.id, body as BodyOf<typeof updateTeam>);
      assert.equal(status, 422, field);
      const [place] = detail as { loc: string[]; msg: string }[];
      assert.equal(place?.loc.join('.'), `body.${field}`);
      assert.ok(!JSON.stringify(detail).includes('secret'));
    }
    assert.deepEqual((await service.call(readTeam, ofTeam(team.id))).body, team);
  });

  // spec 5.3
  it('has switches that only the organization can set', async () => {
    const { id } = await newTeam(service);
    const { key } = await newApiKey(service, id);
    const managing = await newTeamKey(service, id);
    const exports = () => service.call(bulkExport, { apiKey: key, body: { provider: 'aurora_ring' } });
    assert.equal((await exports()).status, 403);
    assert.equal((await update(id, { flags: ['bulk_export', 'management'] }, managing.key)).status, 403);
    assert.deepEqual((await update(id, { flags: ['bulk_export', 'management', 'bulk_export'] })).body.flags, [
      'bulk_export',
      'management',
    ]);
    // The request passes the switch; what is missing now is an application.
    assert.equal((await exports()).status, 400);
  });

  // spec 5.6
  it('without management is managed by the organization only, and has no webhooks', async () => {
    const { id } = await newTeam(service);
    const { key } = await newApiKey(service, id);
    const managing = await newTeamKey(service, id);
    const answers = async () => [
      (await service.call(readTeam, ofTeam(id, managing.key))).status,
      (await service.call(listWebhooks, { apiKey: key })).status,
      (await service.call(listWebhooks, { ...withKey(managing.key), query: { team_id: id } })).status,
      (await service.call(listWebhooks, { ...withKey(managementKey), query: { team_id: id } })).status,
      (await service.call(readTeam, ofTeam(id))).status,
    ];
    assert.deepEqual(await answers(), [200, 200, 200, 200, 200]);
    await update(id, { flags: [] });
    assert.deepEqual(await answers(), [403, 403, 403, 403, 200]);
    const { detail } = await service.call(listWebhooks, { apiKey: key });
    assert.equal((detail as { error_type: string }).error_type, 'feature_not_enabled');
    await update(id, { flags: ['management'] });
    assert.deepEqual(await answers(), [200, 200, 200, 200, 200]);
  });
});

describe('a team that is deleted', () => {
  it('is gone at once: its keys, link tokens, webhooks and connections', async () => {
    const team = await newTeam(service);
    const other = await newTeam(service);
    const { key } = await newApiKey(service, team.id);
    const [alone, both] = [await newTeamKey(service, team.id), await newTeamKey(service, team.id, other.id)];
    const user = await service.call(createUser, { apiKey: key, body: { client_user_id: 'ada' } });
    const tokenFor = async () => {
      const body = { user_id: user.body.user_id };
      const token = (await service.call(createLinkToken, { apiKey: key, body })).body.link_token;
      await service.call(startLink, { body: { link_token: token } });
      return token;
    };
    const signIn = (token: string, username: string) =>
      service.call(linkWithPassword, {
        params: { provider: 'quartz_scale' },
        token,
        body: { username, password: 'good-password' },
      });
    await signIn(await tokenFor(), 'ok@example.com');
    await service.call(createWebhook, { apiKey: key, body: { url: 'https://nowhere.invalid/' } });
    const token = await tokenFor();
    const slow = await tokenFor();
    const underWay = signIn(slow, 'slow@example.com');
    const wait = await service.waiting();

    assert.equal((await service.call(deleteTeam, ofTeam(team.id))).status, 200);

    wait.finish();
    assert.equal((await underWay).status, 409);
    assert.equal((await service.call(listUsers, { apiKey: key })).status, 401);
    assert.equal((await signIn(token, 'ok@example.com')).body.error_type, 'token_expired');
    assert.equal((await service.call(isLinkTokenValid, { body: { token } })).body.valid, false);
    assert.equal((await service.call(readTeam, ofTeam(team.id))).status, 404);
    assert.equal((await service.call(deleteTeam, ofTeam(team.id))).status, 404);
    assert.equal((await service.call(readTeam, ofTeam(other.id, alone.key))).status, 401);
    assert.equal((await service.call(readTeam, ofTeam(team.id, both.key))).status, 403);
    assert.equal((await service.call(readTeam, ofTeam(other.id, both.key))).status, 200);
    const { body } = await service.call(listTeams, { ...ofOrg, query: { search_query: team.name } });
    assert.ok(body.teams.every(({ id }) => id !== team.id));
    const { db, clock } = service.deps;
    const left = (table: 'webhook' | 'connection' | 'app_user' | 'api_key') =>
      db.selectFrom(table).select('id').where('team_id', '=', team.id).execute();
    assert.deepEqual(await left('api_key'), []);

    await sweep(db, clock.now());
    assert.deepEqual([await left('webhook'), await left('connection')], [[], []]);
    const { total } = await userCountOf(db, team.id).executeTakeFirstOrThrow();
    assert.equal(Number(total), 0);
    assert.equal((await left('app_user')).length, 1);
    await service.clock.advance(7 * 86_400);
    await sweep(db, clock.now());
    assert.deepEqual(await left('app_user'), []);
    const row = () => db.selectFrom('team').select('id').where('id', '=', team.id).executeTakeFirst();
    assert.equal(await row(), undefined);
  });

  it('stays deleted at the next start, though the settings name a key for it', async () => {
    const { db, clock } = service.deps;
    assert.equal((await service.call(deleteTeam, ofTeam(seededTeam))).status, 200);
    await seed(db, clock.now(), sandboxKeys);
    assert.equal((await service.call(listUsers, { apiKey })).status, 401);
    await sweep(db, clock.now());
    await service.clock.advance(7 * 86_400);
    await sweep(db, clock.now());
    await seed(db, clock.now(), sandboxKeys);
    const { body } = await service.call(listTeams, ofOrg);
    assert.ok(body.teams.every(({ id }) => id !== seededTeam));
  });
});
