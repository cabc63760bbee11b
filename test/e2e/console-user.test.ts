// A user's page in the console: what they agreed to, and the link that renews a broken connection.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { createClient } from 'svc-link/client';
import { axeFaults } from './accessibility/axe.js';
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
