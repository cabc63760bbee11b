// A person who ends their own connections, in every mode and by the keyboard alone.
import assert from 'node:assert/strict';
import type { FrameLocator, Page } from '@playwright/test';
import { modes } from './all-modes.js';
import { axeFaults } from './accessibility/axe.js';
import {
  breakConnection,
  connectedUser,
  connectionsOf,
  openHost,
  openIn,
  tabTo,
  tokenFor,
} from './in-each-mode.js';
import { beforeEach, describe, it } from './test.js';
import { until } from './waiting.js';
import { widgetOn } from './widget.js';
import type { World } from './world.js';

const question = 'Disconnect Quartz Scale now?';

describe('a person who may end connections', () => {
  let world: World, page: Page;
  beforeEach(({ world: shared, page: fresh }) => {
    world = shared;
    page = fresh;
  });

  const connected = async (user_id: string) =>
    (await connectionsOf(world, user_id)).map(({ slug }) => slug).sort();

  /** A user with two connections, one of them broken, and a token to manage them. */
  async function managed(more = {}) {
    const slugs = ['quartz_scale', 'tundra_watch'];
    const user_id = await connectedUser(world, 'ok@example.com', slugs, { multiple: true });
    await breakConnection(world, user_id, 'tundra_watch');
    return { ...(await tokenFor(world, user_id, { manage: true, multiple: true, ...more })), user_id };
  }
  const host = (attributes: Record<string, string>, more = '') => openHost(page, world, attributes, more);

  /** What axe finds in the widget: the page around it is bare, and about forced colours axe knows only the page's. */
  const faults = async (of: Page, isForced = false) =>
    (await axeFaults(of)).filter(
      (fault) =>
        !/^(?:landmark-one-main|page-has-heading-one):/.test(fault) &&
        !(isForced && fault.startsWith('color-contrast:')),
    );

  const tabToButton = (where: Page | FrameLocator, keys: Page, name: string) =>
    tabTo(where.getByRole('button', { name, exact: true }), keys);
  const hasFocus = (where: Page | FrameLocator, name: string | RegExp) =>
    until(
      () =>
        where
          .getByRole('button', { name })
          .first()
          .evaluate((button) => button.matches(':focus')),
      `the focus at ${name}`,
    );

  for (const mode of modes)
    it(`ends one by keys alone, after a question: ${mode}`, async () => {
      const { user_id, link_token, link_session_id } = await managed();
      await host({ mode, 'link-token': link_token });
      const { where, keys } = await openIn(mode, page);
      const widget = widgetOn(where);
      await widget.sees('Choose a device or app');
      await tabToButton(where, keys, 'Disconnect Quartz Scale');
      await keys.keyboard.press('Enter');
      await widget.sees(question);
      assert.deepEqual(await faults(keys), []);
      await tabToButton(where, keys, 'Cancel');
      await keys.keyboard.press('Enter');
      await hasFocus(where, 'Disconnect Quartz Scale');
      assert.deepEqual(await connected(user_id), ['quartz_scale', 'tundra_watch']);

      await keys.keyboard.press('Enter');
      await widget.sees(question);
      await tabToButton(where, keys, 'Disconnect Quartz Scale');
      await keys.keyboard.press('Enter');
      await hasFocus(where, /^Quartz Scale/);
      const said = { hasText: 'Quartz Scale is disconnected' };
      await widget.link.locator('[slot=status]', said).waitFor({ state: 'attached' });
      await widget.link.locator('[part=notice]', said).waitFor();
      assert.deepEqual(await connected(user_id), ['tundra_watch']);
      assert.equal(await widget.button('Disconnect Quartz Scale').count(), 0);
      // The page has gone to the hosted page, and receives nothing.
      if (mode === 'redirect') return;
      const told = await until(() =>
        page.evaluate(() => window.heard.find(({ name }) => name === 'svc-disconnect')),
      );
      assert.equal(told.detail['provider'], 'quartz_scale');
      assert.equal(told.detail['link_session_id'], link_session_id);
      assert.equal(typeof told.detail['request_id'], 'string');
    });

  describe('on the hosted page', () => {
    const ends = async (title: string) => {
      await widgetOn(page).press('Close');
      await page.getByRole('heading', { name: title, exact: true }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: title, exact: true }).waitFor();
    };
    const open = async () => {
      // Has no redirect URL, so that the page says how it ended.
      const { link_web_url } = await managed({ allowed_origins: undefined });
      await page.goto(link_web_url);
      return widgetOn(page);
    };

    it('is told at the end what was disconnected', async () => {
      const widget = await open();
      await widget.press('Disconnect Quartz Scale');
      await widget.sees(question);
      await widget.press('Disconnect Quartz Scale');
      await widget.link.locator('[part=notice]', { hasText: 'Quartz Scale is disconnected' }).waitFor();
      await ends('Quartz Scale is disconnected');
    });

    it('is told of nothing where nothing was done', async () => {
      const widget = await open();
      await widget.press('Disconnect Quartz Scale');
      await widget.sees(question);
      await widget.press('Cancel');
      await widget.button('Disconnect Quartz Scale').waitFor();
      await ends('You can close this page');
    });

    it('is told what was connected, and not what was looked at after it', async () => {
      const widget = await open();
      await widget.button(/^Tundra Watch/).click();
      await widget.signIn('ok@example.com');
      await widget.press('Connect another');
      await widget.button(/^Quartz Scale/).click();
      await widget.username.waitFor();
      await ends('Tundra Watch is connected');
    });
  });

  it('ends one that is broken, and connects it again in the same run', async () => {
    const { user_id, link_token } = await managed();
    await host({ 'link-token': link_token });
    const widget = widgetOn(page);
    await widget.button(/^Tundra Watch.*Sign in again/).waitFor();
    await widget.press('Disconnect Tundra Watch');
    await widget.sees('Disconnect Tundra Watch now?');
    await widget.press('Disconnect Tundra Watch');
    await widget.button(/^Tundra Watch/).click();
    assert.deepEqual(await connected(user_id), ['quartz_scale']);
    await widget.signIn('ok@example.com');
    await widget.sees('Tundra Watch is connected');
    assert.deepEqual(await connected(user_id), ['quartz_scale', 'tundra_watch']);
  });

  it('tries again after the network is back, and what was asked twice is ended once', async () => {
    const { user_id, link_token } = await managed();
    await host({ 'link-token': link_token });
    const widget = widgetOn(page);
    await widget.press('Disconnect Quartz Scale');
    await widget.sees(question);
    let isCut = true;
    // The answer is lost on its way back, even if a browser sends the request again, so the page does not learn what the service
    // did.
    world.when(/^DELETE /, async (forward) => {
      const answer = await forward();
      if (isCut) throw new Error('cut');
      return answer;
    });
    await widget.press('Disconnect Quartz Scale');
    await widget.sees('We couldn’t reach this service');
    isCut = false;
    await widget.press('Try again');
    await hasFocus(page, /^Quartz Scale/);
    assert.deepEqual(await connected(user_id), ['tundra_watch']);
  });

  for (const [look, locale, scheme] of [
    ['right-to-left', 'ar', 'light'],
    ['dark', 'de', 'dark'],
    ['forced', 'fi', 'dark'],
  ] as const)
    it(`stands in 320 pixels, ${look}, without a fault or a scroll bar across`, async () => {
      const { link_token } = await managed();
      await page.setViewportSize({ width: 320, height: 640 });
      await page.emulateMedia({
        colorScheme: scheme,
        reducedMotion: 'reduce',
        forcedColors: look === 'forced' ? 'active' : 'none',
      });
      await host({ 'link-token': link_token, locale }, '<style>:root { color-scheme: light dark }</style>');
      const action = page.locator('svc-link [part~=provider-action]').first();
      const fits = () =>
        page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
      await action.waitFor();
      assert.ok(await fits());
      const { width, height } = (await action.boundingBox())!;
      assert.ok(width >= 44 && height >= 44, `${width} × ${height}`);
      assert.deepEqual(await faults(page, look === 'forced'), []);
      await action.click();
      await page.locator('svc-link [role=group]').waitFor();
      assert.ok(await fits());
      assert.deepEqual(await faults(page, look === 'forced'), []);
    });
});
