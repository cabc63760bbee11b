// A page at 400 %, which is 320 by 256 pixels, with the widget over it:
// nothing is cut off, and keys reach all of the widget and nothing under it.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { hiddenControls, lostText } from './accessibility/layout.js';
import { overlays } from './all-modes.js';
import type { Servers } from './servers.js';
import { beforeEach, describe, it } from './test.js';
import { unlessGone } from './waiting.js';
import type { Widget } from './widget.js';

for (const mode of overlays)
  describe(`at 400 % in mode ${mode}`, () => {
    let servers: Servers, page: Page, widget: Widget;

    beforeEach(async ({ visitor }) => {
      ({ servers, page, widget } = visitor);
      await page.setViewportSize({ width: 320, height: 256 });
    });

    async function open(provider: string) {
      await page.goto(`${servers.demo}/${mode}.html?provider=${provider}`);
      await page.getByRole('button', { name: 'Add a device' }).click();
    }

    /**
     * Presses Tab all the way round in both directions. Returns the
     * focused elements whose whole box, with the outline, is not visible.
     */
    async function faultsByTab() {
      const faults: string[] = [];
      for (const key of [...Array<string>(10).fill('Tab'), ...Array<string>(10).fill('Shift+Tab')]) {
        await page.keyboard.press(key);
        const fault = await page.evaluate(() => {
          // Between its last and its first element, a dialog leads to the browser's own buttons.
          if (document.activeElement === document.body) return null;
          const root = document.querySelector('svc-link')!.shadowRoot!;
          const focused = root.activeElement;
          const frame = root.querySelector('dialog, [role=dialog]')!;
          const name = (focused ?? document.activeElement)?.outerHTML.slice(0, 80) ?? '';
          if (!focused || !frame.contains(focused)) return `outside: ${name}`;
          const { top, bottom } = focused.getBoundingClientRect();
          const edge = focused.closest('[part=body]')?.getBoundingClientRect();
          const line = edge ? 4 : 0;
          const isCut = top - line < (edge?.top ?? 0) || bottom + line > (edge?.bottom ?? innerHeight);
          return isCut ? `cut off: ${name} ${top} ${bottom}` : null;
        });
        if (fault) faults.push(fault);
      }
      return faults;
    }

    const assertUsable = async () => {
      assert.deepEqual(await lostText(page), []);
      assert.deepEqual(await faultsByTab(), []);
      assert.deepEqual(await hiddenControls(page), []);
    };
    const assertGone = () => widget.link.getByRole('heading').waitFor({ state: 'detached' });

    it('a problem can be read and mended', async () => {
      await open('quartz_scale');
      await widget.signIn('error-required_scopes_not_granted@example.com');
      await widget.sees('Northwind Health needs more access');
      await assertUsable();
      await page.keyboard.press('Escape');
      await assertGone();
    });

    it('a code can be typed and sent, and the question at the end answered', async () => {
      await open('quartz_scale');
      await widget.signIn('sms@example.com');
      await widget.sees('Enter your code');
      await assertUsable();
      await page.keyboard.press('Escape');
      await widget.button('Keep going').waitFor();
      await assertUsable();
      await widget.press('Keep going');
      await widget.answerCode('000000');
      await widget.shows('That code didn’t work');
      await assertUsable();
      await widget.answerCode('123456');
      await widget.sees('Quartz Scale is connected');
      await assertUsable();
      await page.keyboard.press('Escape');
      await assertGone();
    });

    for (const width of [256, 320])
      it(`the reason why a form came back is seen, ${width} pixels wide`, async () => {
        await page.setViewportSize({ width, height: 256 });
        const assertSeen = async (words: string) => {
          // A sheet may be lower than all that is said.
          const reason = widget.link.locator('[part~=field-error] strong', { hasText: words });
          await reason.waitFor();
          const isCut = await reason.evaluate((element) => {
            const { top, bottom } = element.getBoundingClientRect();
            const body = element.closest('[part=body]')!.getBoundingClientRect();
            return top < body.top - 1 || bottom > body.bottom + 1;
          });
          assert.equal(isCut, false, words);
        };
        await open('quartz_scale');
        await widget.signIn('ok@example.com', 'wrong');
        await assertSeen('Check your Quartz Scale sign-in details');
        await widget.signIn('sms@example.com');
        await widget.sees('Enter your code');
        await widget.answerCode('000000');
        await assertSeen('That code didn’t work');
      });

    it('a provider’s window can be opened, and left', async () => {
      await open('aurora_ring');
      await widget.sees('Connect Aurora Ring');
      await assertUsable();
      const popup = await widget.openWindow('Continue to Aurora Ring');
      await page.bringToFront();
      await widget.sees('Finish in the Aurora Ring window');
      await assertUsable();
      await page.keyboard.press('Escape');
      await widget.press('Leave');
      await assertGone();
      await popup.close().catch(unlessGone);
    });
  });
