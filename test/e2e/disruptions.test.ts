// What can happen while a code is asked for: no network, a reload of the page, the browser's back button, a page of a few lines,
// the end of the link. In the modes that the other tests of this leave out.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import type { Profile } from './chromium.js';
import type { Servers } from './servers.js';
import { beforeEach, describe, it } from './test.js';
import { assertOneExit, type Widget } from './widget.js';

describe('a code that something comes in between of', () => {
  let servers: Servers, profile: Profile, page: Page, widget: Widget;

  beforeEach(({ visitor }) => {
    ({ servers, profile, page, widget } = visitor);
  });

  const press = () => page.getByRole('button', { name: 'Add a device' }).click();
  async function toCode(mode: 'popover' | 'redirect') {
    await page.goto(`${servers.demo}/${mode}.html?provider=quartz_scale`);
    await press();
    await widget.signIn('sms@example.com');
    await widget.sees('Enter your code');
  }

  it('waits for the network in a popover, with what was typed', async () => {
    await toCode('popover');
    await widget.code.fill('123456');
    await profile.context.setOffline(true);
    await widget.shows('You’re offline. What you entered is still here.');
    await widget.press('Continue');
    await widget.sees('You’re offline');
    await profile.context.setOffline(false);
    await widget.press('Try again');
    await widget.sees('Enter your code');
    await widget.answerCode('123456');
    await widget.sees('Quartz Scale is connected');
    await widget.press('Done');
    assertOneExit(profile.events, 'success');
  });

  it('is asked for again in a popover after the page was loaded anew', async () => {
    await toCode('popover');
    await page.reload();
    await press();
    await widget.sees('Enter your code');
    await widget.answerCode('123456');
    await widget.sees('Quartz Scale is connected');
  });

  it('is asked for again where the hosted page was loaded anew, and leads back', async () => {
    await toCode('redirect');
    await page.reload();
    await widget.sees('Enter your code');
    await widget.answerCode('123456');
    await page.waitForURL(`${servers.demo}/redirect.html?**`);
    await page.getByRole('log').getByText('svc-success', { exact: true }).waitFor();
  });

  it('is asked for again after the browser’s back button and another press', async () => {
    await toCode('redirect');
    // A page out of the back/forward cache loads nothing.
    await page.goBack({ waitUntil: 'commit' });
    await press();
    await widget.sees('Enter your code');
    await widget.answerCode('123456');
    await page.waitForURL(`${servers.demo}/redirect.html?**`);
    await page.getByRole('log').getByText('svc-success', { exact: true }).waitFor();
  });

  it('can be typed and sent in a popover at 400 %, with nothing beside the edge', async () => {
    await page.setViewportSize({ width: 320, height: 256 });
    await toCode('popover');
    const isBeside = await widget.link.evaluate((link) =>
      [...link.shadowRoot!.querySelectorAll('[part=panel], [part=panel] *')].some((each) => {
        const { left, right, width } = each.getBoundingClientRect();
        return width > 1 && (left < 0 || right > innerWidth);
      }),
    );
    assert.equal(isBeside, false);
    await widget.answerCode('123456');
    await widget.sees('Quartz Scale is connected');
  });
});

for (const mode of ['dialog', 'popover', 'redirect'] as const)
  describe(`a person in mode ${mode}`, () => {
    let servers: Servers, profile: Profile, page: Page, widget: Widget;

    beforeEach(async ({ visitor }) => {
      ({ servers, profile, page, widget } = visitor);
      await page.goto(`${servers.demo}/${mode}.html?provider=quartz_scale`);
      await page.getByRole('button', { name: 'Add a device' }).click();
    });

    it('goes on from a problem after the network was away', async () => {
      await widget.signIn('error-provider_api_error@example.com');
      await widget.sees('We can’t reach Quartz Scale right now');
      await profile.context.setOffline(true);
      await widget.press('Try again');
      await widget.shows('You’re offline. What you entered is still here.');
      await widget.signIn('ok@example.com');
      await widget.sees('You’re offline');
      await profile.context.setOffline(false);
      await widget.press('Try again');
      await widget.signIn('ok@example.com');
      if (mode === 'redirect')
        await page.getByRole('log').getByText('svc-success', { exact: true }).waitFor();
      else await widget.sees('Quartz Scale is connected');
    });

    it('whose link ends before the code is sent begins again where the page has another, and reads why where not', async () => {
      await widget.signIn('sms@example.com');
      await widget.sees('Enter your code');
      await servers.advanceClock(3700);
      await widget.answerCode('123456');
      if (mode === 'redirect') return widget.sees('This link has expired');
      await widget.sees('Connect Quartz Scale');
      await widget.signIn('ok@example.com');
      return widget.sees('Quartz Scale is connected');
    });
  });
