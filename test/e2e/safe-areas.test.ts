// A dialog that fills a phone's screen: what the device draws over the edges covers nothing that people read or press.
import assert from 'node:assert/strict';
import { it, test } from './test.js';

const insets = { top: 47, left: 31, bottom: 34, right: 23 };
const screen = { width: 390, height: 700 };

test.use({ profileOptions: { viewport: screen } });

it('a dialog on a phone keeps clear of all four safe areas', async ({ world, page }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets });
  const { link_token } = await world.newToken({ app_name: 'Acme' });
  await page.goto(
    world.host({
      attributes: { 'link-token': link_token, mode: 'dialog' },
      more: `<script>addEventListener('load', () => {
        document.querySelector('svc-link').innerHTML = '<p slot="footer" style="margin:0">Footer</p>';
      });</script>`,
    }),
  );
  await page.evaluate(async () => {
    await customElements.whenDefined('svc-link');
    document.querySelector('svc-link')!.show();
  });
  await page.locator('svc-link [part=provider]').first().waitFor();

  const boxOf = async (selector: string) => (await page.locator(selector).first().boundingBox())!;
  const panel = await boxOf('svc-link [part=panel]');
  assert.deepEqual([panel.x, panel.width], [0, screen.width], 'the panel fills the screen');
  for (const selector of ['[part=header]', '[part=close]', '[part=body]', '[part=provider]']) {
    const { x, y, width } = await boxOf(`svc-link ${selector}`);
    assert.ok(x >= insets.left, `${selector} begins at ${x}`);
    assert.ok(x + width <= screen.width - insets.right, `${selector} ends at ${x + width}`);
    assert.ok(y >= insets.top, `${selector} is at ${y}`);
  }
  const footer = await boxOf('svc-link > [slot=footer]');
  assert.ok(footer.y + footer.height <= screen.height - insets.bottom, `the footer ends at ${footer.y}`);
});
