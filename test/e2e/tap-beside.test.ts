// A finger beside what stands over the page. A tap becomes a click only once the finger is up, so what has gone by then would
// let it through to the page.
import assert from 'node:assert/strict';
import type { ModeOf } from '../../src/element/attributes.js';
import { mobile } from './devices.js';
import { describe, it, test } from './test.js';

/** As wide as it takes for there to be something beside it. */
const screens: Record<ModeOf<'overlay'>, { width: number; height: number }> = {
  dialog: { width: 768, height: 1024 },
  popover: mobile.viewport,
};

for (const [mode, viewport] of Object.entries(screens))
  describe(`a tap on the veil of a ${mode}`, () => {
    test.use({ profileOptions: { ...mobile, viewport, screen: viewport } });

    it('closes it, and follows no link beneath', async ({ world, page }) => {
      const { link_token } = await world.newToken();
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
      await page.locator('svc-link [part=provider]').first().waitFor();
      // Until then a press may be the second one of the double click that opened it.
      await page.waitForFunction(
        (since) => performance.now() > since,
        (await page.evaluate(() => performance.now())) + 500,
      );

      await page.touchscreen.tap(viewport.width / 2, 30);

      await page.waitForFunction(() => !document.querySelector('svc-link')!.open);
      await page.locator('svc-link [part=panel]').waitFor({ state: 'detached' });
      assert.equal(new URL(page.url()).hash, '');
    });
  });
