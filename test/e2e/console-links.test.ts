// The console's figures of links: for the days that are chosen, each figure with its table.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import type { LinkFunnel } from 'svc-link/contract';
import { newTeam } from './console-scene.js';
import { managementKey } from './session-way.js';
import { describe, it } from './test.js';

async function open(page: Page, service: string, team: string): Promise<void> {
  await page.goto(`${service}/console/#/team/${team}/links`);
  await page.getByLabel('Management key').fill(managementKey);
  await page.keyboard.press('Enter');
}

const tableOf = (page: Page, name: string) => page.getByRole('table', { name, exact: true });

describe('the figures of links', () => {
  it('are of the days that were chosen before the first ones came', async ({ service, page }) => {
    const team = await newTeam(service.service);
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/link_funnel*', async (route) => {
      await held;
      await route.continue();
    });
    await open(page, service.service, team);
    await page.getByRole('button', { name: '7 days' }).click();
    answer();
    await page.getByRole('status').filter({ hasText: 'The last 7 days are shown.' }).waitFor();
    await page.getByText('Show the numbers as a table: Connected, by day').click();
    assert.equal(await tableOf(page, 'Links by day').locator('tbody tr').count(), 7);
  });

  it('are not shown under a choice that could not be read, but come with the next try', async ({
    service,
    page,
  }) => {
    const team = await newTeam(service.service);
    await open(page, service.service, team);
    const figure = page.getByRole('heading', { name: 'Connected, by day' });
    await figure.waitFor();
    await page.route('**/link_problems?*', (route) => route.abort());
    await page.getByRole('button', { name: '90 days' }).click();
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    assert.equal(await page.getByRole('button', { name: '90 days' }).getAttribute('aria-pressed'), 'true');
    assert.equal(await figure.count(), 0);
    // The old figures are shown while the new ones are read.
    await page.getByRole('button', { name: '28 days' }).click();
    await figure.waitFor();
    await page.getByRole('status').filter({ hasText: 'The last 28 days are shown.' }).waitFor();

    await page.getByRole('button', { name: '90 days' }).click();
    await again.waitFor();
    await page.unroute('**/link_problems?*');
    await again.click();
    await figure.waitFor();
    await page.getByText('Show the numbers as a table: Connected, by day').click();
    assert.equal(await tableOf(page, 'Links by day').locator('tbody tr').count(), 90);
  });

  it('are as wide as a narrow page before they are drawn', async ({ service, page }) => {
    const team = await newTeam(service.service);
    await page.setViewportSize({ width: 320, height: 700 });
    let load = () => {};
    const held = new Promise<void>((resolve) => (load = resolve));
    await page.route('**/assets/draw-*', async (route) => {
      await held;
      await route.continue();
    });
    await open(page, service.service, team);
    const past = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    const canvas = page.locator('canvas').first();
    await canvas.waitFor();
    assert.equal(await past(), 0);
    load();
    // A drawn canvas has the size that the library gave it.
    await page.waitForFunction(() => document.querySelector('canvas')!.style.width !== '');
    assert.equal(await past(), 0);
  });

  it('have a table of problems by day, of what the plot shows', async ({ service, page }) => {
    const team = await newTeam(service.service);
    await open(page, service.service, team);
    await page.getByText('Show the numbers as a table: Problems, by day').click();
    const rows = tableOf(page, 'Problems by day').getByRole('row');
    const heads = ['Day', 'Wrong user name or password', 'Wrong code'];
    assert.deepEqual(await rows.first().getByRole('columnheader').allInnerTexts(), heads);
    assert.equal(await rows.count(), 1 + 28);
    assert.deepEqual((await rows.last().getByRole('cell').allInnerTexts()).slice(1), ['2', '1']);
    assert.deepEqual((await rows.nth(1).getByRole('cell').allInnerTexts()).slice(1), ['0', '0']);
  });

  // A session may make several connections; the figures count it once.
  it('call a session one session, however many connections it made', async ({ service, page }) => {
    const team = await newTeam(service.service);
    await open(page, service.service, team);
    await page.getByRole('img', { name: /1 connected session in 28 days/ }).waitFor();
  });

  it('end with the day that it is at the service, also if the page was opened before', async ({
    service,
    page,
  }) => {
    const team = await newTeam(service.service);
    let asked = 0;
    await page.route('**/link_funnel', async (route) => {
      const response = await route.fetch();
      const funnel = (await response.json()) as LinkFunnel;
      asked += 1;
      await route.fulfill({
        response,
        json: { ...funnel, end: asked === 1 ? '2026-03-01' : '2026-03-02' },
      });
    });
    await open(page, service.service, team);
    await page.getByRole('heading', { name: 'Connected, by day' }).waitFor();
    const [request] = await Promise.all([
      page.waitForRequest(/link_funnel\?/),
      page.getByRole('button', { name: '7 days' }).click(),
    ]);
    const { searchParams } = new URL(request.url());
    assert.deepEqual([searchParams.get('start'), searchParams.get('end')], ['2026-02-23', '2026-03-02']);
  });
});
