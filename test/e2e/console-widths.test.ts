// The tables of the console in windows between a phone's and a desktop's.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createClient } from 'svc-link/client';
import { goThrough, viewsOf } from './console-scene.js';
import { managementKey, team } from './session-way.js';
import { describe, it, test } from './test.js';

test.use({ profileOptions: { reducedMotion: 'reduce' } });

describe('the menu of the console', () => {
  it('has the same links in any window, in the order in which the keyboard goes through them', async ({
    service: { service },
    page,
  }) => {
    await page.goto(`${service}/console/#/team/${team}`);
    await page.getByLabel('Management key').fill(managementKey);
    await page.keyboard.press('Enter');
    const links = page.getByRole('navigation').getByRole('link');
    await links.filter({ hasText: 'Bulk operations' }).waitFor();
    const all = await links.allInnerTexts();
    // 640 and 320 are a window of 1280 pixels at 200 % and 400 %.
    for (const width of [1280, 640, 320]) {
      await page.setViewportSize({ width, height: 800 });
      const seen = await links.evaluateAll((each) =>
        each
          .map((link) => ({
            text: (link as HTMLElement).innerText,
            ...link.getBoundingClientRect().toJSON(),
          }))
          .toSorted((a, b) => a.top - b.top || a.left - b.left)
          .map(({ text }) => text),
      );
      assert.deepEqual(seen, all, String(width));
    }
  });
});

describe('the tables of the console', () => {
  it('stay within the page, and break no short word', async ({ service: { service }, page }) => {
    const client = createClient({ baseUrl: service, apiKey: 'sk_sandbox_local' });
    const { id } = await client.createWebhook({ url: 'http://127.0.0.1:9/', events: [] });
    const { user_id } = await client.createUser({ client_user_id: randomUUID() });
    const { link_token } = await client.createLinkToken({ user_id });
    await goThrough(service, link_token, 'quartz_scale', [
      { username: 'ok@example.com', password: 'good-one' },
    ]);
    const views = viewsOf(team, id);
    await page.goto(`${service}/console/${views['Management keys']}`);
    await page.getByLabel('Management key').fill(managementKey);
    await page.keyboard.press('Enter');
    for (const name of ['Management keys', 'API keys', 'Deliveries'] as const) {
      await page.evaluate((fragment) => (location.hash = fragment), views[name]);
      await page.getByRole('table', { name }).waitFor();
      for (const width of [1280, 1024, 800, 768, 390, 320]) {
        await page.setViewportSize({ width, height: 800 });
        const [past, broken] = await page.evaluate(() => {
          const lineHeight = (element: Element) => Number.parseFloat(getComputedStyle(element).lineHeight);
          return [
            document.documentElement.scrollWidth - document.documentElement.clientWidth,
            [...document.querySelectorAll<HTMLElement>('td .badge')]
              .filter(
                (badge) => badge.offsetHeight > (badge.innerText.split(' ').length + 0.5) * lineHeight(badge),
              )
              .map(({ innerText }) => innerText),
          ] as const;
        });
        assert.deepEqual({ past, broken }, { past: 0, broken: [] }, `${name} at ${width}`);
      }
    }
  });
});
