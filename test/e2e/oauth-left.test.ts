// A person who gives up on the page while the provider's window is open, and then agrees there after all.
import type { Page } from '@playwright/test';
import type { Profile } from './chromium.js';
import { beforeEach, describe, it } from './test.js';
import { answerConsent, assertOneExit, stepsOf, type Widget } from './widget.js';
import { until } from './waiting.js';

describe('a provider’s window that outlasts a cancel', () => {
  let profile: Profile, page: Page, widget: Widget, popup: Page;

  beforeEach(async ({ visitor }) => {
    ({ profile, page, widget } = visitor);
    await page.goto(`${visitor.servers.demo}/inline.html`);
    await widget.choose('Aurora Ring');
    popup = await widget.openWindow('Continue to Aurora Ring');
    await popup.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    await widget.button('Cancel').click();
    await widget.sees('Connect Aurora Ring to Northwind Health');
  });

  /**
   * The person agrees and comes back to the page. The browser's event is sent here: each page of a test believes it has the
   * focus.
   */
  async function allows() {
    const closed = popup.waitForEvent('close');
    await answerConsent(popup, 'Allow');
    await Promise.race([closed, popup.getByRole('heading', { name: /is connected$/ }).waitFor()]);
    await page.evaluate(() => dispatchEvent(new Event('focus')));
  }

  it('leads on where the person was asked', async () => {
    await allows();
    await widget.sees('Aurora Ring is connected');
    assertOneExit(profile.events, 'success');
  });

  it('leads on from the list, too', async () => {
    await widget.button('Back').click();
    await widget.sees('Choose a device or app');
    await allows();
    await widget.sees('Aurora Ring is connected');
    assertOneExit(profile.events, 'success');
  });

  it('leads on from the form of another provider', async () => {
    await widget.button('Back').click();
    await widget.choose('Quartz Scale');
    await widget.sees('Connect Quartz Scale');
    await allows();
    await widget.sees('Aurora Ring is connected');
    assertOneExit(profile.events, 'success');
  });

  it('changes nothing while nothing is known of it', async () => {
    const before = stepsOf(profile.events).length;
    const looked = page.waitForResponse(/\/v2\/link\/state/);
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await looked;
    await widget.sees('Connect Aurora Ring to Northwind Health');
    await until(() => stepsOf(profile.events).length === before);
    popup.close().catch(() => {});
  });
});
