// The console at /console/ in Chromium, against a service of its own.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { createClient, type Client } from 'svc-link/client';
import { axeFaults } from './accessibility/axe.js';
import type { Profile } from './chromium.js';
import { goThrough, viewsOf } from './console-scene.js';
import { portOf, type Service } from './servers.js';
import { afterEach, beforeEach, describe, it, test } from './test.js';

const managementKey = 'mk_sandbox_local';
const [org, team] = [1, 2].map((number) => `00000000-0000-4000-8000-00000000000${number}`);
const hostile = '<img src=x onerror="window.hit=1">';

let running: Service;
let client: Client;
let profile: Profile;
let page: Page;

test.use({ profileOptions: { reducedMotion: 'reduce' } });
beforeEach(({ service, profile: fresh, page: first }) => {
  [running, profile, page] = [service, fresh, first];
  client = createClient({ baseUrl: running.service, apiKey: 'sk_sandbox_local', managementKey });
});
afterEach(() => {
  // A browser logs a refused request in its console, whatever the page does about it.
  assert.deepEqual(
    profile.complaints.filter((text) => !/status of 40[139]/.test(text)),
    [],
  );
});

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const said = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

async function enter(key: string) {
  await page.getByLabel('Management key').fill(key);
  await page.keyboard.press('Enter');
}

/** Signs in at a place of the console. */
async function open(fragment = '', key = managementKey) {
  await page.goto(`${running.service}/console/${fragment}`);
  await enter(key);
  await page.getByRole('navigation').waitFor();
}

/** A link of the team, or of another team, whose client is `maker`. */
async function link(steps: Parameters<typeof goThrough>[3], maker = client) {
  const { user_id } = await maker.createUser({ client_user_id: randomUUID() });
  const { link_token } = await maker.createLinkToken({ user_id });
  await goThrough(running.service, link_token, 'quartz_scale', steps);
}
const person = (name: string, password = 'good-one') => ({ username: `${name}@example.com`, password });

/** The rows of a table as texts; `name` is its caption. */
const rowsOf = (name: string) =>
  page
    .getByRole('table', { name, exact: true })
    .evaluate((table: HTMLTableElement) =>
      [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.innerText.trim())),
    );

describe('signing in to the console', () => {
  it('says what to do about a key that does not serve', async () => {
    await page.goto(`${running.service}/console/`);
    const refused = async (key: string, text: string) => {
      await enter(key);
      await page.getByRole('alert').filter({ hasText: text }).waitFor();
      assert.equal(await page.evaluate(() => document.activeElement!.id), 'key');
    };
    await refused('mk_unknown', 'doesn’t know this key');
    await refused('sk_sandbox_local', 'a team’s API key');
    await refused('not a key', 'isn’t a management key');
    await enter(managementKey);
    await heading('Teams');
  });

  it('leads a key of one team to its team, and shows it nothing of the organization', async () => {
    const { key } = await client.createManagementKey(org, { name: 'one', kind: 'team', team_ids: [team] });
    await open('#/keys', key);
    await heading('Overview');
    assert.equal(new URL(page.url()).hash, `#/team/${team}`);
    assert.equal(await page.getByRole('link', { name: 'Management keys' }).count(), 0);
  });

  it('keeps the key in memory alone, and forgets it', async () => {
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    const { key } = await client.createManagementKey(org, { name: 'secret', kind: 'org' });
    await open(`#/team/${team}/keys`, key);
    await heading('API keys');
    const kept = await page.evaluate(async () => [
      location.href,
      JSON.stringify(history.state),
      JSON.stringify({ ...localStorage, ...sessionStorage }),
      document.cookie,
      (await window.indexedDB.databases()).length,
      document.documentElement.outerHTML,
    ]);
    assert.ok(![...kept, ...addresses, running.serviceLog()].join('\n').includes(key));
    await page.getByRole('button', { name: 'Sign out' }).click();
    await heading('Sign in');
    assert.equal(await page.evaluate(() => document.activeElement!.textContent), 'Sign in');
    assert.equal(await page.getByLabel('Management key').inputValue(), '');
    await enter(key);
    await heading('Teams');
    await page.goto(`${running.service}/docs`);
    await page.goBack();
    await heading('Sign in');
  });

  // spec 5.12
  it('makes a key of one team, and none of several', async () => {
    const { id: another } = await client.createTeam(org, { name: 'Another', region: 'eu' });
    await open('#/keys');
    await page.getByLabel('Name').fill('of one team');
    await page.getByLabel('Reaches').selectOption('team');
    const teams = page.getByLabel('Team', { exact: true });
    await teams.selectOption(team);
    assert.equal(await teams.evaluate(({ multiple }: HTMLSelectElement) => multiple), false);
    assert.equal(await page.getByRole('checkbox').count(), 0);
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('row', { name: /of one team/ }).waitFor();
    const { management_keys } = await client.listManagementKeys(org);
    const made = management_keys.find(({ name }) => name === 'of one team');
    assert.deepEqual([made?.kind, made?.team_ids], ['team', [team]]);
    await client.deleteTeam(org, another);
  });

  it('ends when the key is deleted', async () => {
    const { id, key } = await client.createManagementKey(org, { name: 'short', kind: 'org' });
    await open('', key);
    await heading('Teams');
    await client.deleteManagementKey(org, id);
    // Goes by the address: the console may have found out by itself, and then has no menu any more.
    await page.evaluate(() => (location.hash = '#/keys'));
    await page.getByRole('alert').filter({ hasText: 'no longer works' }).waitFor();
  });
});

describe('the console', () => {
  it('finds teams, and shows a hostile name as text', async () => {
    await client.createTeam(org, { name: hostile, region: 'eu' });
    await open();
    await page.getByRole('link', { name: hostile }).waitFor();
    await page.getByLabel('Part of the name').fill('nobody');
    await page.keyboard.press('Enter');
    await page.getByText('No team name contains “nobody”').waitFor();
    await said('0 teams found');
    await page.getByLabel('Part of the name').fill('img');
    await page.keyboard.press('Enter');
    await said('1 team found');
    await page.getByRole('link', { name: hostile }).click();
    await heading('Overview');
    await page.getByText(hostile).first().waitFor();
    assert.match(await page.title(), /Overview · <img/);
    assert.equal(await page.evaluate(() => window.hit), undefined);
  });

  it('makes an API key that serves until it is deleted here, by keyboard alone', async () => {
    await open(`#/team/${team}/keys`);
    await page.getByLabel('Name').focus();
    await page.keyboard.type('of a test');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Save the key “of a test” now' }).waitFor();
    const key = await page.getByLabel('The new key').inputValue();
    const status = async () =>
      (await fetch(`${running.service}/v2/user`, { headers: { 'x-svc-api-key': key } })).status;
    assert.equal(await status(), 200);
    await page.getByRole('button', { name: 'I’ve saved it' }).press('Enter');
    await page.getByRole('button', { name: 'Delete of a test' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the key' }).press('Enter');
    await said('“of a test” is deleted');
    assert.equal(await page.evaluate(() => document.activeElement!.tagName), 'H1');
    assert.equal(await status(), 401);
    assert.ok(!(await page.content()).includes(key));
  });

  it('tells of an action that fails, and loses nothing of it', async () => {
    await open(`#/team/${team}/keys`);
    await page.route('**/api_key', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 409, body: '{}' }) : route.continue(),
    );
    await page.getByLabel('Name').fill('kept');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('alert').waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), 'kept');
  });

  it('counts links as they went', async () => {
    const { id } = await client.createTeam(org, { name: 'Counted', region: 'us' });
    const { key } = await client.createApiKey(org, id, { name: 'of a test' });
    const own = createClient({ baseUrl: running.service, apiKey: key });
    await open(`#/team/${id}/links`);
    await page.getByText('Nobody opened a link').waitFor();
    await link([], own); // looks at the providers and leaves
    await link([person('ok', 'wrong'), person('ok')], own);
    await link([person('sms'), '000000', '123456'], own);
    await link([person('ok', 'wrong')], own);
    await page.getByRole('button', { name: '7 days' }).click();
    await page.getByText('How far people got').first().waitFor();
    const tables = page.getByText('Show the numbers as a table');
    for (const summary of await tables.all()) await summary.click();
    assert.deepEqual(await rowsOf('How far people got'), [
      ['Opened', '4', '100%', '–'],
      ['Provider chosen', '3', '75%', '75%'],
      ['Signed in', '2', '50%', '66.7%'],
      ['Asked for a code', '1', '25%', '50%'],
      ['Connected', '2', '50%', '100%'],
    ]);
    assert.deepEqual(await rowsOf('Problems'), [
      ['Wrong user name or password provider_credential_error', '2', '2'],
      ['Wrong code incorrect_mfa_code', '1', '1'],
    ]);
    assert.deepEqual(await rowsOf('Providers'), [['quartz_scale', '3', '2', '66.7%']]);
    assert.equal((await rowsOf('Links by day')).length, 7);
    const plot = page.getByRole('img', { name: 'Opened: 4, Provider chosen: 3' });
    await plot.waitFor();
    // The picture of an empty canvas of that size is a tenth as long.
    await page.waitForFunction(
      // What is drawn on is a canvas.
      (canvas) => (canvas as HTMLCanvasElement).toDataURL().length > 4000,
      await plot.elementHandle(),
    );
  });

  it('says which connections broke, and why', async () => {
    const { id } = await client.createTeam(org, { name: 'Broken', region: 'eu' });
    const { key } = await client.createApiKey(org, id, { name: 'of the test' });
    await open(`#/team/${id}/connections`);
    await page.getByText('Nobody is connected').waitFor();
    const maker = createClient({ baseUrl: running.service, apiKey: key });
    for (const name of ['ok', 'pull-fail', 'pull-fail']) await link([person(name)], maker);
    // Work that is due is done once the clock has answered.
    await running.advanceClock(0);
    await page.getByRole('link', { name: 'Links' }).click();
    await heading('Links');
    await page.getByRole('link', { name: 'Connections' }).click();
    await heading('Connections');
    await page.getByRole('table').waitFor();
    const rows = await rowsOf('Connections');
    assert.match(rows[0][3], /^\d{1,2} \w+ 20\d\d/);
    assert.deepEqual(
      rows.map(([provider, state, reason, , connections]) => [provider, state, reason, connections]),
      [
        ['quartz_scale', 'Broken', 'The provider refuses the data for good', '2'],
        ['quartz_scale', 'Connected', '–', '1'],
      ],
    );
  });

  it('sends again what failed', async () => {
    let status = 410;
    const received: string[] = [];
    const receiver = createServer((request, response) => {
      received.push(String(request.headers['webhook-id']));
      request.resume();
      void answered.then(() => response.writeHead(status).end());
    });
    let answered = Promise.resolve();
    let answer = () => {};
    // A page does not know how far the sandbox's clock is ahead.
    await running.advanceClock(3600);
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    try {
      const url = `http://127.0.0.1:${portOf(receiver)}/`;
      const { id } = await client.createWebhook({ url, events: ['provider.connection.'] });
      await link([person('ok')]);
      await open(`#/team/${team}/webhooks`);
      await page.getByRole('link', { name: url }).click();
      await heading('Deliveries');
      // 410 disables a webhook, and what is under way fails.
      await page.getByText('Disabled: it answered 410').waitFor();
      assert.equal(
        await page
          .getByRole('button', { name: /^Replay / })
          .last()
          .getAttribute('aria-disabled'),
        'true',
      );
      await client.updateWebhook(id, { status: 'enabled' });
      status = 200;
      answered = new Promise<void>((resolve) => (answer = resolve));
      await page.getByLabel('Show').selectOption('Failed');
      await page.getByText('Enabled', { exact: true }).waitFor();
      assert.equal((await rowsOf('Deliveries')).length, 1);
      await page.getByRole('button', { name: 'Replay all failed' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
      await said('1 delivery on the way again');
      await page.getByLabel('Show').selectOption('All deliveries');
      await page.getByRole('cell', { name: /^(?:Waiting|Sending)$/ }).waitFor();
      answer();
      await page.getByRole('cell', { name: 'Delivered' }).waitFor();
      assert.equal(new Set(received).size, 1);
      assert.equal(received.length, 2);
      await client.deleteWebhook(id);
    } finally {
      await new Promise((resolve) => receiver.close(resolve).closeAllConnections());
    }
  });

  it('shows an import on its way to its end', async () => {
    const provider = 'aurora_ring';
    await client.setCustomCredentials(provider, { client_id: 'a', client_secret: 'b' });
    const { user_id } = await running.newToken();
    // Only one of them is a user.
    const connections = Array.from({ length: 6000 }, (_, index) => ({
      user_id: index === 0 ? user_id : randomUUID(),
      access_token: `good-${index}`,
      refresh_token: '',
      provider_id: `p${index}`,
      expires_at: 0,
      oauth_scopes: [],
    }));
    await open(`#/team/${team}/bulk`);
    await page.getByText('Nothing was done in bulk').waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await heading('Overview');
    // The first request is answered as before the end, whichever is quicker. The next ones are answered once that was seen.
    let see = () => {};
    const seen = new Promise<void>((resolve) => (see = resolve));
    let looks = 0;
    await page.route(
      (url) => url.pathname.endsWith('/bulk_op'),
      async (route) => {
        if (looks++ > 0) {
          await seen;
          return route.continue();
        }
        const response = await route.fetch();
        const answer = (await response.json()) as { data: { pending: number; processed: number }[] };
        const data = answer.data.map((each) => ({
          ...each,
          ...{ status: 'in_progress', pending: each.pending + each.processed, processed: 0, failed: 0 },
          ended_at: null,
        }));
        return route.fulfill({ response, json: { ...answer, data } });
      },
    );
    await client.bulkImport({ provider, connections });
    await page.getByRole('link', { name: 'Bulk operations' }).click();
    await page.getByText('Running').waitFor();
    const progress = page.getByRole('progressbar');
    assert.ok((await progress.evaluate(({ value }: HTMLProgressElement) => value)) < 6000);
    see();
    await said('Import of aurora_ring: 6,000 of 6,000 items done, 5,999 of them failed');
    await page.getByText('Done, with failures').waitFor();
    assert.deepEqual(
      await progress.evaluate(({ value, max }: HTMLProgressElement) => [value, max]),
      [6000, 6000],
    );
  });

  it('has no fault that axe finds and no sideways scroll, in light and dark, on a phone', async () => {
    const { webhooks } = await client.listWebhooks();
    for (const { id } of webhooks) await client.deleteWebhook(id);
    const { id } = await client.createWebhook({ url: 'http://127.0.0.1:9/' });
    await link([person('ok', 'wrong'), person('ok')]);
    await link([person('pull-fail')]);
    await running.advanceClock(0);
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(`${running.service}/console/`);
    const faults: string[] = [];
    const look = async (name: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const fault of await axeFaults(page)) faults.push(`${name}, ${colorScheme}: ${fault}`);
      }
      if (await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth))
        faults.push(`${name}: scrolls sideways`);
    };
    await enter('mk_unknown');
    await page.getByRole('alert').waitFor();
    await look('sign-in');
    await enter(managementKey);
    await page.getByRole('navigation').waitFor();
    for (const [name, fragment] of Object.entries(viewsOf(team, id))) {
      await page.evaluate((hash) => (location.hash = hash), fragment);
      await heading(name);
      await page.locator('main table').first().waitFor({ state: 'attached' });
      assert.equal(await page.evaluate(() => document.activeElement!.textContent.trim()), name);
      await look(name);
    }
    assert.deepEqual(faults, []);
  });
});
