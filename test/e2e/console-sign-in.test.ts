// Signing in to the console at an independent identity provider, in a browser, and what each role is shown.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createClient, type Client } from 'svc-link/client';
import {
  startIdentityProvider,
  type IdentityProvider,
} from '../../service/test/support/identity-provider.js';
import { axeFaults } from './accessibility/axe.js';
import { goThrough } from './console-scene.js';
import { freePort, startService, type Service } from './servers.js';
import { beforeEach, describe, it, test } from './test.js';

const managementKey = 'mk_sandbox_local';
const [org, team] = [1, 2].map((number) => `00000000-0000-4000-8000-00000000000${number}`);

let idp: IdentityProvider;
let running: Service;
let client: Client;
let page: Page;

test.use({ profileOptions: { reducedMotion: 'reduce' } });
test.beforeAll(async () => {
  const port = String(await freePort());
  idp = await startIdentityProvider(`http://127.0.0.1:${port}/console/signed-in`);
  running = await startService('', { PORT: port, ...idp.settings });
  client = createClient({ baseUrl: running.service, managementKey, apiKey: 'sk_sandbox_local' });
});
test.afterAll(async () => {
  await running.stop();
  await idp.close();
});
beforeEach(({ page: first }) => {
  page = first;
  idp.forge = {};
});

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const signInButton = () => page.getByRole('button', { name: 'Sign in' });

async function signIn(role: 'view' | 'operate' | 'own', fragment = '') {
  idp.person = { sub: `of-${role}`, name: `Ada with ${role}`, groups: [`svc-${role}`] };
  await page.goto(`${running.service}/console/${fragment}`);
  await signInButton().click();
  await page.getByText(`Ada with ${role} · ${role}`).waitFor();
}

describe('signing in to the console', () => {
  it('leads through the identity provider back to where one was, also after the session has ended', async () => {
    const place = `#/team/${team}/keys`;
    await signIn('own', place);
    await heading('API keys');
    assert.equal(page.url(), `${running.service}/console/${place}`);
    // No script can read the cookie, and after a reload the person is still signed in.
    assert.equal(await page.evaluate(() => document.cookie), '');
    await page.reload();
    await heading('API keys');
    // A request that is still under way would be refused too, and would remove the links before they are used.
    await page.getByRole('table', { name: 'API keys' }).waitFor();

    await running.advanceClock(3700);
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('alert').filter({ hasText: 'Your session has ended' }).waitFor();
    await signInButton().click();
    await heading('Webhooks');
    assert.equal(page.url(), `${running.service}/console/#/team/${team}/webhooks`);
  });

  it('says why it came to nothing, and that once', async () => {
    await page.goto(`${running.service}/console/`);
    const refused = async (text: string) => {
      await signInButton().click();
      await page.getByRole('alert').filter({ hasText: text }).waitFor();
      assert.equal(new URL(page.url()).search, '');
    };
    idp.person = { sub: 'bob', name: 'Bob', groups: [] };
    await refused('You have no role here');
    idp.person = undefined;
    await refused('The sign-in was cancelled');
    idp.person = { sub: 'eve', name: 'Eve', groups: ['svc-own'] };
    idp.forge = { claims: { nonce: 'of another' } };
    await refused('The sign-in didn’t work');
    await page.reload();
    await signInButton().waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
    assert.equal(await page.getByLabel('Management key').count(), 0);
  });

  it('ends with Sign out, at the service too', async () => {
    await signIn('view');
    const cookies = await page.context().cookies();
    const session = cookies.find(({ name }) => name === 'svc-console') ?? assert.fail();
    assert.deepEqual([session.httpOnly, session.sameSite], [true, 'Strict']);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await heading('Sign in');
    const left = await page.context().cookies();
    // The identity provider is on the same machine, and has cookies of its own.
    assert.deepEqual(
      left.filter(({ name }) => name.startsWith('svc-')),
      [],
    );
    await page.context().addCookies([session]);
    await page.reload();
    await signInButton().waitFor();
  });
});

describe('two tabs of the console', () => {
  const hasEnded = () => page.getByRole('alert').filter({ hasText: 'Your session has ended' }).waitFor();

  it('end together when the person signs out in one', async () => {
    await signIn('view', `#/team/${team}`);
    await heading('Overview');
    const other = await page.context().newPage();
    await other.goto(`${running.service}/console/`);
    await other.getByText('Ada with view · view').waitFor();
    await other.getByRole('button', { name: 'Sign out' }).click();
    await hasEnded();
    assert.equal(await page.getByRole('heading', { name: 'Overview' }).count(), 0);
    await other.close();
  });

  it('do not go on under the name of somebody who was signed in before', async () => {
    await signIn('own', `#/team/${team}`);
    await heading('Overview');
    const first = page;
    await page.context().clearCookies();
    page = await first.context().newPage();
    await signIn('view');
    const second = page;
    page = first;
    await hasEnded();
    // The same person stays signed in, in all tabs.
    await second.evaluate(() => {
      new BroadcastChannel('svc-console').addEventListener('message', () => (window.late = true));
    });
    const third = await first.context().newPage();
    await third.goto(`${running.service}/console/`);
    await third.getByText('Ada with view · view').waitFor();
    await second.waitForFunction(() => window.late);
    await second.getByText('Ada with view · view').waitFor();
    for (const each of [second, third]) await each.close();
  });
});

describe('a role in the console', () => {
  /** A user with a broken connection, and a webhook with a delivery. */
  async function scene() {
    const { id: webhook } = await client.createWebhook({ url: 'http://127.0.0.1:9/' });
    const { user_id } = await client.createUser({ client_user_id: randomUUID() });
    const { link_token } = await client.createLinkToken({ user_id });
    const person = { username: 'pull-fail@example.com', password: 'good-one' };
    await goThrough(running.service, link_token, 'quartz_scale', [person]);
    await running.advanceClock(0);
    return { webhook, user_id };
  }

  it('shows what it may do, and says which one the rest takes', async () => {
    const { webhook, user_id } = await scene();
    const places = {
      'API keys': [`#/team/${team}/keys`, 'Create key', 'own'],
      'Management keys': ['#/keys', 'Create key', 'own'],
      Deliveries: [`#/team/${team}/webhooks/${webhook}`, 'Replay all failed', 'operate'],
      User: [`#/team/${team}/users/${user_id}`, 'Make a reconnect link', 'operate'],
    } as const;
    const ranks = { view: 1, operate: 2, own: 3 };
    for (const role of ['view', 'operate', 'own'] as const) {
      await page.context().clearCookies();
      await signIn(role);
      for (const [name, [fragment, button, needed]] of Object.entries(places)) {
        await page.evaluate((hash) => (location.hash = hash), fragment);
        await heading(name);
        if (name === 'Deliveries') await page.getByRole('table', { name }).waitFor();
        const may = ranks[role] >= ranks[needed];
        await (may
          ? page.getByRole('button', { name: button }).first().waitFor()
          : page.getByText(`takes the role ${needed}. Yours is ${role}.`).first().waitFor());
        assert.equal((await page.getByRole('button', { name: button }).count()) > 0, may, `${role}: ${name}`);
        if (!may)
          assert.equal(await page.getByRole('button', { name: /^(?:Rotate|Delete|Replay)/ }).count(), 0);
      }
    }
    // The service refuses what the page hides.
    await page.context().clearCookies();
    await signIn('operate');
    const status = await page.evaluate(
      async (path) => (await fetch(path, { method: 'POST', body: '{"name":"x"}' })).status,
      `/v1/org/${org}/team/${team}/api_key`,
    );
    assert.equal(status, 403);
  });

  it('that owns makes a key, and the audit log says who', async () => {
    await signIn('own', `#/team/${team}/keys`);
    await page.getByLabel('Name').fill('by Ada');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('heading', { name: 'Save the key “by Ada” now' }).waitFor();
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    await page.evaluate(() => (location.hash = '#/audit'));
    await heading('Audit log');
    await page
      .getByRole('row', { name: /Made a key/ })
      .filter({ hasText: 'of-own' })
      .first()
      .waitFor();
  });

  it('has no fault that axe finds and no sideways scroll, in light and dark, on a phone', async () => {
    await page.setViewportSize({ width: 320, height: 700 });
    const faults: string[] = [];
    const look = async (name: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const fault of await axeFaults(page)) faults.push(`${name}, ${colorScheme}: ${fault}`);
      }
      if (await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth))
        faults.push(`${name}: scrolls sideways`);
    };
    await page.goto(`${running.service}/console/?refused=no_role`);
    await page.getByRole('alert').waitFor();
    await look('sign-in');
    await signIn('view', `#/team/${team}/keys`);
    await heading('API keys');
    await page.locator('main table').waitFor();
    await look('API keys');
    assert.deepEqual(faults, []);
  });
});
