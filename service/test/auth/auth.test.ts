// Which key is accepted where, decided by the database alone. The endpoints only call these rules.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { Hono, type Context } from 'hono';
import { endpoint } from 'svc-link/contract';
import * as z from 'zod/mini';
import {
  createKey,
  requireManagedTeam,
  requireManagementKey,
  requireOrg,
  requireOwnTeam,
  requireReachedTeam,
  requireTeam,
  requireTeamSettings,
  route,
  routeFor,
  storeKey,
  type KeyOwner,
} from '../../src/auth/index.js';
import { migrate, transact, type OpenDatabase } from '../../src/db/index.js';
import { ApiError, refusal } from '../../src/http/errors.js';
import { hash } from '../../src/crypto/hash.js';
import { createRateLimiter, limitRate } from '../../src/http/rate-limit.js';
import { hasFlag } from '../../src/accounts/team-flags.js';
import { openForTests } from '../support/memory-database.js';
import type { Env } from '../../src/http/env.js';

const now = new Date('2026-05-01T12:00:00Z');

let database: OpenDatabase;
/** Two organizations. The first has three teams: one of them is deleted, and one has `management` off. */
const [org = '', otherOrg = '', team = '', off = '', deleted = '', theirs = ''] = Array.from(
  { length: 6 },
  () => randomUUID(),
);
const keys = { team: '', off: '', org: '', teams: '', otherOrg: '' };

beforeAll(async () => {
  database = await openForTests(assert.fail);
  const { db } = database;
  await migrate(database);
  const orgs = [org, otherOrg].map((id) => ({ id, name: 'One', created_on: now }));
  await db.insertInto('org').values(orgs).execute();
  const made = { name: 'One', region: 'us' as const, created_on: now };
  const managed = '["management"]';
  await db
    .insertInto('team')
    .values([
      { ...made, id: team, org_id: org, flags: managed },
      { ...made, id: off, org_id: org, flags: '[]' },
      { ...made, id: deleted, org_id: org, flags: managed, deleted_on: now },
      { ...made, id: theirs, org_id: otherOrg, flags: managed },
    ])
    .execute();
  const key = async (kind: KeyOwner['kind'], id: string): Promise<{ id: string; key: string }> => {
    const created = await transact(db, (tx) => createKey(tx, { kind, id }, 'of a test', now));
    return { id: created.row.id, key: created.key };
  };
  keys.team = (await key('team', team)).key;
  keys.off = (await key('team', off)).key;
  keys.org = (await key('org', org)).key;
  keys.otherOrg = (await key('org', otherOrg)).key;
  const teams = await key('teams', org);
  keys.teams = teams.key;
  // The last team is in another organization, so no endpoint accepts the key for it.
  const reached = [team, off, deleted, theirs].map((team_id) => ({ key_id: teams.id, team_id }));
  await db.insertInto('management_key_team').values(reached).execute();
});
afterAll(() => database.close());

type Rule = (c: Context<Env>) => Promise<unknown>;
const rules = {
  team: (c) => requireTeam(database.db, c.req.header('x-svc-api-key')),
  managed: (c) => requireManagedTeam(database.db, c),
  key: async (c) => (await requireManagementKey(database.db, c)).kind,
  org: (c) => requireOrg(database.db, c),
  own: async (c) => (await requireOwnTeam(database.db, c)).team.id,
  reached: async (c) => {
    const reached = await requireReachedTeam(database.db, c);
    return [reached.team.id, reached.kind].join();
  },
  settings: async (c) => {
    const reached = await requireTeamSettings(database.db, c);
    return [reached.team.id, reached.kind].join();
  },
} satisfies Record<string, Rule>;

/** The result of a rule for a request: a text, or the status and detail of a refusal. */
async function ask(
  rule: keyof typeof rules,
  headers: Record<string, string>,
  path = `/${org}/${team}`,
  perMinute?: number,
) {
  const app = new Hono<Env>();
  if (perMinute !== undefined) app.use(limitRate(createRateLimiter(perMinute)));
  app.get('/:org_id/:team_id', async (c) => c.json(await rules[rule](c)));
  app.onError((error) => {
    if (!(error instanceof ApiError)) throw error;
    return refusal(error.status, error.detail);
  });
  const response = await app.request(path, { headers });
  const body = (await response.json()) as { detail: unknown };
  return response.status === 200 ? body : [response.status, body.detail];
}

const api = (key: string) => ({ 'x-svc-api-key': key });
const management = (key: string) => ({ 'x-management-key': key });
const former = (key: string) => ({ 'x-svc-org-key': key });

const missing = (header: string, kind: string, other: string) => [
  401,
  `The header ${header} is missing. It takes ${kind}; ${other} does not serve here.`,
];
const noApiKey = missing('x-svc-api-key', 'the API key of a team', 'a management key');
const unknownApiKey = [401, 'The API key is unknown.'];
const notOfTeam = [403, 'A management key does not serve here; use the API key of a team.'];
const otherTeam = [403, 'The API key is of another team.'];
const noManagementKey = missing('X-Management-Key', 'a management key', 'the API key of a team');
const noKey = [401, 'There is no key: send x-svc-api-key, or X-Management-Key with ?team_id=.'];
const unknownManagementKey = [401, 'The management key is unknown.'];
const notOfManagement = [403, 'An API key does not serve here; use a management key.'];
const notOfOrg = [403, 'This takes a key of the organization, not one of some of its teams.'];
const otherOrganization = [403, 'The management key is not of this organization.'];
const outOfReach = [403, 'The management key does not reach this team.'];
const switchedOff = [
  403,
  {
    error_type: 'feature_not_enabled',
    error_message: 'The team does not have management: ask for it to be switched on.',
  },
];
const noTeam = [404, { error_type: 'team_not_found', error_message: 'There is no such team.' }];
const wrongPlace = (loc: string[], msg: string) => [422, [{ loc, msg, type: 'invalid_format' }]];

describe('an endpoint for a team’s key', () => {
  it('finds the team by it, and accepts no other kind of key', async () => {
    assert.equal(await ask('team', api(keys.team)), team);
    assert.equal(await ask('team', api(keys.off)), off);
    // Another header is not read: the answer is the same whether its key is known or not.
    for (const headers of [{}, api(''), management(keys.org), management('mk_nothing')])
      assert.deepEqual(await ask('team', headers), noApiKey);
    assert.deepEqual(await ask('team', api('sk_nothing')), unknownApiKey);
    for (const key of [keys.org, keys.teams]) assert.deepEqual(await ask('team', api(key)), notOfTeam);
  });

  it('counts known keys, and unknown ones by their sender’s address', async () => {
    for (const key of [keys.team, keys.org, 'sk_nothing']) {
      const [status, detail] = (await ask('team', api(key), undefined, 0)) as [
        number,
        { error_type: string },
      ];
      assert.deepEqual([status, detail.error_type], [429, 'rate_limited']);
    }
    assert.deepEqual(await ask('team', {}, undefined, 0), noApiKey);
  });
});

describe('an endpoint for a team’s key or a management key', () => {
  const of = (team_id: string) => `/x/y?team_id=${team_id}`;

  it('accepts the team’s key, which may name its own team', async () => {
    for (const path of ['/x/y', of(team), of(team.toUpperCase())])
      assert.equal(await ask('managed', api(keys.team), path), team, path);
    assert.deepEqual(await ask('managed', api(keys.team), of(off)), otherTeam);
    assert.deepEqual(await ask('managed', api(keys.team), of('')), otherTeam);
    assert.deepEqual(await ask('managed', {}, of(team)), noKey);
    assert.deepEqual(await ask('managed', api(''), of(team)), noKey);
  });

  it('refuses a team without management', async () => {
    assert.deepEqual(await ask('managed', api(keys.off), '/x/y'), switchedOff);
    assert.deepEqual(await ask('managed', management(keys.org), of(off)), switchedOff);
    for (const headers of [api(keys.team), management(keys.teams)])
      assert.equal(await ask('managed', headers, of(team)), team);
    assert.deepEqual(await ask('managed', {}), noKey);
    assert.deepEqual([hasFlag([], 'management'), hasFlag(['a', 'management'], 'management')], [false, true]);
  });

  it('uses the team’s key if both are sent', async () => {
    const both = { ...management(keys.org), ...api(keys.team) };
    assert.equal(await ask('managed', both), team);
    assert.deepEqual(await ask('managed', { ...management(keys.org), ...api('sk_x') }), unknownApiKey);
  });

  it('accepts a management key that reaches the team that the request names', async () => {
    for (const headers of [management(keys.org), former(keys.org), management(keys.teams)])
      for (const path of [of(team), of(team.toUpperCase())])
        assert.equal(await ask('managed', headers, path), team);
    for (const key of [keys.org, keys.teams]) {
      assert.deepEqual(await ask('managed', management(key), of(off)), switchedOff);
      for (const id of [deleted, theirs, randomUUID()])
        assert.deepEqual(await ask('managed', management(key), of(id)), outOfReach, id);
      for (const path of ['/x/y', of(''), of('x'), of(`${team}x`)])
        assert.deepEqual(
          await ask('managed', management(key), path),
          wrongPlace(['query', 'team_id'], 'a management key names the team by its id'),
          path,
        );
    }
    assert.deepEqual(await ask('managed', management('mk_nothing'), of(team)), unknownManagementKey);
    assert.deepEqual(await ask('managed', management(keys.team), of(team)), notOfManagement);
    assert.deepEqual(await ask('managed', management(keys.otherOrg), of(team)), outOfReach);
  });
});

describe('an endpoint for a management key', () => {
  it('finds it in either header, the newer one first', async () => {
    assert.equal(await ask('key', management(keys.org)), 'org');
    assert.equal(await ask('key', former(keys.teams)), 'teams');
    assert.equal(await ask('key', { ...management(keys.org), ...former('mk_nothing') }), 'org');
    for (const headers of [{}, management(''), api(keys.org), api(keys.team), api('sk_nothing')])
      assert.deepEqual(await ask('key', headers), noManagementKey);
    assert.deepEqual(await ask('key', management('mk_nothing')), unknownManagementKey);
    assert.deepEqual(await ask('key', management(keys.team)), notOfManagement);
  });

  it('counts known keys, and unknown ones by their sender’s address', async () => {
    for (const key of [keys.team, keys.org, 'mk_nothing']) {
      const [status] = (await ask('key', management(key), undefined, 0)) as [number];
      assert.equal(status, 429);
    }
    assert.deepEqual(await ask('key', {}, undefined, 0), noManagementKey);
  });

  it('of the organization accepts a key of the whole organization', async () => {
    assert.equal(await ask('org', management(keys.org)), org);
    assert.equal(await ask('org', management(keys.org), `/${org.toUpperCase()}/x`), org);
    assert.deepEqual(await ask('org', management(keys.teams)), notOfOrg);
    assert.deepEqual(await ask('org', management(keys.otherOrg)), otherOrganization);
    assert.deepEqual(await ask('org', management(keys.org), `/${otherOrg}/x`), otherOrganization);
    assert.deepEqual(
      await ask('org', management(keys.org), '/x/y'),
      wrongPlace(['path', 'org_id'], 'expected a UUID'),
    );
  });

  it('of a team is for the organization’s key', async () => {
    assert.equal(await ask('own', management(keys.org)), team);
    assert.equal(await ask('own', management(keys.org), `/${org}/${off}`), off);
    for (const id of [deleted, theirs, randomUUID()])
      assert.deepEqual(await ask('own', management(keys.org), `/${org}/${id}`), noTeam, id);
    assert.deepEqual(await ask('own', management(keys.teams)), notOfOrg);
    assert.deepEqual(await ask('own', management(keys.otherOrg)), otherOrganization);
  });

  for (const rule of ['reached', 'settings'] as const)
    it(`of a team is for a key that reaches it: ${rule}`, async () => {
      assert.equal(await ask(rule, management(keys.org)), `${team},org`);
      assert.equal(await ask(rule, management(keys.teams)), `${team},teams`);
      for (const id of [deleted, theirs, randomUUID()]) {
        assert.deepEqual(await ask(rule, management(keys.org), `/${org}/${id}`), noTeam, id);
        assert.deepEqual(await ask(rule, management(keys.teams), `/${org}/${id}`), outOfReach, id);
      }
      assert.deepEqual(await ask(rule, management(keys.otherOrg)), otherOrganization);
      assert.deepEqual(await ask(rule, management(keys.teams), `/${otherOrg}/${theirs}`), otherOrganization);
    });

  it('shows the settings of a team without management only to the organization’s key', async () => {
    const path = `/${org}/${off}`;
    assert.equal(await ask('settings', management(keys.org), path), `${off},org`);
    assert.deepEqual(await ask('settings', management(keys.teams), path), switchedOff);
    for (const key of [keys.org, keys.teams])
      assert.deepEqual(await ask('reached', management(key), path), switchedOff);
  });

  it('does not let a key use another key’s list of teams', async () => {
    const { db } = database;
    const { key } = await transact(db, (tx) => createKey(tx, { kind: 'teams', id: org }, 'none', now));
    assert.deepEqual(await ask('reached', management(key)), outOfReach);
  });
});

describe('a key', () => {
  const rowOf = (key: string) =>
    database.db.selectFrom('api_key').selectAll().where('hash', '=', hash(key)).executeTakeFirst();

  it('is created with a recognizable prefix and end, and stored as a hash', async () => {
    for (const [kind, id, prefix] of [
      ['team', team, 'sk_'],
      ['org', org, 'mk_'],
      ['teams', org, 'tmk_'],
    ] as const) {
      const { row, key } = await transact(database.db, (tx) => createKey(tx, { kind, id }, 'made', now));
      assert.match(key, new RegExp(`^${prefix}[\\w-]{43}$`));
      const { id: keyId, hash: kept, ...rest } = row;
      assert.match(keyId, /^[\da-f-]{36}$/);
      assert.deepEqual(Buffer.from(kept), hash(key));
      assert.deepEqual(rest, {
        kind,
        team_id: kind === 'team' ? id : null,
        org_id: kind === 'team' ? null : id,
        name: 'made',
        prefix,
        last4: key.slice(-4),
        created_on: now,
        ...{ expires_at: null, last_used_at: null, replaced_by: null, expired_on: null },
        seeded: false,
      });
    }
  });

  it('that others chose is stored once, with its prefix', async () => {
    for (const [start, prefix] of [
      ['sk_', 'sk_'],
      ['acme_live_', 'acme_'],
      ['1sk_', ''],
      ['SK_', ''],
      ['', ''],
    ] as const) {
      const key = `${start}${randomUUID().replaceAll('-', '')}`;
      await storeKey(database.db, { kind: 'team', id: team }, 'chosen', key, now);
      await storeKey(database.db, { kind: 'team', id: off }, 'again', key, now, true);
      const row = await rowOf(key);
      assert.deepEqual([row?.prefix, row?.name, row?.team_id, row?.seeded], [prefix, 'chosen', team, false]);
    }
    const seeded = `sk_${randomUUID()}`;
    await storeKey(database.db, { kind: 'team', id: team }, 'seeded', seeded, now, true);
    assert.equal((await rowOf(seeded))?.seeded, true);
  });

  it('is found beside others that are looked up at the same time', async () => {
    const answers = await Promise.all(
      [keys.team, 'sk_nothing', keys.off, keys.team].map((key) => ask('team', api(key))),
    );
    assert.deepEqual(answers, [team, unknownApiKey, off, team]);
  });
});

describe('a route accepts the callers that its endpoint declares:', () => {
  const response = z.unknown();
  const app = new Hono<Env>();
  app.onError((error) => {
    if (!(error instanceof ApiError)) throw error;
    return refusal(error.status, error.detail);
  });
  beforeAll(() => {
    const { db } = database;
    const on = { method: 'GET', response } as const;
    const managing = { ...on, auth: 'management-key', role: 'view' } as const;
    route(app, db, endpoint({ ...on, path: '/open', auth: 'none' }), ({ params }) => ({ params }));
    route(app, db, endpoint({ ...on, path: '/team', auth: 'api-key' }), ({ teamId }) => teamId);
    route(
      app,
      db,
      endpoint({ ...on, path: '/managed', auth: 'api-key', role: 'view', managed: true }),
      ({ teamId }) => teamId,
    );
    route(app, db, endpoint({ ...managing, path: '/key' }), ({ key }) => key.kind);
    route(app, db, endpoint({ ...managing, path: '/org/{org_id}' }), ({ orgId }) => orgId);
    route(app, db, endpoint({ ...managing, path: '/org/{org_id}/team/{team_id}' }), (reached) => [
      reached.team.id,
      reached.kind,
    ]);
    routeFor(
      app,
      () => ({ caller: 'somebody' }),
      endpoint({ ...managing, path: '/few' }),
      ({ caller }) => caller,
    );
  });
  const get = async (path: string, headers: Record<string, string> = {}): Promise<unknown> => {
    const answer = await app.request(path, { headers });
    return answer.ok ? answer.json() : answer.status;
  };

  it('anybody', async () => {
    assert.deepEqual(await get('/open'), { params: {} });
    assert.equal(await get('/few'), 'somebody');
  });

  it('the team of a key', async () => {
    assert.equal(await get('/team'), 401);
    assert.equal(await get('/team', api('sk_unknown')), 401);
    assert.equal(await get('/team', management(keys.org)), 401);
    assert.equal(await get('/team', api(keys.team)), team);
    assert.equal(await get(`/team?team_id=${team}`, management(keys.org)), 401);
  });

  it('the team of a management key, too', async () => {
    assert.equal(await get('/managed'), 401);
    assert.equal(await get('/managed', api(keys.team)), team);
    assert.equal(await get(`/managed?team_id=${team}`, management(keys.org)), team);
  });

  it('a management key, for the teams on the path that it reaches', async () => {
    for (const path of ['/key', `/org/${org}`, `/org/${org}/team/${team}`]) {
      assert.equal(await get(path), 401);
      assert.equal(await get(path, api(keys.team)), 401);
    }
    assert.equal(await get('/key', management(keys.org)), 'org');
    assert.equal(await get(`/org/${org}`, management(keys.org)), org);
    assert.notEqual(await get(`/org/${otherOrg}`, management(keys.org)), otherOrg);
    assert.deepEqual(await get(`/org/${org}/team/${team}`, management(keys.org)), [team, 'org']);
    assert.equal(typeof (await get(`/org/${org}/team/${theirs}`, management(keys.org))), 'number');
  });
});
