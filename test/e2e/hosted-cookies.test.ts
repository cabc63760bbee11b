// The hosted page in a browser that keeps no cookies, by which the page goes on.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { findChromium } from '../../scripts/chromium.mjs';
import { openProfile, type Profile } from './chromium.js';
import { afterEach, beforeEach, describe, it } from './test.js';
import { widgetOn } from './widget.js';
import type { World } from './world.js';

describe('the hosted page in a browser that blocks cookies', () => {
  let world: World, profile: Profile, page: Page;
  beforeEach(async ({ world: shared, browser }) => {
    world = shared;
    profile = await openProfile(browser);
    page = await profile.newPage();
    // A running Chromium cannot change this setting. With it, pages write and read nothing.
    await page.addInitScript(() => {
      window.isBlocking = true;
      let kept = '';
      Object.defineProperty(Document.prototype, 'cookie', {
        get: () => kept,
        set: (cookie: string) => (kept = window.isBlocking ? '' : cookie),
      });
    });
  });
  afterEach(() => profile.close());

  for (const [what, locale, title, again] of [
    ['English', 'en', 'Your browser blocks cookies', 'Try again'],
    ['Arabic', 'ar', 'متصفحك يحظر ملفات تعريف الارتباط', 'إعادة المحاولة'],
  ] as const)
    it(`says so in ${what} before anything is typed, and goes on once they are allowed`, async () => {
      const { link_token } = await world.newToken({ provider: 'quartz_scale' });
      const asked = () => world.requests().filter(({ url }) => url.startsWith('/v2/link/')).length;
      await page.goto(`${world.base}/link/#link_token=${link_token}&locale=${locale}`);
      const retry = page.getByRole('button', { name: again, exact: true });
      await page.getByRole('heading', { name: title }).waitFor();
      await retry.click();
      await page.getByRole('heading', { name: title }).waitFor();
      assert.equal(asked(), 0);

      await page.evaluate(() => (window.isBlocking = false));
      await retry.click();
      await widgetOn(page)
        .link.getByRole('heading', { name: /Quartz Scale/ })
        .waitFor();
    });
});

describe('Chromium with all cookies blocked', () => {
  let world: World, folder: string, context: BrowserContext, page: Page;
  beforeEach(async ({ world: shared }) => {
    world = shared;
    folder = mkdtempSync(path.join(tmpdir(), 'svc-no-cookies-'));
    mkdirSync(path.join(folder, 'Default'));
    const settings = { profile: { default_content_setting_values: { cookies: 2 } } };
    writeFileSync(path.join(folder, 'Default/Preferences'), JSON.stringify(settings));
    context = await chromium.launchPersistentContext(folder, await findChromium());
    page = await context.newPage();
  });
  afterEach(async () => {
    await context.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const isTold = (where: Page) =>
    where.getByRole('heading', { name: 'Your browser blocks cookies' }).waitFor();

  it('is told by the hosted page, which uses no token', async () => {
    const { link_token } = await world.newToken({ provider: 'quartz_scale' });
    await page.goto(`${world.base}/link/#link_token=${link_token}`);
    await isTold(page);
    assert.ok(!world.requests().some(({ url }) => url.startsWith('/v2/link/')));
  });

  it('is told by the window that opens for a provider, which goes there with cookies alone', async () => {
    const { link_token } = await world.newToken({ provider: 'aurora_ring' });
    await page.goto(world.host({ attributes: { 'link-token': link_token } }));
    const popup = await widgetOn(page).openWindow(/^Continue to/);
    await isTold(popup);
    assert.ok(!world.requests().some(({ url }) => url.includes('/oauth/')));
  });
});
