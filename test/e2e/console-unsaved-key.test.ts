// A new key, which the console shows once: the question before it would be lost.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { createClient, type Client } from 'svc-link/client';
import { axeFaults } from './accessibility/axe.js';
import { eachEngine } from './each-engine.js';
import { managementKey, org, team } from './session-way.js';
import { afterEach, beforeEach, describe, it, test } from './test.js';

const keys = `#/team/${team}/keys`;

let service: string;
let client: Client;
let page: Page;

test.use({ profileOptions: { reducedMotion: 'reduce' } });
beforeEach(({ service: running, page: first }) => {
  service = running.service;
  client = createClient({ baseUrl: service, managementKey });
  page = first;
});
afterEach(async () => {
  for (const { id, name } of (await client.listApiKeys(org, team)).api_keys)
    if (name === 'new') await client.deleteApiKey(org, team, id);
});

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const dialog = () => page.getByRole('dialog', { name: 'Leave without the new key?' });
const answer = (name: string) => dialog().getByRole('button', { name });
const newKey = () => page.getByRole('textbox', { name: 'The new key' });
const hash = () => new URL(page.url()).hash;
const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());

async function open(key = managementKey): Promise<void> {
  await page.goto(`${service}/console/`);
  await page.getByLabel('Management key').fill(key);
  await page.keyboard.press('Enter');
  await heading('Teams');
  await page.getByRole('link', { name: 'Management keys' }).click();
  await heading('Management keys');
  await page.evaluate((fragment) => (location.hash = fragment), keys);
  await heading('API keys');
}

async function create(): Promise<void> {
  await page.getByLabel('Name').fill('new');
  await page.getByRole('button', { name: 'Create key' }).click();
}

/** A key that is shown, and was not copied. */
async function openNew(): Promise<string> {
  await open();
  await create();
  return newKey().inputValue();
}

/** Whether the browser asks before the page is closed or loaded anew. */
async function browserAsks(): Promise<boolean> {
  return page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
}

describe('a new key that nobody has copied', () => {
  it('is asked about before another view, by keyboard alone, and the address stays', async () => {
    const key = await openNew();
    const link = page.getByRole('link', { name: 'Webhooks' });
    await link.press('Enter');
    await dialog().waitFor();
    await page.waitForURL(`**/${keys}`);
    assert.equal(await focused(), 'Cancel');
    assert.deepEqual(await axeFaults(page), []);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    assert.equal(await focused(), 'Webhooks');
    assert.deepEqual([hash(), await newKey().inputValue()], [keys, key]);
    assert.match(await page.title(), /^API keys/);

    await link.press('Enter');
    await answer('Leave').press('Enter');
    await heading('Webhooks');
    assert.equal(hash(), `#/team/${team}/webhooks`);
    await page.waitForFunction(() => document.activeElement?.textContent === 'Webhooks');
    assert.ok(!(await page.content()).includes(key));
    await page.goBack();
    await heading('API keys');
    assert.equal(await newKey().count(), 0);
  });

  it('is asked about before Back, however often it is pressed', async () => {
    const key = await openNew();
    for (const steps of [-1, -1, -2]) {
      await page.evaluate((delta) => {
        for (let n = delta; n < 0; n += 1) history.back();
      }, steps);
      await dialog().waitFor();
      await page.waitForURL(`**/${keys}`);
      await answer('Cancel').click();
      await dialog().waitFor({ state: 'hidden' });
      assert.equal(await newKey().inputValue(), key);
    }
    await page.goBack();
    await answer('Leave').click();
    await heading('Management keys');
    assert.equal(hash(), '#/keys');
    await page.goForward();
    await heading('API keys');
  });

  it('is asked about before the person signs out', async () => {
    const key = await openNew();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await answer('Cancel').click();
    assert.equal(await newKey().inputValue(), key);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await answer('Leave').click();
    await heading('Sign in');
    assert.equal(hash(), '#/teams');
    assert.equal(await browserAsks(), false);
  });

  it('is asked about by the browser before the page is closed', async () => {
    await open();
    assert.equal(await browserAsks(), false);
    await create();
    await newKey().waitFor();
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const question = await asked;
    assert.equal(question.type(), 'beforeunload');
    await question.dismiss();
    await newKey().waitFor();
  });

  it('is asked about while the service still makes it', async () => {
    await open();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api_key', async (route) => {
      if (route.request().method() === 'POST') await held;
      await route.continue();
    });
    await create();
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await dialog().waitFor();
    release();
    await answer('Cancel').click();
    await newKey().waitFor();
    assert.equal(hash(), keys);
  });

  it('stays until it is saved if the session ends meanwhile', async () => {
    const own = await client.createManagementKey(org, { name: 'mine', kind: 'org' });
    await open(own.key);
    await create();
    const key = await newKey().inputValue();
    await client.deleteManagementKey(org, own.id);
    await page.getByRole('button', { name: 'Delete new' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the key' }).click();
    await page.getByText('Your sign-in has ended.').waitFor();
    await page.waitForFunction(() => document.activeElement?.id === 'created-title');
    assert.equal(await newKey().inputValue(), key);
    assert.equal(await page.getByRole('button', { name: /^(?:Rotate|Delete|Create)/ }).count(), 0);
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    await page.getByRole('alert').filter({ hasText: 'no longer works' }).waitFor();
    assert.equal(await newKey().count(), 0);
  });
});

describe('a new key that would not be lost', () => {
  const leavesAtOnce = async () => {
    assert.equal(await browserAsks(), false);
    await page.goBack();
    await heading('Management keys');
    assert.equal(await page.getByRole('dialog').count(), 0);
  };

  it('is not asked about after Copy', async () => {
    await page.context().grantPermissions(['clipboard-write']);
    await openNew();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    await leavesAtOnce();
  });

  it('is not asked about after it was copied whole by hand', async () => {
    await openNew();
    await newKey().focus();
    await newKey().evaluate((field: HTMLInputElement) => field.setSelectionRange(0, 5));
    await page.keyboard.press('ControlOrMeta+c');
    assert.equal(await browserAsks(), true);
    await newKey().evaluate((field: HTMLInputElement) => field.select());
    await page.keyboard.press('ControlOrMeta+c');
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    await leavesAtOnce();
  });

  it('is not shown any more once it is deleted', async () => {
    await openNew();
    await page.getByRole('button', { name: 'Delete new' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the key' }).click();
    await page.getByRole('status').filter({ hasText: '“new” is deleted' }).waitFor();
    assert.equal(await newKey().count(), 0);
    await leavesAtOnce();
  });

  it('is not asked about after it was confirmed', async () => {
    await openNew();
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    await leavesAtOnce();
  });
});

eachEngine(
  'the history around a new key',
  (at) => {
    it('is where it was after the question, both ways', async ({ world: { base } }) => {
      const { page: shown } = at;
      const has = (text: string) =>
        shown.until((name) => document.querySelector('h1')?.textContent === name, text);
      await shown.goto(`${base}/console/`);
      await shown.fill('#key', managementKey);
      await shown.press('Enter');
      await has('Teams');
      await shown.evaluate((fragment) => (location.hash = fragment), keys);
      await has('API keys');
      await shown.fill('#name', 'new');
      await shown.press('Enter');
      await shown.until(() => document.querySelector('console-created input') !== null);
      for (const leaves of [false, true]) {
        await shown.evaluate(() => history.back());
        await shown.until(
          (fragment) => document.querySelector('dialog[open]') !== null && location.hash === fragment,
          keys,
        );
        await shown.click('button', leaves ? 'Leave' : 'Cancel');
      }
      await has('Teams');
      await shown.evaluate(() => history.forward());
      await has('API keys');
    });
  },
  { usually: ['Chromium', 'Firefox', 'WebKitGTK'] },
);
