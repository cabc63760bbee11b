// The address for a phone in the wrong hands: Mallory shows or sends Alice the address of a link for Mallory's user.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { openProfile, type Profile } from './chromium.js';
import { computer, mobile } from './devices.js';
import { afterEach, beforeEach, describe, it } from './test.js';
import { until } from './waiting.js';
import { answerConsent, widgetOn, type Widget } from './widget.js';
import type { World } from './world.js';

describe('an address for a phone', () => {
  let world: World, mallory: Profile, alice: Profile;
  /** Mallory's page, and the screen of Alice's phone. */
  let hers: Widget, screen: Page, page: Page;
  beforeEach(async ({ world: shared, browser }) => {
    world = shared;
    [mallory, alice] = await Promise.all([openProfile(browser, computer), openProfile(browser, mobile)]);
    [page, screen] = [await mallory.newPage(), await alice.newPage()];
    hers = widgetOn(page);
  });
  afterEach(async () => {
    await Promise.all([mallory.close(), alice.close()]);
  });

  /** A link for Mallory's user, shown by the team's page in her browser, and the address that the widget offers. */
  async function offered(token: Record<string, unknown> = {}) {
    const made = await world.newToken({
      provider: 'aurora_ring',
      app_name: 'Northwind Health',
      user_label: 'mallory@example.com',
      allowed_origins: [world.originOf('host')],
      ...token,
    });
    await page.goto(world.host({ attributes: { 'link-token': made.link_token } }));
    await hers.button('Continue on your phone').click();
    const field = hers.link.getByLabel('Or open this address on your phone');
    await field.waitFor();
    return { ...made, url: await field.inputValue() };
  }
  const connected = async ({ user_id }: { user_id: string }) =>
    (await world.ask('GET', `/v2/user/${user_id}`)).connected_sources.map(({ source }) => source.slug);
  const says = (name: string | RegExp) => screen.getByRole('heading', { name }).waitFor();
  const yes = () => screen.getByRole('button', { name: 'Yes, continue' }).click();

  /** Alice opens it. Returns her browser's answer to a page of ours that does not wait for hers. */
  async function open(url: string) {
    const answer = screen.waitForResponse((response) => response.url().endsWith('/handoff/open'));
    await screen.goto(url);
    const { link_session_id } = (await (await answer).json()) as { link_session_id: string };
    return (path: string, body = '') =>
      screen.evaluate(
        async ([address, session, text]) =>
          (
            await fetch(address!, {
              headers: { 'x-svc-link-session': session! },
              ...(text && { method: 'POST', body: text }),
            })
          ).status,
        [path, link_session_id, body],
      );
  }

  it('says for whom it is, and connects nothing for who reads it and stops', async () => {
    const link = await offered();
    const asks = await open(link.url);
    await says('Are you connecting for mallory@example.com?');
    await screen.getByText('Northwind Health asks for this connection.').waitFor();
    await screen.getByText(`It was started at ${new URL(world.originOf('host')).host}.`).waitFor();
    await screen.getByText('your data would go to them').waitFor();
    // Even a page that did not ask her could do nothing before she has answered.
    assert.equal(await asks('/v2/link/provider/oauth/aurora_ring'), 401);
    await screen.getByRole('button', { name: 'No, stop' }).click();
    await says('Nothing was connected');
    await hers.sees('You stopped on your phone');
    assert.deepEqual(await connected(link), []);
  });

  it('needs a number that Mallory does not see, where the team confirms', async () => {
    const link = await offered({ confirm: 'host' });
    const asks = await open(link.url);
    await says('Are you connecting for mallory@example.com?');
    assert.equal(await screen.getByRole('button', { name: 'Yes, continue' }).count(), 0);
    assert.equal(await asks('/v2/link/handoff/answer', '{"accept": true}'), 409);
    const number = ((await screen.locator('output').textContent()) ?? '').replace(/\D/g, '');
    const guesses = ['000000', '000001', '000002', '000003'].filter((guess) => guess !== number).slice(0, 3);
    for (const guess of guesses) {
      await hers.link.getByLabel('Number on your phone').fill(guess);
      const answered = page.waitForResponse((response) => response.url().endsWith('/handoff/number'));
      await hers.link.getByRole('button', { name: 'Continue', exact: true }).click();
      await answered;
    }
    await says('You can’t continue here');
    await hers.link.getByLabel('Number on your phone').waitFor({ state: 'detached' });
    assert.deepEqual(await connected(link), []);
  });

  it('is worth nothing to who opens it second, while the first one is asked', async ({ browser }) => {
    const link = await offered();
    await screen.goto(link.url);
    await says(/^Are you connecting/);
    const thief = await openProfile(browser, mobile);
    const second = await thief.newPage();
    await second.goto(link.url);
    await second.getByRole('heading', { name: 'This code was already opened' }).waitFor();
    assert.ok(!(await second.content()).includes('mallory@example.com'));
    await thief.close();
  });

  it('gives an oauth_url that only the phone which asked for it can open', async ({ browser }) => {
    const link = await offered();
    await screen.goto(link.url);
    await yes();
    // The address leaves the phone, and another person opens it before the phone itself does.
    const other = await openProfile(browser);
    const elsewhere = await other.newPage();
    await screen.route('**/v2/link/oauth/*', async (route) => {
      await elsewhere.goto(route.request().url());
      await elsewhere.getByRole('heading', { name: 'You started in another browser' }).waitFor();
      await route.continue();
    });
    await widgetOn(screen).button('Continue to Aurora Ring').click();
    // The provider's own address does not finish there either.
    await screen.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    await elsewhere.goto(screen.url());
    await answerConsent(elsewhere, 'Allow');
    await elsewhere.getByRole('heading', { name: 'You started in another browser' }).waitFor();
    assert.deepEqual(await connected(link), []);
    await other.close();
  });

  it('connects nothing by what is allowed at the provider after it was taken back', async () => {
    const link = await offered();
    await screen.goto(link.url);
    await yes();
    await widgetOn(screen).button('Continue to Aurora Ring').click();
    await screen.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    const ended = page.waitForResponse((response) => response.url().endsWith('/handoff/end'));
    await hers.button('Continue here instead').click();
    await ended;
    await answerConsent(screen, 'Allow');
    await says('You started again');
    assert.deepEqual(await connected(link), []);
  });

  it('is opened by no frame and no form of another page', async () => {
    const link = await offered();
    const lure = await alice.newPage();
    await lure.goto(world.page(''));
    const blocked = lure.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await lure.evaluate(async (url) => {
      const frame = Object.assign(document.createElement('iframe'), { src: url });
      document.body.append(frame);
      const [base, code] = url.split('/link/#handoff=');
      await fetch(`${base}/v2/link/handoff/open`, {
        method: 'POST',
        mode: 'no-cors',
        credentials: 'include',
        body: JSON.stringify({ code }),
      });
    }, link.url);
    await blocked;
    // The link can still be opened by the phone that it was made for.
    await screen.goto(link.url);
    await says(/^Are you connecting/);
  });

  it('stands in no history, referrer, event, log or storage once the phone has finished', async () => {
    const link = await offered();
    const code = new URL(link.url).hash.slice('#handoff='.length);
    assert.ok(code.length === 43);
    await screen.goto(world.page(''));
    await screen.goto(link.url);
    await yes();
    await widgetOn(screen).button('Continue to Aurora Ring').click();
    await answerConsent(screen, 'Allow');
    await widgetOn(screen).sees('Done');
    await until(async () => (await connected(link)).length === 1);
    const { entries } = await (await alice.context.newCDPSession(screen)).send('Page.getNavigationHistory');
    const history = entries.map(({ url }) => url);
    assert.ok(history.some((url) => url.startsWith(`${world.base}/link/`)));
    const requests = world.requests();
    assert.equal(requests.filter(({ body }) => body.includes(code)).length, 1);
    const told = requests.map(({ url, headers }) => `${url} ${JSON.stringify(headers)}`);
    for (const where of [history, told, mallory.events, alice.events, world.log(), world.serviceLog()])
      assert.ok(!JSON.stringify(where).includes(code));
    const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
    assert.ok(!kept.includes(code));
  });

  it('makes one connection in a link for several, and tells the computer of that one', async () => {
    const made = await world.newToken({ multiple: true, allowed_origins: [world.originOf('host')] });
    await page.goto(world.host({ attributes: { 'link-token': made.link_token } }));
    await hers.choose('Quartz Scale');
    await hers.signIn('ok@example.com');
    await hers.sees('Quartz Scale is connected');
    await hers.button(/another/i).click();
    await hers.choose('Solstice Ring');
    await hers.button('Continue on your phone').click();
    await screen.goto(await hers.link.getByLabel('Or open this address on your phone').inputValue());
    await yes();
    const there = widgetOn(screen);
    await there.sees('Connect Solstice Ring');
    await hers.sees('Finish on your phone');
    await there.signIn('ok@example.com');
    await there.sees('Done');
    await hers.sees('Solstice Ring is connected');
    assert.deepEqual((await connected(made)).toSorted(), ['quartz_scale', 'solstice_ring']);
    await screen.reload();
    await says('Done');
  });
});
