// The hosted page in an app's webview: V1 to V5 of docs/test-matrix.md.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { LinkTokenRequest } from 'svc-link/contract';
import type { Profile } from '../chromium.js';
import { eachEngine } from '../each-engine.js';
import type { Servers, MadeToken } from '../servers.js';
import { beforeEach, describe, it } from '../test.js';
import { until } from '../waiting.js';
import { answerConsent, readConnections, widgetOn } from '../widget.js';
import type { World } from '../world.js';

let world: World;
beforeEach(({ world: shared }) => {
  world = shared;
});

/** What an app adds to the pages of its webview. `tell` waits until the message has arrived, so that messages stay in order. */
const bridgeWith = (objects: string) => `
const tell = (what, text) => {
  const request = new XMLHttpRequest();
  request.open('POST', '/heard', false);
  request.send(JSON.stringify({ what, text }));
};
const port = (name) => ({ postMessage: (text) => tell(name, text) });
const broken = { postMessage() { throw new Error('broken'); } };
window.open = () => { tell('window.open'); return null; };
${objects}`;

eachEngine('the hosted page in an app', (at) => {
  /** Puts a script before the service's own in each of its pages, as a webview does. */
  function inject(objects: string) {
    const script = '<script src="/bridge.js"></script>';
    world.when(/^POST \/heard$/, () => ({ status: 204 }));
    world.when(/^GET \/bridge\.js$/, () => ({
      headers: { 'content-type': 'text/javascript' },
      body: bridgeWith(objects),
    }));
    world.when(/^GET \/link\/(frame\/[\w-]+)?$/, async (forward) => {
      const answer = await forward();
      return { ...answer, body: String(answer.body).replace('<head>', `<head>${script}`) };
    });
  }
  /** What the app received and where its webview went, in order. */
  const told = () =>
    world
      .requests()
      .flatMap(({ url, body }) =>
        url === '/heard' ? [JSON.parse(body)] : url.startsWith('/done') ? [{ what: 'navigation', url }] : [],
      );
  /** Redirect URLs with http are allowed only for loopback addresses. */
  const home = () => `http://127.0.0.1:${new URL(world.originOf('host')).port}/done`;
  async function open(token: Partial<LinkTokenRequest>) {
    world.serve('<!doctype html><title>Done</title>', { site: '127', path: '/done' });
    const redirect_url = home();
    const made = await world.newToken({ app_name: 'Acme', redirect_url, ...token });
    await at.page.goto(made.link_web_url);
    return made;
  }
  async function signIn(page = at.page) {
    await page.fill('[part~=username-input]', 'ok@example.com');
    await page.fill('[part~=password-input]', 'good-password');
    await page.press('Enter');
  }
  const arrived = (page = at.page) => page.until((url) => location.href.startsWith(url), home());
  /** The app received the result once, as one string. Then the webview went to the redirect URL once. */
  function assertOneResult(name: string, { link_session_id }: MadeToken, provider: string) {
    const [word, navigation, ...more] = told();
    assert.deepEqual(more, []);
    assert.equal(word.what, name);
    const { at: when, request_id: request, ...said } = JSON.parse(word.text);
    assert.match(when, /^\d{4}-\d\d-\d\dT/);
    assert.match(request, /^[\da-f-]{36}$/);
    assert.deepEqual(said, {
      v: 1,
      type: 'svc-link:result',
      result: {
        ...said.result,
        state: 'success',
        provider,
        connected: true,
        error_type: null,
        link_session_id,
      },
      results: [said.result],
    });
    const { searchParams } = new URL(navigation.url, world.base);
    assert.deepEqual(Object.fromEntries(searchParams), { state: 'success', provider, link_session_id });
  }

  for (const [name, objects] of [
    [
      'webkit.messageHandlers.svcLink',
      "window.webkit = { messageHandlers: { svcLink: port('webkit.messageHandlers.svcLink') } };",
    ],
    ['svcLink', "window.svcLink = port('svcLink');"],
  ])
    it(`V1 V4 ${name} hears one result, and then the page goes to the redirect URL once`, async () => {
      inject(objects);
      const made = await open({ provider: 'quartz_scale' });
      await signIn();
      await arrived();
      assertOneResult(name, made, 'quartz_scale');
    });

  /** Connects the first of two providers with one token. The app has received nothing by then. */
  async function connectFirst() {
    inject("window.svcLink = port('svcLink');");
    const made = await open({ multiple: true, filter_on_providers: ['quartz_scale', 'tundra_watch'] });
    await at.page.click('[part=provider-name]', 'Quartz Scale');
    await signIn();
    await at.page.sees('Quartz Scale is connected');
    await at.page.click('[part~=secondary-action]', 'Connect another');
    await at.page.shows('[part=provider-badge]', 'Connected');
    assert.deepEqual(told(), []);
    return made;
  }
  /**
   * The app has received one message with all of these, then one
   * redirect that names the last of them. The service knows them all.
   */
  async function assertSeveral(link_session_id: string, providers: string[]) {
    const [word, navigation, ...more] = told();
    assert.deepEqual(more, []);
    const { type, result, results } = JSON.parse(word.text);
    const named = (all: { provider: string; connected: boolean }[]) =>
      all.map(({ provider, connected }) => [provider, connected]);
    const expected = providers.map((provider) => [provider, true]);
    assert.deepEqual([type, named(results)], ['svc-link:result', expected]);
    assert.deepEqual(result, results.at(-1));
    const { searchParams } = new URL(navigation.url, world.base);
    assert.deepEqual(Object.fromEntries(searchParams), {
      state: 'success',
      provider: providers.at(-1),
      link_session_id,
    });
    const report = await world.ask('GET', `/v2/link/session/${link_session_id}`);
    assert.deepEqual([report.state, named(report.connections)], ['success', expected]);
  }

  it('V1 V4 several connections by one token are one result with all of them, and one redirect', async () => {
    const { link_session_id } = await connectFirst();
    await at.page.click('[part=provider-name]', 'Tundra Watch');
    await signIn();
    await at.page.sees('Tundra Watch is connected');
    await at.page.click('[part~=action]', 'Done');
    await arrived();
    await assertSeveral(link_session_id, ['quartz_scale', 'tundra_watch']);
  });

  it('V1 V4 who leaves before the second has connected the first', async () => {
    const { link_session_id } = await connectFirst();
    await at.page.click('[part=close]');
    await arrived();
    await assertSeveral(link_session_id, ['quartz_scale']);
  });

  it('V2 a bridge that throws is passed over', async () => {
    inject(`window.webkit = { messageHandlers: { svcLink: broken } };
      window.svcLink = broken;
      window.ReactNativeWebView = port('ReactNativeWebView');`);
    const made = await open({ provider: 'quartz_scale' });
    await signIn();
    await arrived();
    assertOneResult('ReactNativeWebView', made, 'quartz_scale');
  });

  for (const [what, objects] of [
    ['all bridges throw', 'window.svcLink = broken; window.mobileApp = broken;'],
    ['there is none, only its name', 'window.svcLink = {}; window.webkit = { messageHandlers: {} };'],
  ])
    it(`V2 where ${what}, the redirect URL is told all the same`, async () => {
      inject(objects);
      await open({ provider: 'quartz_scale' });
      await signIn();
      await arrived();
      assert.deepEqual(
        told().map(({ what }) => what),
        ['navigation'],
      );
    });

  it('V3 the app is asked to open the browser, and the page opens no window', async () => {
    inject(`window.svcLink = {
      postMessage(text) {
        tell('svcLink', text);
        if (text.includes('open-external')) dispatchEvent(new Event('svc-link:opened'));
      },
    };`);
    const made = await open({ provider: 'aurora_ring' });
    await at.page.click('[part=action]', 'Continue to Aurora Ring');
    const word = JSON.parse((await until(() => told()[0], 'a word')).text);
    assert.equal(word.type, 'svc-link:open-external');
    assert.equal(new URL(word.url).origin, world.base);
    assert.equal(await at.windows(), 1);

    // This browser shares the webview's cookies. In the demo's app below it has none of them, and another page comes first.
    const browser = await at.profile.newPage();
    await browser.goto(word.url);
    await browser.shows('button[value=allow]');
    // In WebKitGTK the driver's tab is not in front, so a real click is not possible.
    await browser.evaluate(() => void document.querySelector<HTMLElement>('button[value=allow]')!.click());
    await arrived(browser);
    await at.page.front();
    await arrived();
    // The browser and the webview each go to the redirect URL by themselves, in any order.
    const types = told().map(({ what, text }) => (text ? JSON.parse(text).type : what));
    assert.equal(types[0], 'svc-link:open-external');
    assert.equal(types.at(-1), 'navigation');
    assert.deepEqual(types.slice(1).sort(), ['navigation', 'navigation', 'svc-link:result']);
    const { state } = await world.ask('GET', `/v2/link/session/${made.link_session_id}`);
    assert.equal(state, 'success');
  });

  it('V3 where the token names its pages the app is asked nothing, and the person can choose something else', async () => {
    inject("window.svcLink = port('svcLink');");
    await open({
      allowed_origins: [world.originOf('host')],
      filter_on_providers: ['aurora_ring', 'quartz_scale'],
    });
    await at.page.click('[part~=provider]');
    await at.page.click('[part=action]', 'Continue to Aurora Ring');
    await at.page.sees('Aurora Ring can’t be connected in another browser');
    assert.deepEqual(told(), []);
    await at.page.click('[part=action]', 'Choose something else');
    await at.page.shows('[part~=provider]');
  });

  it('V5 a bridge that reaches into frames hears nothing from one', async () => {
    inject("window.svcLink = port('svcLink');");
    const { link_token } = await world.newToken({
      provider: 'quartz_scale',
      app_name: 'Acme',
      allowed_origins: [world.originOf('host')],
    });
    await at.page.goto(
      world.host({
        attributes: { 'link-token': link_token, mode: 'frame' },
        more: '<button onclick="document.querySelector(\'svc-link\').show()">Connect</button>',
      }),
    );
    await at.page.click('button', 'Connect');
    const frame = at.page.frame('iframe');
    await frame.sees('Connect Quartz Scale');
    assert.ok(await frame.evaluate(() => typeof window.svcLink.postMessage === 'function'));
    await signIn(frame);
    await frame.sees('Quartz Scale is connected');
    await at.page.until(() => window.heard.some(({ name }) => name === 'svc-exit'));
    assert.deepEqual(told(), []);
  });
});

describe('the app of the demo in Chromium', () => {
  let servers: Servers, profile: Profile, page: Page;
  beforeEach(({ visitor }) => {
    ({ servers, profile, page } = visitor);
  });

  /** Opens a webview of this kind. */
  async function open(host: string, provider: string) {
    await page.goto(`${servers.demo}/webview.html?host=${host}&provider=${provider}`);
    await page
      .getByRole('combobox', { name: 'Provider' })
      .locator(`option[value=${provider}]`)
      .waitFor({ state: 'attached' });
    const [view] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Add a device' }).click(),
    ]);
    return view;
  }
  /** What the app received, the oldest first. */
  const heard = () =>
    page
      .getByRole('log')
      .getByRole('listitem')
      .evaluateAll((items) =>
        items
          .map(({ dataset }) => dataset.type)
          .filter((type) => type !== 'server')
          .reverse(),
      );

  const hosts = [
    ...readFileSync('demo/pages/webview.html', 'utf8').matchAll(/ value="([^"]+)"\s+data-hears/g),
  ];
  it('V1 the demo plays eight hosts and a tab', () => assert.equal(hosts.length, 9));

  for (const host of hosts.map(([, name]) => name).filter((name) => name !== 'tab'))
    it(`V1 V4 ${host} hears one result and one redirect`, async () => {
      const view = await open(host, 'quartz_scale');
      const closed = view.waitForEvent('close');
      await widgetOn(view).signIn('ok@example.com');
      await closed;
      await page.getByText('Quartz Scale is connected').waitFor();
      assert.deepEqual(await heard(), ['svc-link:result', 'navigation']);
      assert.deepEqual(profile.complaints, []);
    });

  it('V1 V3 V4 several by one token, one of them in the system’s browser, are one result and one redirect', async () => {
    await page.goto(`${servers.demo}/webview.html?host=react-native&multiple=on`);
    const [view] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Add a device' }).click(),
    ]);
    const widget = widgetOn(view);
    await widget.choose('Aurora Ring');
    await widget.button('Continue to Aurora Ring').click();
    const [tab] = await Promise.all([
      profile.context.waitForEvent('page'),
      page.getByRole('link', { name: 'Open in the system browser' }).click(),
    ]);
    await tab.getByRole('button', { name: 'Continue' }).click();
    await answerConsent(tab, 'Allow');
    // The tab is at the redirect URL, and the link continues in the webview.
    await widget.sees('Aurora Ring is connected');
    await page.getByRole('log').getByText('navigation', { exact: true }).waitFor();
    assert.deepEqual(await heard(), ['svc-link:open-external', 'navigation']);
    await widget.button('Connect another').click();
    await widget.choose('Quartz Scale');
    await widget.signIn('ok@example.com');
    await widget.sees('Quartz Scale is connected');
    const closed = view.waitForEvent('close');
    await widget.press('Done');
    await closed;
    await page.getByText('Quartz Scale is connected').waitFor();
    assert.deepEqual((await heard()).slice(2), ['svc-link:result', 'navigation']);
    const message = await page.getByRole('log').getByText('"results":').textContent();
    const { results } = JSON.parse(message!);
    assert.deepEqual(
      results.map(({ provider }: { provider: string }) => provider),
      ['aurora_ring', 'quartz_scale'],
    );
    assert.deepEqual((await readConnections(page)).providers.map(({ slug }) => slug).sort(), [
      'aurora_ring',
      'quartz_scale',
    ]);
    assert.deepEqual(profile.complaints, []);
  });

  it('V3 OAuth goes through the system’s browser', async () => {
    const view = await open('react-native', 'aurora_ring');
    await widgetOn(view).button('Continue to Aurora Ring').click();
    const external = page.getByRole('link', { name: 'Open in the system browser' });
    await external.waitFor();
    assert.equal(profile.context.pages().length, 2);
    // A link with rel=noopener opens a page that does not count as this page's popup.
    const [tab] = await Promise.all([profile.context.waitForEvent('page'), external.click()]);
    const closed = view.waitForEvent('close');
    await tab.getByRole('button', { name: 'Continue' }).click();
    await answerConsent(tab, 'Allow');
    await closed;
    await page.getByText('Aurora Ring is connected').waitFor();
    const types = await heard();
    assert.equal(types[0], 'svc-link:open-external');
    assert.equal(types.filter((type) => type === 'svc-link:result').length, 1);
    assert.deepEqual(profile.complaints, []);
  });
});
