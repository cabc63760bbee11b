// The console's pages of keys: when keys end, when they were last used, and their rotation.
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { createClient, type Client } from 'svc-link/client';
import { axeFaults } from './accessibility/axe.js';
import { startService, type Service } from './servers.js';
import { beforeEach, describe, it, test } from './test.js';

const managementKey = 'mk_sandbox_local';
const [org, team] = [1, 2].map((number) => `00000000-0000-4000-8000-00000000000${number}`);
const day = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * day).toISOString();

let running: Service;
let client: Client;
let page: Page;

test.use({ profileOptions: { reducedMotion: 'reduce' } });
// A service of its own: the console uses the browser's clock, and other tests move the service's clock.
test.beforeAll(async () => {
  running = await startService();
  client = createClient({ baseUrl: running.service, managementKey });
});
test.afterAll(() => running.stop());
beforeEach(({ page: first }) => {
  page = first;
});

async function open(fragment: string, withKey = managementKey) {
  await page.goto(`${running.service}/console/${fragment}`);
  await page.getByLabel('Management key').fill(withKey);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation').waitFor();
}

/** The cell in the row of a key, below a heading. */
const cell = (name: string, head: string) =>
  page.getByRole('row', { name: new RegExp(`^${name}\\b`) }).locator(`[data-head="${head}"]`);

describe('the keys of a team', () => {
  it('are made with an end, and warned of two weeks before', async () => {
    const later = await client.createApiKey(org, team, { name: 'later', expires_at: inDays(15) });
    const sooner = await client.createApiKey(org, team, { name: 'sooner', expires_at: inDays(13) });
    await open(`#/team/${team}/keys`);
    await cell('sooner', 'Expires').getByText('Ends soon').waitFor();
    const warning = page.locator('p', { hasText: '1 key ends within 14 days:' });
    await warning.waitFor();
    assert.match(await warning.innerText(), /“sooner”/);
    assert.equal(await cell('later', 'Expires').getByText('Ends soon').count(), 0);
    assert.equal(await cell('later', 'Last used').innerText(), 'Never');

    await page.getByLabel('Name').fill('for a quarter');
    assert.equal(await page.getByLabel('Ends').inputValue(), '');
    await page.getByLabel('Ends').selectOption('in 90 days');
    await page.getByRole('button', { name: 'Create key' }).click();
    await cell('for a quarter', 'Expires').waitFor();
    const { api_keys } = await client.listApiKeys(org, team);
    const made = api_keys.find(({ name }) => name === 'for a quarter');
    assert.ok(Math.abs(Date.parse(made?.expires_at ?? '') - Date.now() - 90 * day) < 60_000);
    for (const { id } of [later, sooner, made!]) await client.deleteApiKey(org, team, id);
  });

  it('are rotated here, by keyboard alone, and nothing stops meanwhile', async () => {
    const old = await client.createApiKey(org, team, { name: 'server', expires_at: inDays(3) });
    await open(`#/team/${team}/keys`);
    await page.getByRole('button', { name: 'Rotate server' }).press('Enter');
    const dialog = page.getByRole('dialog');
    const ends = dialog.getByLabel('The old key ends');
    // The default choice must not stop anything.
    assert.equal(await ends.inputValue(), '86400');
    await ends.selectOption('in an hour');
    await dialog.getByRole('button', { name: 'Rotate the key' }).press('Enter');
    const title = page.getByRole('heading', { name: 'Save the key “server” now' });
    await title.waitFor();
    await page.waitForFunction(() => document.activeElement?.id === 'created-title');
    const key = await page.getByLabel('The new key').inputValue();
    assert.notEqual(key, old.key);
    const status = async (apiKey: string) =>
      (await fetch(`${running.service}/v2/user`, { headers: { 'x-svc-api-key': apiKey } })).status;
    assert.deepEqual([await status(old.key), await status(key)], [200, 200]);
    await page.getByText('Rotated', { exact: true }).waitFor();
    // The rotated key has no such button any more, and there is no warning about its end.
    assert.equal(await page.getByRole('button', { name: 'Rotate server' }).count(), 1);
    const { api_keys } = await client.listApiKeys(org, team);
    const rotated = api_keys.find(({ id }) => id === old.id);
    assert.ok(Math.abs(Date.parse(rotated?.expires_at ?? '') - Date.now() - 3_600_000) < 60_000);
    assert.ok(!running.serviceLog().includes(key));

    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    await page.getByRole('button', { name: 'Rotate server' }).press('Enter');
    assert.equal(await ends.inputValue(), '86400');
    await ends.selectOption('now');
    await dialog.getByRole('button', { name: 'Rotate the key' }).press('Enter');
    await title.waitFor();
    await page.getByText('Expired', { exact: true }).waitFor();
    assert.equal(await status(key), 401);
    for (const { id, name } of (await client.listApiKeys(org, team)).api_keys)
      if (name === 'server') await client.deleteApiKey(org, team, id);
  });

  it('are made one at a time, so that none is gone before it is saved', async () => {
    await open(`#/team/${team}/keys`);
    const create = page.getByRole('button', { name: 'Create key' });
    await page.getByLabel('Name').fill('first');
    await create.click();
    const key = page.getByLabel('The new key');
    const first = await key.inputValue();
    const rotate = page.getByRole('button', { name: 'Rotate first' });
    await rotate.waitFor();

    await page.getByLabel('Name').fill('second');
    await page.keyboard.press('Enter');
    await rotate.press('Enter');

    await page.getByText('Save the new key above first.').waitFor();
    for (const button of [create, rotate]) assert.equal(await button.getAttribute('aria-disabled'), 'true');
    assert.equal(await page.getByRole('dialog').count(), 0);
    assert.equal(await key.inputValue(), first);
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    await create.click();
    await page.getByRole('heading', { name: 'Save the key “second” now' }).waitFor();
    for (const { id, name } of (await client.listApiKeys(org, team)).api_keys)
      if (['first', 'second'].includes(name ?? '')) await client.deleteApiKey(org, team, id);
  });

  it('say of a key in the settings where it is changed', async () => {
    await open(`#/team/${team}/keys`);
    await page.getByRole('button', { name: 'Rotate from the settings' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate the key' }).click();
    await page.getByRole('alert').filter({ hasText: 'settings name this key' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Delete from the settings' }).click();
    const question = page.getByRole('dialog').filter({ hasText: 'comes back at the next start' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    const other = await client.createApiKey(org, team, { name: 'made here' });
    await page.reload();
    await page.getByLabel('Management key').fill(managementKey);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Delete made here' }).click();
    await page.getByRole('dialog').getByText('You can’t undo this.').waitFor();
    assert.equal(await question.count(), 0);
    await client.deleteApiKey(org, team, other.id);
  });

  it('that somebody signed in with ends at once, and the new one is there until it is saved', async () => {
    const { key: own } = await client.createManagementKey(org, { name: 'mine', kind: 'org' });
    await open('#/keys', own);
    await page.getByRole('button', { name: 'Rotate mine' }).click();
    const dialog = page.getByRole('dialog');
    assert.match(await dialog.innerText(), /the key you’re signed in with/);
    await dialog.getByLabel('The old key ends').selectOption('now');
    await dialog.getByRole('button', { name: 'Rotate the key' }).click();
    await page.getByRole('heading', { name: 'Save the key “mine” now' }).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await assert.rejects(
      createClient({ baseUrl: running.service, managementKey: own }).listManagementKeys(org),
    );
    // There is no button that would send a request with the old key.
    assert.equal(await page.getByRole('button', { name: /^(?:Rotate|Delete|Create)/ }).count(), 0);
    const key = await page.getByLabel('The new key').inputValue();
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    await page.getByRole('alert').filter({ hasText: 'no longer works' }).waitFor();
    await page.getByLabel('Management key').fill(key);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Rotate mine' }).waitFor();
  });

  it('are not deleted by the second click of a double click', async () => {
    for (const name of ['one', 'two', 'three']) await client.createApiKey(org, team, { name });
    await page.setViewportSize({ width: 390, height: 500 });
    await open(`#/team/${team}/keys`);
    const ask = page.getByRole('button', { name: 'Delete two' });
    const dialog = page.getByRole('dialog');
    const answer = dialog.getByRole('button', { name: 'Delete the key' });
    const middleOf = async (button: Locator) => {
      const { x, y, width, height } = (await button.boundingBox())!;
      return { x: x + width / 2, y: y + height / 2 };
    };
    await ask.click();
    const place = await middleOf(answer);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    // The answer will be where the question is asked.
    await page.evaluate((by) => window.scrollBy(0, by), (await middleOf(ask)).y - place.y);
    assert.ok(Math.abs((await middleOf(ask)).y - place.y) < 10);

    await page.mouse.dblclick(place.x, place.y, { delay: 20 });
    await dialog.waitFor();
    assert.equal(await dialog.getByRole('heading').innerText(), 'Delete the key “two”?');
    assert.equal(await answer.getAttribute('aria-disabled'), 'false');
    await answer.click({ delay: 20 });
    await ask.waitFor({ state: 'detached' });

    const { api_keys } = await client.listApiKeys(org, team);
    for (const { id, name } of api_keys)
      if (['one', 'three'].includes(name ?? '')) await client.deleteApiKey(org, team, id);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  it('are asked about until the answer is there, whatever is pressed meanwhile', async () => {
    await client.createApiKey(org, team, { name: 'slow' });
    await open(`#/team/${team}/keys`);
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api_key/*', async (route) => {
      await answered;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Delete slow' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Delete the key' }).click();
    await dialog.getByRole('button', { name: 'One moment…' }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
    for (let n = 0; n < 3; n++) await page.keyboard.press('Escape');
    assert.equal(await dialog.getByRole('heading').innerText(), 'Delete the key “slow”?');
    answer();
    await page.getByRole('status').filter({ hasText: '“slow” is deleted' }).waitFor();
    await dialog.waitFor({ state: 'hidden' });
  });

  it('have no fault that axe finds in the question, and no sideways scroll, in light and dark, on a phone', async () => {
    const made = await client.createManagementKey(org, {
      name: 'a management key with quite a long name',
      kind: 'org',
      expires_at: inDays(2),
    });
    await page.setViewportSize({ width: 320, height: 700 });
    await open('#/keys');
    await page.getByText('within 14 days').waitFor();
    const faults: string[] = [];
    const look = async (name: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const fault of await axeFaults(page)) faults.push(`${name}, ${colorScheme}: ${fault}`);
      }
      if (await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth))
        faults.push(`${name}: scrolls sideways`);
    };
    await look('the list');
    await page.getByRole('button', { name: /^Rotate a management key/ }).click();
    await look('the question');
    await client.deleteManagementKey(org, made.id);
    assert.deepEqual(faults, []);
  });
});
