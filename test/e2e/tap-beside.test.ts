// A finger beside what is over the page. A tap becomes a click only when the finger goes up. If the overlay has gone by then, the
// click would reach the page.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import type { ModeOf } from '../../src/element/attributes.js';
import { mobile } from './devices.js';
import { describe, it, test } from './test.js';
import type { World } from './world.js';

/** Screens that are wide enough to have something beside the overlay. */
const screens: Record<ModeOf<'overlay'>, { width: number; height: number }> = {
  dialog: { width: 768, height: 1024 },
  popover: mobile.viewport,
};

/** Until then a press may be the second click of the double click that opened the overlay. */
const later = async (page: Page) =>
  page.waitForFunction(
    (since) => performance.now() > since,
    (await page.evaluate(() => performance.now())) + 500,
  );

for (const [mode, viewport] of Object.entries(screens))
  describe(`a tap on the veil of a ${mode}`, () => {
    test.use({ profileOptions: { ...mobile, viewport, screen: viewport } });

    const open = async ({ world, page }: { world: World; page: Page }, provider?: string) => {
      const { link_token } = await world.newToken({ ...(provider && { provider }) });
      await page.goto(
        world.host({
          attributes: { 'link-token': link_token, mode },
          more: `<meta name="viewport" content="width=device-width" />
            <a href="#beneath" style="position: fixed; inset: 0 0 auto; height: 80px">Beneath</a>`,
        }),
      );
      await page.evaluate(async () => {
        await customElements.whenDefined('svc-link');
        document.querySelector('svc-link')!.show();
      });
    };

    it('asks where something would be lost, and does no more on what is dimmed', async ({ world, page }) => {
      await open({ world, page }, 'quartz_scale');
      const password = page.locator('svc-link [part~=password-input]');
      await password.fill('secret');
      await later(page);
      await page.touchscreen.tap(viewport.width / 2, 30);
      const stay = page.getByRole('button', { name: 'Keep going' });
      await stay.waitFor();
      const panel = (await page.locator('svc-link [part=panel]').boundingBox())!;
      await page.touchscreen.tap(panel.x + panel.width / 2, panel.y + 20);
      await stay.click();
      assert.equal(await password.inputValue(), 'secret');
      assert.equal(new URL(page.url()).hash, '');
    });

    it('closes it, and follows no link beneath', async ({ world, page }) => {
      await open({ world, page });
      await page.locator('svc-link [part=provider]').first().waitFor();
      await later(page);

      await page.touchscreen.tap(viewport.width / 2, 30);

      await page.waitForFunction(() => !document.querySelector('svc-link')!.open);
      await page.locator('svc-link [part=panel]').waitFor({ state: 'detached' });
      assert.equal(new URL(page.url()).hash, '');
    });
  });
