// People who leave while a link continues on a phone: on the computer, which ends the phone's part, and on the phone itself.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { openProfile, type Profile } from './chromium.js';
import * as devices from './devices.js';
import { connectionsOf, openHost, openIn, tokenFor } from './in-each-mode.js';
import { afterEach, beforeEach, describe, it } from './test.js';
import { until } from './waiting.js';
import { pointAt, widgetOn } from './widget.js';
import type { World } from './world.js';

describe('who leaves while a link goes on on a phone', () => {
  let world: World, computer: Profile, mobile: Profile, page: Page, screen: Page;
  beforeEach(async ({ world: shared, browser }) => {
    world = shared;
    [computer, mobile] = await Promise.all([
      openProfile(browser, devices.computer),
      openProfile(browser, devices.mobile),
    ]);
    [page, screen] = [await computer.newPage(), await mobile.newPage()];
  });
  afterEach(async () => {
    await Promise.all([computer.close(), mobile.close()]);
  });

  const says = (name: string | RegExp) => screen.getByRole('heading', { name }).waitFor();

  /** Asks for the code, with the widget opened in a mode. */
  async function offered(mode: 'dialog' | 'frame' | 'window', more = {}) {
    const { user_id } = await world.newToken();
    const made = await tokenFor(world, user_id, { provider: 'quartz_scale', ...more });
    if (mode === 'window') await devices.onWideScreen(computer.context);
    await openHost(page, world, { mode, 'link-token': made.link_token });
    const { where, keys } = await openIn(mode, page);
    const widget = widgetOn(where);
    await pointAt(widget.button('Continue on your phone'));
    await widget.button('Continue on your phone').click();
    const field = widget.link.getByLabel('Or open this address on your phone');
    await field.waitFor();
    return { user_id, widget, keys, url: await field.inputValue() };
  }

  for (const mode of ['dialog', 'frame', 'window'] as const)
    for (const way of mode === 'window' ? ['close()', 'its X'] : ['close()'])
      it(`sends the phone away, which connects nothing more: ${mode}, by ${way}`, async () => {
        const { user_id, widget, keys, url } = await offered(mode);
        await screen.goto(url);
        await screen.getByRole('button', { name: 'Yes, continue' }).click();
        const there = widgetOn(screen);
        await there.username.fill('ok@example.com');
        await there.password.fill('good-password');
        await widget.sees('Finish on your phone');
        if (way === 'close()') await page.evaluate(() => document.querySelector('svc-link')!.close());
        else await keys.close();
        const exit = await until(() =>
          page.evaluate(() => window.heard.find(({ name }) => name === 'svc-exit')),
        );
        assert.deepEqual([exit.detail['outcome'], exit.detail['step']], ['cancelled', 'handoff']);
        await there.press(/^Connect /);
        await there.sees('You can’t continue here');
        assert.deepEqual(await connectionsOf(world, user_id), []);
      });

  it('lets the address be copied in a frame', async () => {
    const { widget, url } = await offered('frame');
    await widget.button('Copy the address').click();
    await widget.button('Copied').waitFor();
    await computer.context.grantPermissions(['clipboard-read'], { origin: world.originOf('host') });
    assert.equal(await page.evaluate(() => (window.focus(), navigator.clipboard.readText())), url);
  });

  it('has ended on the phone with No beside the number, and nothing follows', async () => {
    await screen.clock.install();
    const { url } = await offered('dialog', { confirm: 'host' });
    await screen.goto(url);
    await screen.locator('output').waitFor();
    await screen.getByRole('button', { name: 'No, stop' }).click();
    await says('Nothing was connected');
    const asked: string[] = [];
    screen.on('request', (request) => asked.push(request.url()));
    await screen.clock.runFor(20_000);
    await says('Nothing was connected');
    assert.deepEqual(asked, []);
  });
});
