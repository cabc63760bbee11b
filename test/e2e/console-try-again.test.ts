// The console when the service answers again: where the keyboard is after "Try again".
import assert from 'node:assert/strict';
import { viewsOf } from './console-scene.js';
import { managementKey, team } from './session-way.js';
import { describe, it, test } from './test.js';

test.use({ profileOptions: { reducedMotion: 'reduce' } });

const isCall = /\/v[12]\/org\//;

describe('trying again at the console', () => {
  it('puts the focus on the heading of what has come', async ({ service: { service }, page }) => {
    const views = viewsOf(team, team);
    await page.goto(`${service}/console/`);
    await page.getByLabel('Management key').fill(managementKey);
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Teams' }).waitFor();
    for (const name of ['Connections', 'Overview', 'Audit log'] as const) {
      await page.route(isCall, (route) => route.abort());
      await page.evaluate((fragment) => (location.hash = fragment), views[name]);
      const again = page.locator('main').getByRole('button', { name: 'Try again' });
      await again.waitFor();
      await page.unroute(isCall);
      await again.press('Enter');
      await again.waitFor({ state: 'detached' });
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), name);
    }
  });

  it('says each failure again, and keeps the focus on the button', async ({ service: { service }, page }) => {
    await page.goto(`${service}/console/`);
    await page.getByLabel('Management key').fill(managementKey);
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Teams' }).waitFor();
    await page.route(isCall, (route) => route.abort());
    await page.evaluate((fragment) => (location.hash = fragment), viewsOf(team, team)['Audit log']);
    const alert = page.locator('main').getByRole('alert');
    const again = alert.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    assert.doesNotMatch(await alert.innerText(), /Tried again/);
    // What is read out again is what is added to the alert, which itself stays.
    await alert.evaluate((element) => {
      window.told = [];
      new MutationObserver((records) => {
        for (const { addedNodes } of records)
          for (const node of addedNodes) if (node.textContent?.trim()) window.told.push(node.textContent);
      }).observe(element, { childList: true, subtree: true });
    });
    for (const count of [1, 2]) {
      await again.press('Enter');
      await page.waitForFunction((least) => window.told.length >= least, count);
      const said = await page.evaluate(() => window.told);
      assert.equal(said.length, count);
      assert.match(said.at(-1)!, /can’t be reached.*Tried again at \d/s);
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Try again');
    }
  });

  it('says that it is under way, and asks once however often it is pressed', async ({
    service: { service },
    page,
  }) => {
    await page.goto(`${service}/console/`);
    await page.getByLabel('Management key').fill(managementKey);
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Teams' }).waitFor();
    await page.route(isCall, (route) => route.abort());
    await page.evaluate((fragment) => (location.hash = fragment), viewsOf(team, team)['Audit log']);
    const main = page.locator('main');
    const again = main.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    // A screen reader says what comes into a status that is there already.
    await main
      .locator('.problem + [role="status"]')
      .evaluate((element) => element.setAttribute('data-before', ''));
    await page.unroute(isCall);
    let asked = 0;
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/audit/, async (route) => {
      asked += 1;
      await held;
      await route.continue();
    });
    await again.press('Enter');
    await main.locator('[data-before][role="status"]', { hasText: 'Loading…' }).waitFor();
    assert.equal(await again.getAttribute('aria-disabled'), 'true');
    await again.press('Enter');
    release();
    await page.getByRole('table', { name: 'Audit log' }).waitFor();
    assert.equal(asked, 1);
  });

  it('finds the teams of a search that could not be read, under which no others are shown', async ({
    service: { service },
    page,
  }) => {
    await page.goto(`${service}/console/`);
    await page.getByLabel('Management key').fill(managementKey);
    await page.keyboard.press('Enter');
    const teams = page.getByRole('table', { name: 'Teams' });
    await teams.waitFor();
    await page.route(isCall, (route) => route.abort());
    await page.getByLabel('Part of the name').fill('Sandbox');
    await page.keyboard.press('Enter');
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    assert.equal(await teams.count(), 0);
    await page.unroute(isCall);
    await again.click();
    await teams.getByRole('link', { name: 'Sandbox' }).waitFor();
  });

  it('leaves the focus where the person has put it meanwhile', async ({ service: { service }, page }) => {
    await page.goto(`${service}/console/`);
    await page.getByLabel('Management key').fill(managementKey);
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Teams' }).waitFor();
    await page.route(isCall, (route) => route.abort());
    await page.evaluate((fragment) => (location.hash = fragment), viewsOf(team, team)['Audit log']);
    const again = page.locator('main').getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await page.unroute(isCall);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(isCall, async (route) => {
      await held;
      await route.continue();
    });
    await again.press('Enter');
    await page.getByLabel('Show').focus();
    release();
    await page.getByRole('table', { name: 'Audit log' }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'action');
  });
});
