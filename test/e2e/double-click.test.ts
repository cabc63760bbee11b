// A real double click on what opens the widget, as people make one on anything that looks like an icon; and a key that is held.
import assert from 'node:assert/strict';
import type { Locator } from '@playwright/test';
import { overlays } from './all-modes.js';
import { eachEngine } from './each-engine.js';
import { modeIsLoaded } from './mode-is-loaded.js';
import { beforeEach, it } from './test.js';
import type { World } from './world.js';

let world: World;
beforeEach(({ world: shared }) => {
  world = shared;
});

eachEngine(
  'a double click on the trigger',
  (at) => {
    for (const mode of overlays)
      it(`opens the ${mode} and leaves it open`, async () => {
        const { link_token } = await world.newToken();
        await at.page.goto(world.host({ attributes: { 'link-token': link_token, mode } }));
        await at.page.until(modeIsLoaded, 'overlay');

        await at.page.click('[part=action]', 'Connect a device or app', 2);

        await at.page.shows('[part=provider]');
        const heard = await at.page.evaluate(() => window.heard.map(({ name }) => name));
        assert.ok(!heard.includes('svc-close') && !heard.includes('svc-exit'), heard.join());
        assert.equal(await at.page.evaluate(() => document.querySelector('svc-link')!.open), true);
      });
  },
  { usually: ['Chromium', 'Firefox', 'WebKitGTK'] },
);

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;
const boxesOf = async (all: Locator) =>
  (await Promise.all((await all.all()).map((each) => each.boundingBox()))).filter((box) => box !== null);
const middleOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

it('a double click on a provider does nothing in the step that it leads to', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 900 });
  const { link_token } = await world.newToken({ app_name: 'Acme' });
  const providers = 'quartz_scale umbra_sleep tundra_watch zephyr_bed willow_diary';
  await page.goto(world.host({ attributes: { 'link-token': link_token, providers } }));
  const rows = page.locator('svc-link [part=provider]');
  await rows.first().waitFor();
  const back = async () => {
    await page.getByRole('button', { name: 'Back' }).click();
    await rows.first().waitFor();
  };
  let tried = 0;
  for (const row of await rows.all()) {
    const { x, y, width, height } = (await row.boundingBox())!;
    await row.click();
    await page.getByRole('textbox', { name: 'Password' }).waitFor();
    // What is now in the place of the provider.
    const places = (await boxesOf(page.locator('svc-link').locator('a, form button'))).map(middleOf);
    await back();
    for (const place of places) {
      if (place.x < x || place.x > x + width || place.y < y || place.y > y + height) continue;
      tried += 1;
      await page.mouse.dblclick(place.x, place.y, { delay: 20 });

      await page.getByRole('textbox', { name: 'Password' }).waitFor();
      assert.equal(page.context().pages().length, 1);
      assert.equal(await page.locator('svc-link').locator('[type=checkbox], [aria-invalid=true]').count(), 0);
      await back();
    }
  }
  assert.ok(tried > 1, String(tried));
});

it('a key that is held closes a dialog or popover once, and does not open it again', async ({ page }) => {
  const heard = () => page.evaluate(() => window.heard.map(({ name }) => name));
  for (const mode of overlays) {
    const { link_token } = await world.newToken();
    await page.goto(world.host({ attributes: { 'link-token': link_token, mode } }));
    const trigger = page.getByRole('button', { name: 'Connect a device or app' });
    await trigger.click();
    await page.locator('svc-link [part=provider]').first().waitFor();

    await page.getByRole('button', { name: 'Close' }).focus();
    await page.keyboard.down('Enter');
    await page.waitForFunction(() => window.heard.some(({ name }) => name === 'svc-close'));
    for (let held = 0; held < 5; held += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    assert.equal((await heard()).filter((name) => name === 'svc-open').length, 1);

    await page.keyboard.press('Enter');
    await page.locator('svc-link [part=provider]').first().waitFor();
  }
});
