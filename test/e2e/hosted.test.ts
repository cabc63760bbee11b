// The hosted page, opened by an address from a mail, an app or a QR code.
import assert from 'node:assert/strict';
import { createClient } from 'svc-link/client';
import { eachEngine } from './each-engine.js';
import { beforeEach, it } from './test.js';
import { tokenSeconds } from './waiting.js';
import type { World } from './world.js';

let world: World;
beforeEach(({ world: shared }) => {
  world = shared;
});

eachEngine('a link', (at) => {
  /** A page of the team to come back to, and a link that leads there. */
  async function openLink(more = {}, before?: () => Promise<unknown>) {
    // A redirect URL over http has to be a loopback address by its name.
    const home = new URL('/home', world.originOf('host').replace('host.', ''));
    world.page('', { site: home.host, path: home.pathname });
    const made = await world.newToken({ app_name: 'Acme', redirect_url: `${home}?kept=1#here`, ...more });
    await before?.();
    await at.page.goto(made.link_web_url);
    return made;
  }
  /** The query that the person came back with, without the page's own. */
  async function cameHome() {
    await at.page.until(() => location.pathname === '/home' && document.readyState === 'complete');
    const url = new URL(await at.page.url());
    assert.equal(url.searchParams.get('kept'), '1');
    assert.equal(url.hash, '#here');
    url.searchParams.delete('kept');
    return Object.fromEntries(url.searchParams);
  }
  /** What the page stores and shows about itself: no secret may be in it. */
  const traces = () =>
    at.page.evaluate(() =>
      [
        location.href,
        JSON.stringify(history.state),
        JSON.stringify({ ...sessionStorage }),
        document.cookie,
      ].join(),
    );
  const allow = 'button[value=allow]';

  it('leaves its token nowhere, goes on after a reload, and leads home with the result', async () => {
    const { link_token, link_session_id } = await openLink({ provider: 'quartz_scale', user_label: 'Sam P' });
    await at.page.sees('Connect Quartz Scale');
    await at.page.shows('p', 'You’re connecting as Sam P');
    assert.equal(await at.page.evaluate(() => document.title), 'Connect Quartz Scale');
    assert.ok(!(await traces()).includes(link_token));
    await at.page.fill('#username', 'twice@example.com');
    await at.page.fill('#password', 'good-one');
    await at.page.press('Enter');
    await at.page.sees('Enter your code');
    await at.page.reload();
    await at.page.sees('Enter your code');
    assert.ok(!(await traces()).includes('good-one'));
    await at.page.fill('#code', '123456');
    await at.page.press('Enter');
    await at.page.sees('One more code');
    await at.page.fill('#code', '654321');
    await at.page.press('Enter');
    assert.deepEqual(await cameHome(), { state: 'success', provider: 'quartz_scale', link_session_id });
  });

  it('begins anew with another link that is opened in the same tab', async () => {
    await openLink({ provider: 'quartz_scale', user_label: 'Sam P' });
    await at.page.shows('p', 'You’re connecting as Sam P');
    const { link_token } = await openLink({ provider: 'quartz_scale', user_label: 'Robin Q' });
    await at.page.shows('p', 'You’re connecting as Robin Q');
    assert.ok(!(await traces()).includes(link_token));
  });

  it('goes to the provider in the same window, back without harm, and home with the code', async () => {
    const { link_session_id } = await openLink({ provider: 'aurora_ring', confirm: 'host' });
    const authorize = async () => {
      await at.page.sees('Connect Aurora Ring to Acme');
      await at.page.click('[part=action]', 'Continue to Aurora Ring');
      await at.page.shows(allow);
    };
    await authorize();
    await at.page.back();
    await authorize();
    await at.page.click('button[value=deny]');
    await at.page.sees('You didn’t finish connecting Aurora Ring');
    await at.page.click('[part=action]', 'Try again');
    await at.page.click(allow);
    const { confirm_code, ...result } = await cameHome();
    assert.deepEqual(result, { state: 'success', provider: 'aurora_ring', link_session_id });
    const confirmed = await world.ask('POST', `/v2/link/session/${link_session_id}/confirm`, {
      confirm_code,
    });
    assert.equal(confirmed.state, 'success');
    assert.equal(await at.windows(), 1);
  });

  it('that has ended does not begin again', async () => {
    await openLink({ provider: 'quartz_scale', redirect_url: undefined, user_label: 'Sam P' });
    await at.page.fill('#username', 'ok@example.com');
    await at.page.fill('#password', 'good-one');
    await at.page.press('Enter');
    await at.page.sees('Quartz Scale is connected');
    assert.ok(await at.page.hasNo('p', 'You’re connecting as Sam P'));
    await at.page.click('[part=action]', 'Done');
    await at.page.shows('p', 'You can go back to the app now.');
    const before = world.requests().length;
    await at.page.reload();
    await at.page.shows('p', 'You can go back to the app now.');
    const asked = world.requests().slice(before);
    assert.deepEqual(
      asked.filter(({ url }) => url.startsWith('/v2/')),
      [],
    );
  });

  it("wears the team's brand, and leads to its terms and privacy", async () => {
    const client = createClient({ baseUrl: world.service, managementKey: 'mk_sandbox_local' });
    const [org, team] = [1, 2].map((number) => `00000000-0000-4000-8000-00000000000${number}`);
    await client.updateTeam(org, team, {
      brand: { name: 'Nightshift', color: '#0b6e4f' },
      terms_url: 'https://nightshift.example/terms',
      privacy_url: 'https://nightshift.example/privacy',
    });
    await openLink({ provider: 'aurora_ring', app_name: undefined });
    await at.page.sees('Connect Aurora Ring to Nightshift');
    const shown = await at.page.evaluate(() => {
      const link = document.querySelector('svc-link');
      const addresses = [...link!.shadowRoot!.querySelectorAll('a')].map(({ href }) => href);
      return [link!.style.getPropertyValue('--svc-link-accent'), ...addresses];
    });
    assert.deepEqual(shown, [
      '#0b6e4f',
      'https://nightshift.example/terms',
      'https://nightshift.example/privacy',
    ]);
  });

  it('goes home from a cancel where the team wants that', async () => {
    const { link_session_id } = await openLink({ on_close: 'redirect', provider: 'quartz_scale' });
    await at.page.sees('Connect Quartz Scale');
    await at.page.click('[part=close]');
    const result = await cameHome();
    assert.deepEqual(result, {
      state: 'error',
      provider: 'quartz_scale',
      link_session_id,
      error_type: 'user_cancelled',
    });
  });

  it('goes home from a token that has expired where the team wants errors there', async () => {
    const { link_session_id } = await openLink({ on_error: 'redirect' }, () =>
      world.advanceClock(tokenSeconds + 60),
    );
    await at.page.sees('This link has expired');
    assert.equal(new URL(await at.page.url()).pathname, '/link/');
    await at.page.click('[part=action]', 'Go back to the app');
    assert.deepEqual(await cameHome(), { state: 'error', link_session_id, error_type: 'token_expired' });
  });
});
