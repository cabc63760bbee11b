// Signing in to the console at an identity provider of another maker, and what a session may do then.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { listAuditEntries } from 'svc-link/contract';
import { endSessions, listSessions } from '../../src/cli/index.js';
import { seededOrg, seededTeam } from '../../src/server/seed.js';
import { createApp } from '../../src/server/app.js';
import { createLog } from '../../src/server/log.js';
import { prepare, sandboxKeys } from '../../src/server/server.js';
import { readSettings } from '../../src/server/settings.js';
import { newOrg, ofOrg } from '../support/management-scene.js';
import { Browser, origin, ownPage } from '../support/console-browser.js';
import { startIdentityProvider, type IdentityProvider } from '../support/identity-provider.js';
import { masterKey, startTestService, type TestService } from '../support/test-service.js';

let idp: IdentityProvider;
let service: TestService;
beforeAll(async () => {
  idp = await startIdentityProvider(`${origin}/console/signed-in`);
  service = await startTestService(idp.settings);
});
afterAll(async () => {
  await service.stop();
  await idp.close();
});
beforeEach(() => {
  idp.person = { sub: 'ada', name: 'Ada Admin', groups: ['staff', 'svc-own', 'svc-view'] };
  idp.forge = {};
});

/** The identity provider and organization of the sign-in. */
const place = () => {
  const { signIn } = service.deps.console;
  assert.ok(signIn);
  return signIn;
};
/** Does what a start with other settings does. */
const startAgain = async (env: Readonly<Record<string, string>>): Promise<void> => {
  const settings = readSettings({ ...idp.settings, ...env, SVC_MASTER_KEY: masterKey });
  const { jobs } = await prepare(
    { ...settings, storage: { kind: 'memory' } },
    service.database,
    createLog('silent'),
  );
  await jobs.stop();
};

const newBrowser = () => new Browser(service, idp);

const audited = async (action: string) => {
  const { body } = await service.call(listAuditEntries, { ...ofOrg, query: { page_size: 200 } });
  return body.data.filter((entry) => entry.action === action);
};

describe('signing in to the console', () => {
  it('returns to the earlier place, with the highest role, and records who it was', async () => {
    const browser = newBrowser();
    assert.deepEqual(await (await browser.ask('/console/session')).json(), {
      sign_in: 'oidc',
      session: null,
    });
    const to = `#/team/${seededTeam}/keys`;
    assert.equal(await browser.comeBack(await browser.goThere(to)), `/console/${to}`);
    assert.deepEqual(await browser.session(), {
      ...{ name: 'Ada Admin', role: 'own' },
      ...{ org_id: seededOrg, org_name: 'Sandbox' },
    });
    const [entry] = await audited('console.signed_in');
    assert.deepEqual(
      [entry?.actor, entry?.person, entry?.key_id, entry?.detail],
      ['person', 'ada', null, 'with the role own'],
    );
    const [, session = ''] = /svc-console=([\w-]{43});/.exec(browser.set.at(-1) ?? '') ?? [];
    assert.match(browser.set.at(-1) ?? '', /; HttpOnly; SameSite=Strict$/);
    const dump = JSON.stringify(await service.deps.db.selectFrom('console_session').selectAll().execute());
    for (const text of [dump, service.logged()]) assert.ok(session !== '' && !text.includes(session));
  });

  it('returns to no other place than the console', async () => {
    for (const to of [
      '//evil.example',
      'https://evil.example',
      '#/a\r\nset-cookie: x',
      '/docs',
      '#/<script>',
    ]) {
      const browser = newBrowser();
      assert.equal(await browser.comeBack(await browser.goThere(to)), '/console/', to);
    }
  });

  it('sends state, nonce and a challenge, which are always different', async () => {
    const parts = await Promise.all(
      [1, 2].map(async () => {
        const start = await newBrowser().ask('/console/sign-in', {}, {});
        const query = new URL(start.headers.get('location') ?? '').searchParams;
        assert.equal(query.get('code_challenge_method'), 'S256');
        return ['state', 'nonce', 'code_challenge'].map((name) => query.get(name) ?? '');
      }),
    );
    const all = parts.flat();
    assert.ok(all.every((part) => /^[\w-]{43}$/.test(part)));
    assert.equal(new Set(all).size, 6);
  });

  it('is refused without a role, and when the person cancels', async () => {
    const browser = newBrowser();
    idp.person = { sub: 'bob', name: 'Bob', groups: ['staff'] };
    assert.equal(await browser.comeBack(await browser.goThere()), '/console/?refused=no_role');
    idp.person = undefined;
    assert.equal(await browser.comeBack(await browser.goThere()), '/console/?refused=cancelled');
    assert.equal(await browser.session(), null);
    const refused = await audited('console.sign_in_refused');
    assert.deepEqual(
      refused.map(({ person, detail }) => [person, detail]),
      [['bob', 'no_role']],
    );
  });

  const now = () => Math.floor(Date.now() / 1000);
  const forgeries: Readonly<Record<string, () => IdentityProvider['forge']>> = {
    'another nonce': () => ({ claims: { nonce: 'of another sign-in' } }),
    'no nonce': () => ({ claims: { nonce: undefined } }),
    'another issuer': () => ({ claims: { iss: 'https://evil.example' } }),
    'another audience': () => ({ claims: { aud: 'another-client' } }),
    'an end that has passed': () => ({ claims: { exp: now() - 3600, iat: now() - 7200 } }),
    'the key of a stranger': () => ({
      token: (token) => idp.sign(claimsOf(token), 'stranger'),
    }),
    'no signature (alg none)': () => ({
      token: (token) =>
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1] ?? ''}.`,
    }),
    'no ID token': () => ({ token: () => '' }),
  };
  const claimsOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
  for (const [name, forge] of Object.entries(forgeries))
    it(`is refused by a token with ${name}`, async () => {
      const browser = newBrowser();
      const address = await browser.goThere();
      idp.forge = forge();
      assert.equal(await browser.comeBack(address), '/console/?refused=failed');
      assert.equal(await browser.session(), null);
    });

  it('accepts a token that was signed again and is otherwise unchanged', async () => {
    const browser = newBrowser();
    idp.forge = { claims: {} };
    assert.equal(await browser.comeBack(await browser.goThere()), '/console/');
  });

  it('is refused with another state or issuer in the address, in another browser, and the second time', async () => {
    for (const [name, value] of [
      ['state', 'x'.repeat(43)],
      ['iss', 'https://evil.example'],
      ['code', 'made-up'],
    ] as const) {
      const browser = newBrowser();
      const address = await browser.goThere();
      address.searchParams.set(name, value);
      assert.equal(await browser.comeBack(address), '/console/?refused=failed', name);
    }
    const [mine, theirs] = [newBrowser(), newBrowser()];
    const address = await mine.goThere();
    assert.equal(await theirs.comeBack(address), '/console/?refused=expired');
    await theirs.goThere();
    assert.equal(await theirs.comeBack(address), '/console/?refused=failed');
    const copy = mine.cookie;
    assert.equal(await mine.comeBack(address), '/console/');
    const again = await service.app.request(address.pathname + address.search, { headers: { cookie: copy } });
    assert.equal(again.headers.get('location'), '/console/?refused=expired');
  });

  it('is over after ten minutes', async () => {
    const browser = newBrowser();
    const address = await browser.goThere();
    await service.clock.advance(601);
    assert.equal(await browser.comeBack(address), '/console/?refused=expired');
  });

  it('reads groups from the user info if the provider names them there', async () => {
    const other = await startIdentityProvider(`${origin}/console/signed-in`, { claimsIn: 'userinfo' });
    const before = service;
    service = await startTestService(other.settings);
    try {
      other.person = { sub: 'eve', name: 'Eve', groups: ['svc-operate'] };
      const browser = newBrowser();
      await browser.comeBack(await browser.goThere());
      assert.deepEqual(await browser.session(), {
        ...{ name: 'Eve', role: 'operate', org_id: seededOrg, org_name: 'Sandbox' },
      });
    } finally {
      await service.stop();
      service = before;
      await other.close();
    }
  });

  it('reports that the provider cannot be reached, and logs why', async () => {
    const before = service;
    const gone = await startIdentityProvider('http://127.0.0.1/console/signed-in');
    await gone.close();
    service = await startTestService({ ...idp.settings, CONSOLE_OIDC_ISSUER: gone.url });
    try {
      const start = await newBrowser().ask('/console/sign-in', {}, {});
      assert.equal(start.headers.get('location'), '/console/?refused=unreachable');
      assert.match(
        service.logged(),
        /"code":"ECONNREFUSED","msg":"the identity provider of the console cannot be/,
      );
    } finally {
      await service.stop();
      service = before;
    }
  });
});

describe('a session of the console', () => {
  const list = `/v1/org/${seededOrg}/team`;

  it('ends an hour after its last use, and 12 hours after the sign-in', async () => {
    const [idle, busy] = [await newBrowser().signIn(), await newBrowser().signIn()];
    await service.clock.advance(3000);
    assert.equal((await busy.ask(list)).status, 200);
    await service.clock.advance(700);
    const ended = await idle.ask(list);
    assert.equal(ended.status, 401);
    assert.match(await ended.text(), /session_ended/);
    assert.equal(await idle.session(), null);
    for (let hours = 1; hours < 12; hours++) {
      assert.equal((await busy.ask(list)).status, 200, `${hours}`);
      await service.clock.advance(3500);
    }
    await service.clock.advance(1800);
    assert.equal((await busy.ask(list)).status, 401);
  });

  it('ends at the service when the person signs out, even for a copy of the cookie', async () => {
    const browser = await newBrowser().signIn('view');
    const copy = browser.cookie;
    assert.equal((await browser.ask('/console/sign-out', { method: 'POST' })).status, 200);
    const headers = { cookie: copy, ...ownPage };
    assert.equal((await service.app.request(list, { headers })).status, 401);
    const [entry] = await audited('console.signed_out');
    assert.deepEqual([entry?.actor, entry?.person], ['person', 'of view']);
  });

  it('ends by the command line, for one person or for everybody', async () => {
    const { db } = service.deps;
    const [one, two] = [await newBrowser().signIn('view'), await newBrowser().signIn('own')];
    const lines = await listSessions(db, place());
    assert.ok(
      lines.some((line) => /^of view {2}view {5}since .* {2}view$/.test(line)),
      lines.join('\n'),
    );
    await endSessions(db, 'of view', false);
    assert.deepEqual([(await one.ask(list)).status, (await two.ask(list)).status], [401, 200]);
    const [entry] = await audited('console.signed_out');
    assert.deepEqual([entry?.actor, entry?.subject], ['command', 'of view']);
    await assert.rejects(endSessions(db, 'of view', false), { message: 'nobody is signed in as of view' });
    for (const [subject, all] of [
      [undefined, false],
      ['x', true],
    ] as const)
      await assert.rejects(endSessions(db, subject, all), { message: /either/ });
    await endSessions(db, undefined, true);
    assert.equal((await two.ask(list)).status, 401);
    assert.deepEqual(await listSessions(db, place()), ['Nobody is signed in to the console.']);
  });

  it('is not accepted with another organization or provider in the settings, and a start with them ends it', async () => {
    const { db } = service.deps;
    await endSessions(db, undefined, true).catch(() => undefined);
    const other = await newOrg(service);
    const issuer = 'https://another.example';
    for (const [change, env] of [
      [{ orgId: other.id }, { CONSOLE_OIDC_ORG: other.id }],
      [{ issuer }, { CONSOLE_OIDC_ISSUER: issuer }],
    ] as const) {
      const browser = await newBrowser().signIn();
      const now = { ...place(), ...change };
      const app = createApp({ ...service.deps, console: { ...service.deps.console, signIn: now } });
      const headers = { cookie: browser.cookie, ...ownPage };
      for (const org of [seededOrg, other.id])
        assert.equal((await app.request(`/v1/org/${org}/team`, { headers })).status, 401);
      assert.deepEqual(await listSessions(db, now), ['Nobody is signed in to the console.']);

      await startAgain({});
      assert.deepEqual(
        [(await browser.ask(list)).status, (await listSessions(db, place())).length],
        [200, 1],
      );
      await startAgain(env);
      assert.equal((await browser.ask(list)).status, 401);
      assert.deepEqual(await listSessions(db, undefined), ['Nobody is signed in to the console.']);
      const [entry] = await audited('console.signed_out');
      assert.deepEqual([entry?.actor, entry?.subject], ['settings', 'of own']);
    }
  });

  it('is new after each sign-in, and the earlier one has ended', async () => {
    const browser = await newBrowser().signIn();
    const before = browser.cookie;
    await browser.signIn();
    assert.notEqual(browser.cookie, before);
    const headers = { cookie: before, ...ownPage };
    assert.equal((await service.app.request(list, { headers })).status, 401);
  });

  it('works only for the console’s own page', async () => {
    const browser = await newBrowser().signIn();
    const make = { method: 'POST', body: '{"name":"Made by another page","region":"eu"}' };
    for (const headers of [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-site', origin: 'https://other.127.0.0.1' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      {},
    ] as Record<string, string>[]) {
      assert.equal((await browser.ask(list, make, headers)).status, 403, JSON.stringify(headers));
      assert.equal((await browser.ask('/console/sign-out', { method: 'POST' }, headers)).status, 403);
    }
    assert.equal((await browser.ask(list, {}, { 'sec-fetch-site': 'cross-site' })).status, 403);
    assert.equal((await browser.ask(list, make, { origin })).status, 200);
    assert.equal((await browser.ask(list, make, { ...ownPage, origin })).status, 200);
    assert.equal((await browser.ask(list, {}, {})).status, 200);
  });
});

describe('a management key in the console', () => {
  const own = (key: TestService, site = 'same-origin') =>
    key.app.request('/v1/management_key', {
      headers: { 'x-management-key': sandboxKeys.managementKey, 'sec-fetch-site': site },
    });

  it('is accepted only on this machine, and only if nobody signs in', async () => {
    const refused = await own(service);
    assert.equal(refused.status, 403);
    assert.match(await refused.text(), /console_key_refused/);
    assert.equal((await own(service, 'none')).status, 200);
    const sandbox = await startTestService();
    try {
      assert.equal((await own(sandbox)).status, 200);
      const access = await sandbox.app.request('/console/session');
      assert.deepEqual(await access.json(), { sign_in: 'key', session: null });
      assert.equal((await sandbox.app.request('/console/sign-in')).status, 404);
    } finally {
      await sandbox.stop();
    }
  });
});
