// Rows of the picker that are out of sight, as the browser's search and a page's tests find them.
import assert from 'node:assert/strict';
import { eachEngine } from '../each-engine.js';
import { beforeEach, describe, it } from '../test.js';
import type { World } from '../world.js';

let world: World;
beforeEach(({ world: shared }) => {
  world = shared;
});

const last = 'Breeze Inhaler';
const host = async () => world.host({ attributes: { 'link-token': (await world.newToken()).link_token } });

/** Runs in the page: whether the row with this name is visible in the list. */
function isInView(name: string) {
  const list = document.querySelector('svc-link')!.shadowRoot!.querySelector('[part=provider-list]');
  const row = [...list!.querySelectorAll('li')].find(({ textContent }) => textContent.includes(name));
  const [seen, place] = [list!.getBoundingClientRect(), row!.getBoundingClientRect()];
  return place.top >= seen.top && place.bottom <= seen.bottom;
}

// WebKitGTK's `find` never searches shadow roots.
eachEngine(
  'a picker of 28 providers',
  (at) => {
    it('is searched by the browser to its last row', async () => {
      await at.page.goto(await host());
      await at.page.shows('[part=provider]');
      assert.equal(await at.page.evaluate(isInView, last), false);

      assert.equal(await at.page.evaluate((name) => window.find(name), last), true);
      assert.equal(await at.page.evaluate(() => window.find('No Such Provider')), false);
    });
  },
  { only: ['Chromium', 'Firefox'], usually: ['Chromium', 'Firefox'] },
);

describe('a picker of 28 providers', () => {
  it('comes to the row that an address with a text fragment names', async ({ page }) => {
    const address = await host();
    await page.goto(address);
    await page.getByText(last).waitFor();

    await page.goto(`${address}#:~:text=${encodeURIComponent(last)}`);

    await page.waitForFunction(isInView, last);
  });

  it('is found by its text or role, and pressed, by the tests of a page', async ({ page }) => {
    await page.goto(await host());
    await page.getByText('You decide what').waitFor();

    assert.equal(await page.getByText(last).count(), 1);
    assert.equal(await page.getByRole('listitem').count(), 28);
    await page.getByRole('button', { name: last }).click();

    await page.getByRole('heading', { name: `Connect ${last}` }).waitFor();
  });
});
