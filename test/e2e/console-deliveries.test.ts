// The log of a webhook in the console: it reads the log again by itself, and keeps open what a person has opened meanwhile.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { createClient } from 'svc-link/client';
import { goThrough } from './console-scene.js';
import { portOf, type Service, startService } from './servers.js';
import { managementKey, org } from './session-way.js';
import { describe, it, test } from './test.js';

let service: Service;
let receiver: Server;
/** What the receiver waits for before it answers. */
let answered = Promise.resolve();
let status = 200;
// A service of its own: the console uses the browser's clock, and other tests move the service's clock.
test.beforeAll(async () => {
  service = await startService();
  receiver = createServer((request, response) => {
    request.resume();
    void answered.then(() => response.writeHead(status).end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
test.afterAll(async () => {
  await service.stop();
  await new Promise((resolve) => receiver.close(resolve).closeAllConnections());
});

/** Makes a team whose webhook got this many events; returns the address of its log in the console. */
async function logOf({ service }: Service, events: number): Promise<string> {
  const manager = createClient({ baseUrl: service, managementKey });
  const { id: team } = await manager.createTeam(org, { name: 'Delivered', region: 'eu' });
  const { key: apiKey } = await manager.createApiKey(org, team, { name: 'of the test' });
  const client = createClient({ baseUrl: service, apiKey });
  const url = `http://127.0.0.1:${portOf(receiver)}/`;
  const { id } = await client.createWebhook({ url, events: ['provider.connection.created'] });
  const person = { username: 'ok@example.com', password: 'good-one' };
  const connect = async () => {
    const { user_id } = await client.createUser({ client_user_id: randomUUID() });
    const { link_token } = await client.createLinkToken({ user_id });
    await goThrough(service, link_token, 'quartz_scale', [person]);
  };
  // One after the other: on a busy machine many at once outlast the time that the client gives a request.
  for (let made = 0; made < events; made++) await connect();
  return `#/team/${team}/webhooks/${id}`;
}

describe('the log of a webhook', () => {
  it('is not shown under a filter that could not be read', async ({ page }) => {
    const log = await logOf(service, 1);
    await page.goto(`${service.service}/console/${log}`);
    await page.getByLabel('Management key').fill(managementKey);
    await page.keyboard.press('Enter');
    const table = page.getByRole('table', { name: 'Deliveries' });
    await table.waitFor();
    const isFailed = (url: URL) => url.searchParams.get('status') === 'failed';
    await page.route(isFailed, (route) => route.abort());
    const filter = page.getByLabel('Show', { exact: true });
    await filter.selectOption('Failed');
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    assert.equal(await table.count(), 0);
    await filter.selectOption('All deliveries');
    await table.waitFor();
    await filter.selectOption('Failed');
    await again.waitFor();
    await page.unroute(isFailed);
    await again.click();
    await page.getByText('No delivery is failed').waitFor();
  });

  it('keeps the earlier ones that are shown, and the focus, while it looks anew', async ({ page }) => {
    const log = await logOf(service, 27);
    await page.goto(`${service.service}/console/${log}`);
    await page.getByLabel('Management key').fill(managementKey);
    await page.keyboard.press('Enter');
    const rows = page.getByRole('table', { name: 'Deliveries' }).locator('tbody tr');
    await page.getByRole('button', { name: 'Show earlier' }).click();
    await page.getByRole('status').filter({ hasText: '2 more deliveries shown.' }).waitFor();
    assert.equal(await rows.count(), 27);
    // The button is gone, because there are no more rows to load.
    assert.ok(await rows.nth(25).evaluate((row) => row === document.activeElement));

    let answer = () => {};
    answered = new Promise<void>((resolve) => (answer = resolve));
    await rows
      .last()
      .getByRole('button', { name: /^Replay/ })
      .press('Enter');
    await rows.last().getByText('Sending', { exact: true }).waitFor();
    for (let looks = 0; looks < 2; looks++)
      await page.waitForResponse((response) =>
        new URL(response.url()).pathname.endsWith(log.split('/').at(-1)!),
      );
    assert.equal(await rows.count(), 27);
    assert.match(await page.evaluate(() => document.activeElement!.textContent), /Replay/);
    answer();
    await rows.last().getByText('Delivered', { exact: true }).waitFor();
    assert.equal(await rows.count(), 27);
  });

  it('enables a webhook again, and says what became of each that is sent again', async ({ page }) => {
    // This answer disables a webhook, and what is under way has failed.
    status = 410;
    const log = await logOf(service, 2);
    await page.goto(`${service.service}/console/${log}`);
    await page.getByLabel('Management key').fill(managementKey);
    await page.keyboard.press('Enter');
    await page.getByText('Disabled: it answered 410').waitFor();
    const told = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();
    const focused = () => page.evaluate(() => document.activeElement!.textContent.trim());

    await page.getByRole('button', { name: 'Enable' }).press('Enter');

    await told('The webhook is enabled.');
    assert.equal(await focused(), 'Replay all failed');
    await page.getByLabel('Show').selectOption('Failed');
    const rows = page.getByRole('table', { name: 'Deliveries' }).locator('tbody tr');
    await rows.getByText('Waiting').first().waitFor({ state: 'detached' });
    const failed = await rows.count();
    assert.ok(failed > 0);
    status = 200;
    let answer = () => {};
    answered = new Promise<void>((resolve) => (answer = resolve));
    const last = rows.last();
    await last.getByRole('button', { name: /^Replay/ }).press('Enter');
    await told('is being sent again');
    const isList = (url: string) => new URL(url).searchParams.get('status') === 'failed';
    for (let looks = 0; looks < 4; looks++) await page.waitForResponse((response) => isList(response.url()));
    await last.getByText('Sending', { exact: true }).waitFor();
    assert.match(await focused(), /^Replay/);

    answer();

    await told('provider.connection.created arrived.');
    await last.getByText('Delivered', { exact: true }).waitFor();
    assert.match(await focused(), /^Replay/);
    assert.equal(await rows.count(), failed);
    // The same words about another delivery are read out, too.
    const words = page.getByRole('status').locator('span');
    const before = await words.elementHandle();
    await last.getByRole('button', { name: /^Replay/ }).press('Enter');
    await told('is being sent again');
    await told('provider.connection.created arrived.');
    assert.ok(!(await before!.evaluate((node) => node.isConnected)));

    await page.getByRole('button', { name: 'Replay all failed' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).press('Enter');
    await told('on the way again');
    assert.equal(await focused(), 'Replay all failed');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await last.getByText('Delivered', { exact: true }).waitFor({ state: 'detached' });
  });

  it('shows nothing of an earlier choice that is answered late', async ({ page }) => {
    const log = await logOf(service, 26);
    await page.goto(`${service.service}/console/${log}`);
    await page.getByLabel('Management key').fill(managementKey);
    await page.keyboard.press('Enter');
    const earlier = page.getByRole('button', { name: 'Show earlier' });
    await earlier.waitFor();
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    const isLate = (url: URL) => url.pathname.endsWith('/deliveries') && !url.searchParams.has('status');
    const asked = page.waitForRequest((request) => isLate(new URL(request.url())));
    await page.route(isLate, async (route) => {
      await held;
      await route.continue();
    });
    await earlier.click();
    const late = await asked;
    await page.getByLabel('Show').selectOption('Failed');
    await page.getByText('No delivery is failed').waitFor();
    answer();
    // Null if the console has aborted the request.
    await (await late.response())?.finished();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    assert.equal(await page.getByRole('table').count(), 0);
  });

  it('takes nothing that was read before a replay for what became of it', async ({ page }) => {
    status = 410;
    answered = Promise.resolve();
    const log = await logOf(service, 1);
    await page.goto(`${service.service}/console/${log}`);
    await page.getByLabel('Management key').fill(managementKey);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Enable' }).click();
    const row = page.getByRole('table', { name: 'Deliveries' }).locator('tbody tr').first();
    await row.getByText('Failed', { exact: true }).waitFor();
    status = 200;
    let answer = () => {};
    answered = new Promise<void>((resolve) => (answer = resolve));
    let goOn = () => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    let read = () => {};
    const isRead = new Promise<void>((resolve) => (read = resolve));
    const isList = (url: URL) => url.pathname.endsWith('/deliveries');
    await page.route(
      isList,
      async (route) => {
        const response = await route.fetch();
        read();
        await held;
        // The console has aborted it by now.
        await route.fulfill({ response }).catch(() => {});
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Refresh' }).click();
    await isRead;
    await row.getByRole('button', { name: /^Replay/ }).click();
    await page.getByRole('status').filter({ hasText: 'is being sent again' }).waitFor();
    // A “failed again” would end the wait for the outcome.
    goOn();
    await row.getByText('Sending', { exact: true }).waitFor();
    answer();
    await page.getByRole('status').filter({ hasText: 'provider.connection.created arrived.' }).waitFor();
    await row.getByText('Delivered', { exact: true }).waitFor();
  });
});
