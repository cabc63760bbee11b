// The window that a page opens for the widget, while the page's server takes long to give the token. The widget says hello all
// the time, and only silence means that nobody is there. The test moves the window's clock.
import assert from 'node:assert/strict';
import { it } from './test.js';

it('a window gives up after silence only, however long the token takes', async ({ world, page }) => {
  await page.context().clock.install();
  const opener = `
    let opened;
    document.querySelector('button').onclick = () => (opened = open('${world.base}/link/'));
    window.hello = () =>
      new Promise((resolve) => {
        addEventListener('message', () => resolve(), { once: true });
        opened.postMessage({ v: 1, type: 'hello', nonce: 'n1' }, '${world.base}');
      });`;
  await page.goto(world.page(opener, { site: 'host' }));
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Go' }).click(),
  ]);
  await popup.locator('body[data-look=busy]').waitFor();
  await popup.waitForLoadState();

  for (let seconds = 0; seconds < 27; seconds += 9) {
    await page.evaluate(() => window.hello());
    await popup.clock.runFor(9000);
    assert.equal(await popup.locator('body').getAttribute('data-look'), 'busy');
  }

  await popup.clock.runFor(2000);
  await popup.getByRole('heading', { name: 'This window can’t reach the app' }).waitFor();
});
