// A user's page in the console: what they agreed to, and the link that renews a broken connection.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { createClient } from 'svc-link/client';
import { axeFaults } from './accessibility/axe.js';
import { goThrough } from './console-scene.js';
import { managementKey, sessionOf, team } from './session-way.js';
import { it, test } from './test.js';

const shots = process.env['SHOTS'];

test.use({ profileOptions: { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] } });

it('shows what was agreed to, and makes a link that renews a broken connection', async ({ visitor }) => {
  const { servers, profile, page, widget } = visitor;
  await page.goto(`${servers.demo}/inline.html?provider=solstice_ring`);
  await widget.button('Choose what to share').click();
  await widget.link.getByRole('checkbox', { name: 'heart rate' }).uncheck();
  await widget.signIn('ok@example.com');
  await widget.sees('Solstice Ring is connected');
  const { user_id } = await sessionOf(servers.service, profile.events);
  const client = createClient({ baseUrl: servers.service, apiKey: 'sk_sandbox_local', managementKey });
  await client.breakConnection(user_id, 'solstice_ring');

  const support = await profile.newPage();
  await support.goto(`${servers.service}/console/#/team/${team}/users/${user_id}`);
  await support.getByLabel('Management key').fill(managementKey);
  await support.keyboard.press('Enter');
  const connection = support.locator('.connection', { hasText: 'Solstice Ring' });
  await connection.waitFor();
  const fact = (name: string) =>
    connection.locator('.facts > div', { has: support.getByText(name, { exact: true }) }).locator('dd');
  assert.equal(await fact('Shared').innerText(), 'sleep, activity');
  assert.equal(await fact('Not shared').innerText(), 'heartrate');
  assert.equal(await fact('Language').innerText(), 'en');
  assert.match(await fact('Text version').innerText(), /^[\w.:-]+$/);
  assert.match((await fact('Agreed').locator('time').getAttribute('datetime')) ?? '', /^\d{4}-.*Z$/);

  await connection.getByRole('button', { name: 'Make a reconnect link' }).focus();
  await support.keyboard.press('Enter');
  const field = connection.getByLabel('The reconnect link');
  await field.waitFor();
  await support.waitForFunction(
    () => document.activeElement?.getAttribute('aria-label') === 'The reconnect link',
  );
  const address = await field.inputValue();
  assert.ok(address.startsWith(`${servers.service}/link/#`));
  await support.keyboard.press('Tab');
  await support.keyboard.press('Enter');
  await support.getByRole('status').filter({ hasText: 'Link copied.' }).waitFor();
  assert.equal(await support.evaluate(() => navigator.clipboard.readText()), address);
  assert.ok(!support.url().includes('link_token'));

  const faults: string[] = [];
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [320, 'dark'],
  ] as const) {
    await support.setViewportSize({ width, height: 800 });
    await support.emulateMedia({ colorScheme });
    faults.push(...(await axeFaults(support)));
    if (await support.evaluate(() => document.documentElement.scrollWidth > window.innerWidth))
      faults.push(`scrolls sideways at ${width}`);
    if (shots) {
      mkdirSync(shots, { recursive: true });
      await support.screenshot({ path: `${shots}/user-${width}-${colorScheme}.png`, fullPage: true });
    }
  }
  assert.deepEqual(faults, []);

  await support.getByRole('link', { name: 'Their links' }).click();
  await support.getByRole('heading', { level: 1, name: 'Link sessions', exact: true }).waitFor();
  assert.deepEqual(profile.complaints, []);
});

it('keeps a link with its own connection, and makes a new one once it has ended', async ({ visitor }) => {
  const { servers, profile } = visitor;
  const client = createClient({ baseUrl: servers.service, apiKey: 'sk_sandbox_local', managementKey });
  const { user_id } = await client.createUser({ client_user_id: randomUUID() });
  const person = { username: 'ok@example.com', password: 'good-one' };
  const connect = async (provider: string) => {
    const { link_token } = await client.createLinkToken({ user_id });
    await goThrough(servers.service, link_token, provider, [person]);
  };
  const providers = ['quartz_scale', 'ridge_treadmill'];
  for (const provider of providers) await connect(provider);
  for (const provider of providers) await client.breakConnection(user_id, provider);
  const page = await profile.newPage();
  await page.goto(`${servers.service}/console/#/team/${team}/users/${user_id}`);
  await page.getByLabel('Management key').fill(managementKey);
  await page.keyboard.press('Enter');
  const connections = page.locator('.connection');
  const renewed = connections.filter({ hasText: 'Quartz Scale' });
  const make = page.getByRole('button', { name: 'Make a reconnect link' });
  const field = page.getByLabel('The reconnect link');
  await renewed.getByRole('button', { name: 'Make a reconnect link' }).click();
  await field.waitFor();
  assert.match(await connections.first().locator('h2').innerText(), /Quartz Scale/);

  // Connected again and broken again, this connection comes after the other one.
  await client.disconnectProvider(user_id, 'quartz_scale');
  await connect('quartz_scale');
  await client.breakConnection(user_id, 'quartz_scale');
  await page.getByRole('button', { name: 'Read again' }).click();
  await page.getByRole('status').filter({ hasText: 'Read again at' }).waitFor();
  assert.match(await connections.last().locator('h2').innerText(), /Quartz Scale/);
  assert.deepEqual([await field.count(), await renewed.getByLabel('The reconnect link').count()], [1, 1]);

  await page.clock.setFixedTime(Date.now() + 400 * 86_400_000);
  await page.getByRole('button', { name: 'Read again' }).click();
  await field.waitFor({ state: 'detached' });
  assert.equal(await make.count(), 2);
});
