// A broken connection, from the news about it to one that works again, in every mode and by the keyboard alone.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { modes } from './all-modes.js';
import {
  breakConnection,
  connectedUser,
  connectionsOf,
  openHost,
  openIn,
  pressOpen,
  tokenFor,
} from './in-each-mode.js';
import { beforeEach, describe, it } from './test.js';
import { unlessGone, until } from './waiting.js';
import { answerConsent, widgetOn } from './widget.js';
import type { World } from './world.js';

const username = 'ok@known.example';

describe('a connection that broke', () => {
  let world: World, page: Page;
  beforeEach(({ world: shared, page: fresh }) => {
    world = shared;
    page = fresh;
  });

  const connectionOf = async (user_id: string) => {
    const [connection = assert.fail('nothing is connected')] = await connectionsOf(world, user_id);
    return connection;
  };

  /** A user whose connection by password is broken, and a token to renew it. */
  async function broken(more = {}) {
    const provider = 'quartz_scale';
    const user_id = await connectedUser(world, username, [provider], { provider });
    const before = await connectionOf(user_id);
    await breakConnection(world, user_id, provider);
    return { ...(await again(user_id, provider, more)), user_id, before };
  }
  const again = (user_id: string, reconnect: string, more = {}) =>
    tokenFor(world, user_id, { reconnect, ...more });
  const host = (attributes: Record<string, string>) => openHost(page, world, attributes);

  for (const mode of modes)
    it(`is renewed by keys alone: ${mode}`, async () => {
      const { user_id, before, link_token } = await broken();
      await host({ mode, 'link-token': link_token });
      const { where, keys } = await openIn(mode, page);
      const widget = widgetOn(where);
      await widget.sees('Sign in to Quartz Scale again');
      assert.equal(await widget.username.inputValue(), username);
      await widget.shows('Northwind Health no longer gets your Quartz Scale data.');
      assert.equal(await widget.button('Back').count(), 0);
      const isThere = async () => (await where.locator('#password:focus').count()) === 1;
      // Inside a page the widget takes no focus by itself; if the person opens it, the focus goes to the field.
      if (mode !== 'inline') await until(isThere, 'the focus');
      for (let keysLeft = 12; keysLeft > 0 && !(await isThere()); keysLeft--)
        await keys.keyboard.press('Tab');
      assert.ok(await isThere());
      await keys.keyboard.type('good-one');
      // A window may be gone before the key is released.
      await keys.keyboard.press('Enter').catch(unlessGone);
      if (mode !== 'window' && mode !== 'redirect') await widget.sees('Quartz Scale is connected again');
      await until(async () => (await connectionOf(user_id)).status === 'connected');
      assert.equal((await connectionOf(user_id)).created_on, before.created_on);
    });

  it('takes another account for another one, and leads back', async () => {
    const { user_id, link_token } = await broken();
    await host({ 'link-token': link_token });
    const widget = widgetOn(page);
    await widget.username.fill('ok@other.example');
    await widget.password.fill('good-one');
    await page.keyboard.press('Enter');
    await widget.sees('That’s a different Quartz Scale account');
    assert.equal((await connectionOf(user_id)).status, 'error');
    await widget.button('Use the account you connected before').click();
    await widget.sees('Sign in to Quartz Scale again');
    assert.equal(await widget.username.inputValue(), username);
    await page.keyboard.type('good-one');
    await page.keyboard.press('Enter');
    await widget.sees('Quartz Scale is connected again');
  });

  it('tells no user name to who comes by the address of the link', async () => {
    const { user_id, link_web_url } = await broken({ allowed_origins: [] });
    await page.goto(link_web_url);
    const widget = widgetOn(page);
    await widget.sees('Sign in to Quartz Scale again');
    assert.equal(await widget.username.inputValue(), '');
    const addresses = world.requests().map(({ url }) => url);
    assert.doesNotMatch(addresses.join(' '), /known\.example/);
    await widget.username.fill(username);
    await widget.password.fill('good-one');
    await page.keyboard.press('Enter');
    await widget.sees('Quartz Scale is connected again');
    assert.equal((await connectionOf(user_id)).status, 'connected');
  });

  it('is renewed at the provider’s own page, where another account is refused', async () => {
    const { user_id, link_token } = await world.newToken({
      provider: 'aurora_ring',
      allowed_origins: [world.originOf('host')],
    });
    await host({ 'link-token': link_token });
    const widget = widgetOn(page);
    await answerConsent(await widget.openWindow('Continue to Aurora Ring'), 'Allow');
    await widget.sees('Aurora Ring is connected');
    await breakConnection(world, user_id, 'aurora_ring');

    await host({ 'link-token': (await again(user_id, 'aurora_ring')).link_token });
    await widget.sees('Sign in to Aurora Ring again');
    const other = await widget.openWindow('Continue to Aurora Ring');
    await other.getByRole('link', { name: 'Change account' }).click();
    await answerConsent(other, 'Allow');
    await widget.sees('That’s a different Aurora Ring account');
    await widget.shows('sign out there first');
    assert.equal((await connectionOf(user_id)).status, 'error');
  });

  it('is renewed at the provider’s own page by the same account, as the same connection', async () => {
    const { user_id, link_token } = await world.newToken({
      provider: 'aurora_ring',
      allowed_origins: [world.originOf('host')],
    });
    await host({ 'link-token': link_token });
    const widget = widgetOn(page);
    await answerConsent(await widget.openWindow('Continue to Aurora Ring'), 'Allow');
    await widget.sees('Aurora Ring is connected');
    const before = await connectionOf(user_id);
    await breakConnection(world, user_id, 'aurora_ring');

    await host({ 'link-token': (await again(user_id, 'aurora_ring')).link_token });
    await widget.sees('Sign in to Aurora Ring again');
    await answerConsent(await widget.openWindow('Continue to Aurora Ring'), 'Allow');
    await widget.sees('Aurora Ring is connected again');
    const after = await connectionOf(user_id);
    assert.deepEqual([after.status, after.created_on], ['connected', before.created_on]);
  });

  for (const mode of ['inline', 'dialog'])
    it(`never has the focus where nobody sees it, while its words are on their way: ${mode}`, async () => {
      const { link_token } = await broken();
      await page.route('**/v2/link/start', (route) => route.fulfill({ status: 503, body: '{}' }));
      let release = () => {};
      const gate = new Promise<void>((resolve) => (release = resolve));
      await page.route(/\/cdn\/renewal-/, async (route) => {
        await gate;
        await route.continue();
      });
      await host({ mode, 'link-token': link_token });
      if (mode === 'dialog') await pressOpen(page);
      const again = widgetOn(page).button('Try again');
      await again.waitFor();
      await page.unroute('**/v2/link/start');
      const asked = page.waitForRequest(/\/cdn\/renewal-/);
      await page.evaluate(() => {
        window.unseen = [];
        document.querySelector('svc-link')!.shadowRoot!.addEventListener('focusin', ({ target }) => {
          if ((target as Element).closest('.unseen')) window.unseen.push((target as Element).localName);
        });
      });
      await again.press('Enter');
      await asked;
      await widgetOn(page).link.getByRole('progressbar').waitFor();
      release();
      await widgetOn(page).sees('Sign in to Quartz Scale again');
      await until(async () => (await page.locator('#password:focus').count()) === 1, 'the focus');
      assert.deepEqual(await page.evaluate(() => window.unseen), []);
    });

  it('fits a narrow page from right to left in the dark', async () => {
    const { link_token } = await broken();
    await page.setViewportSize({ width: 320, height: 900 });
    await host({ 'link-token': link_token, locale: 'ar' });
    const widget = widgetOn(page);
    await widget.link.getByRole('heading', { name: /Quartz Scale/ }).waitFor();
    await page.evaluate(() => (document.documentElement.style.colorScheme = 'dark'));
    const sides = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.equal(sides[0], sides[1]);
  });
});
