// A link that was made for one person and is opened by another: two people, each with a browser of their own.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { openProfile, type Profile } from './chromium.js';
import type { Servers, MadeToken } from './servers.js';
import { afterEach, beforeEach, describe, it } from './test.js';
import { answerConsent } from './widget.js';

describe('an oauth_url that another person opens', () => {
  let servers: Servers, mallory: Profile, alice: Profile, page: Page;
  beforeEach(async ({ servers: shared, browser }) => {
    servers = shared;
    [mallory, alice] = await Promise.all([openProfile(browser), openProfile(browser)]);
    page = await alice.newPage();
  });
  afterEach(async () => {
    await Promise.all([mallory.close(), alice.close()]);
  });

  /** Mallory has a page that starts a link for her user and requests the address. That page could also stay open. */
  async function ask(token = {}, isBound = false) {
    const made = await servers.newToken({
      app_name: 'Northwind Health',
      user_label: 'mallory@example.com',
      ...token,
    });
    const hers = await mallory.newPage();
    await hers.goto(`${servers.service}/link/`);
    const oauth_url = await hers.evaluate(
      async ({ link_token, via }) => {
        await fetch('/v2/link/start', { method: 'POST', body: JSON.stringify({ link_token, ...via }) });
        const answer = await fetch('/v2/link/provider/oauth/aurora_ring', {
          headers: { 'x-svc-link-token': link_token },
        });
        return (await answer.json()).oauth_url;
      },
      { link_token: made.link_token, via: isBound ? { via: 'page' } : {} },
    );
    return { ...made, oauth_url, hers };
  }
  const connected = async ({ user_id }: MadeToken) =>
    (await servers.ask('GET', `/v2/user/${user_id}`)).connected_sources.map(({ source }) => source.slug);
  const isAtService = () => page.url().startsWith(`${servers.service}/v2/link/oauth/`);

  for (const isBound of [false, true])
    it(`connects nothing before she read for whom it is, and pressed (bound to a browser: ${isBound})`, async () => {
      const link = await ask({}, isBound);
      await page.goto(link.oauth_url);
      await page.getByRole('heading', { name: 'Connect Aurora Ring to Northwind Health' }).waitFor();
      await page.getByText('Northwind Health made this link for mallory@example.com.').waitFor();
      assert.ok(isAtService());
      assert.deepEqual(await connected(link), []);
      await page.getByRole('link', { name: 'Cancel' }).click();
      await page.getByRole('heading', { name: /^You didn’t finish connecting/ }).waitFor();
      assert.deepEqual(await connected(link), []);
      assert.deepEqual(alice.complaints, []);
    });

  it('connects once she pressed', async () => {
    const link = await ask();
    await page.goto(link.oauth_url);
    await page.getByRole('button', { name: 'Continue' }).click();
    await answerConsent(page, 'Allow');
    await page.getByRole('heading', { name: 'Your account is connected' }).waitFor();
    assert.deepEqual(await connected(link), ['aurora_ring']);
    assert.deepEqual(alice.complaints, []);
  });

  it('asks where another page leads to it, in a window or by a form', async () => {
    const link = await ask();
    const lure = await alice.newPage();
    await lure.goto(`${servers.demo}/`);
    const [popup] = await Promise.all([
      lure.waitForEvent('popup'),
      lure.evaluate((url) => void window.open(url), link.oauth_url),
    ]);
    await popup.getByRole('button', { name: 'Continue' }).waitFor();
    // The cookie of the page that requested it is there now, but not its number.
    await lure.evaluate((url) => {
      const form = Object.assign(document.createElement('form'), { method: 'post', action: url });
      document.body.append(form);
      form.submit();
    }, link.oauth_url);
    await lure.getByRole('heading', { name: 'You started in another browser' }).waitFor();
    assert.deepEqual(await connected(link), []);
  });

  it('shows nothing of itself in a frame', async () => {
    const link = await ask();
    await page.goto(`${servers.demo}/`);
    const answer = page.waitForResponse((response) => response.url() === link.oauth_url);
    const blocked = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await page.evaluate((url) => {
      const frame = Object.assign(document.createElement('iframe'), { src: url });
      document.body.append(frame);
    }, link.oauth_url);
    assert.equal((await answer).status(), 200);
    await blocked;
    assert.equal(await page.frames().at(-1)!.locator('button').count(), 0);
  });

  for (const isBound of [false, true])
    it(`is refused where the token names its pages (bound to a browser: ${isBound})`, async () => {
      const link = await ask({ allowed_origins: [servers.demo, servers.service] }, isBound);
      await page.goto(link.oauth_url);
      await page.getByRole('heading', { name: 'This link only works where you started' }).waitFor();
      await page.getByText('session_elsewhere').waitFor();
      assert.equal(await page.getByRole('button').count(), 0);
      assert.deepEqual(await connected(link), []);
      // The link was not used up, so Mallory herself can continue it from the hosted page.
      await link.hers.evaluate((url) => location.assign(url), link.oauth_url);
      await answerConsent(link.hers, 'Allow');
      await link.hers.getByRole('heading', { name: 'Your account is connected' }).waitFor();
      assert.deepEqual(await connected(link), ['aurora_ring']);
    });

  it('speaks the language of her browser', async ({ browser }) => {
    const link = await ask();
    const context = await browser.newContext({ locale: 'he-IL' });
    const hers = await context.newPage();
    await hers.goto(link.oauth_url);
    await hers.getByRole('heading', { name: 'חיבור Aurora Ring אל Northwind Health' }).waitFor();
    assert.deepEqual(
      await hers.evaluate(() => [document.documentElement.lang, document.documentElement.dir]),
      ['he', 'rtl'],
    );
  });
});
