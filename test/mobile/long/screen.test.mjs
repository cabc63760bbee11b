// The component and the hook of svc-link-react-native on a screen: react-native-web in Chromium, a real service's hosted page
// in a page that stands for the webview, and browser tabs in place of the system's. Webview and browser share no cookies.
import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { findChromium } from '../../../scripts/chromium.mjs';
import { servePages, startService } from '../../e2e/servers.ts';
import { widgetOn } from '../../e2e/widget.ts';
import { installApp } from './installed.mjs';

const redirectUrl = 'https://app.example.com/linked';

/** Builds the app as a page. */
async function bundleApp(folder) {
  const app = path.join(folder, 'app');
  cpSync(path.join(import.meta.dirname, 'app'), app, { recursive: true });
  const { output } = await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"', __DEV__: 'true' },
    oxc: { jsx: { runtime: 'automatic' } },
    resolve: {
      alias: [
        { find: /^react-native$/, replacement: 'react-native-web' },
        { find: /^react-native-webview$/, replacement: path.join(app, 'native-webview.tsx') },
      ],
    },
    build: { write: false, minify: false, rolldownOptions: { input: path.join(app, 'app.tsx') } },
  });
  const { fileName, code } = output.find(({ isEntry }) => isEntry);
  const html = `<!doctype html><html lang="en"><title>App</title><link rel="icon" href="data:,">
    <div id="root" style="height: 100vh; display: flex"></div><script type="module" src="/${fileName}"></script>`;
  return { '/': { body: html }, [`/${fileName}`]: { type: 'text/javascript', body: code } };
}

describe('a screen of React Native', () => {
  let installed, service, browser, server;
  let phone, view, page, tabs, visited;

  beforeAll(async () => {
    installed = installApp();
    const { args, ...options } = await findChromium();
    [service, server, browser] = await Promise.all([
      startService(),
      bundleApp(installed.folder).then(servePages),
      // An app may open a browser without a press.
      chromium.launch({ ...options, args: [...args, '--disable-popup-blocking'] }),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([server?.stop(), service?.stop()]);
    installed?.remove();
  });

  beforeEach(async () => {
    [phone, view] = await Promise.all([browser.newContext(), browser.newContext()]);
    [tabs, visited] = [[], []];
    page = await phone.newPage();
    phone.on('page', (tab) => tabs.push(tab));
    // The system opens the app for its links.
    await phone.route(`${redirectUrl}*`, async (route) => {
      const url = route.request().url();
      await route.fulfill({ contentType: 'text/html', body: 'The app is opened.' });
      await page.evaluate((url) => window.comeByLink(url), url);
    });
  });
  afterEach(() => Promise.all([phone.close(), view.close()]));

  /** Plays the native view, and starts the app with a link. */
  async function start(token) {
    const inside = await view.newPage();
    await inside.exposeBinding('tellApp', ({ frame }, data) =>
      page.evaluate(([data, url]) => window.fromView.message(data, url), [data, frame.url()]),
    );
    await inside.addInitScript(() => {
      if (window.top === window)
        window.ReactNativeWebView = { postMessage: (data) => void window.tellApp(data) };
    });
    await inside.route('**/*', async (route) => {
      const request = route.request();
      if (!request.isNavigationRequest()) return route.continue();
      const isTopFrame = request.frame() === inside.mainFrame();
      visited.push(request.url().split('?')[0]);
      const may = await page.evaluate(
        ([url, isTopFrame]) => window.fromView.mayLoad(url, isTopFrame),
        [request.url(), isTopFrame],
      );
      return may ? route.continue() : route.abort();
    });
    await page.exposeBinding('openView', async (_source, url) => void inside.goto(url).catch(() => {}));
    await page.exposeBinding('runInView', (_source, script) => inside.evaluate(script));
    const made = await service.newToken({ redirect_url: redirectUrl, app_name: 'Northwind', ...token });
    await page.addInitScript((link) => (window.link = link), {
      linkWebUrl: made.link_web_url,
      redirectUrl,
    });
    await page.goto(server.origin);
    return { made, inside, widget: widgetOn(inside) };
  }
  const press = (name) => page.getByRole('button', { name }).click();
  /** Waits for the outcome, and returns it. There must be only one. */
  async function outcome() {
    await page.getByText('1 ended').waitFor();
    const all = await page.evaluate(() => window.outcomes);
    assert.equal(all.length, 1);
    return all[0];
  }
  const sessionOf = ({ linkSessionId }) => service.ask('GET', `/v2/link/session/${linkSessionId}`);
  const nextTab = () => phone.waitForEvent('page');

  it('links by a password in the webview, and gets the outcome once', async () => {
    const { made, widget } = await start({ provider: 'quartz_scale' });
    await press('Connect here');
    await widget.signIn('ok@example.com');
    const ended = await outcome();
    assert.deepEqual(
      [ended.state, ended.linkSessionId, ended.provider, ended.results.length],
      ['success', made.link_session_id, 'quartz_scale', 1],
    );
    assert.equal((await sessionOf(ended)).connected, true);
    assert.equal(tabs.length, 0);
  });

  it('links by OAuth from the webview in a tab, whose code the server confirms', async () => {
    const { made, widget } = await start({ provider: 'aurora_ring', confirm: 'host' });
    await press('Connect here');
    const [tab] = await Promise.all([nextTab(), widget.press(/^Continue/)]);
    await tab.getByRole('button', { name: /^Continue/ }).click();
    await tab.getByRole('button', { name: 'Allow', exact: true }).click();
    const ended = await outcome();
    assert.deepEqual([ended.state, ended.linkSessionId], ['success', made.link_session_id]);
    assert.match(ended.confirmCode, /^[\w-]+$/);
    const confirmed = await service.ask('POST', `/v2/link/session/${ended.linkSessionId}/confirm`, {
      confirm_code: ended.confirmCode,
    });
    assert.equal(confirmed.connected, true);
    // The webview itself was never at the provider.
    assert.deepEqual(
      visited.filter((url) => !url.startsWith(`${service.service}/link/`) && url !== redirectUrl),
      [],
    );
  });

  it('gets the code of a tab that the person left for the app before they finished', async () => {
    const { widget } = await start({ provider: 'aurora_ring', confirm: 'host' });
    await press('Connect here');
    const [tab] = await Promise.all([nextTab(), widget.press(/^Continue/)]);
    await tab.getByRole('button', { name: /^Continue/ }).click();
    await page.clock.install();
    await page.evaluate(() => {
      for (const state of ['hidden', 'visible']) {
        Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }
    });
    await page.clock.runFor(2000);
    await tab.getByRole('button', { name: 'Allow', exact: true }).click();
    const ended = await outcome();
    assert.deepEqual([ended.state, typeof ended.confirmCode], ['success', 'string']);
  });

  it('links in the browser alone, by the hook', async () => {
    const { made } = await start({ provider: 'quartz_scale' });
    const [tab] = await Promise.all([nextTab(), press('Connect in the browser')]);
    await page.getByText('The browser is open').waitFor();
    await widgetOn(tab).signIn('ok@example.com');
    const ended = await outcome();
    assert.deepEqual([ended.state, ended.linkSessionId], ['success', made.link_session_id]);
    assert.equal((await sessionOf(ended)).connected, true);
  });

  it('shows the page in another view if Android ended the first one', async () => {
    const { made, inside, widget } = await start({ provider: 'quartz_scale' });
    await press('Connect here');
    await widget.button('Close').waitFor();
    // A view whose process has ended shows nothing.
    await inside.goto('about:blank');
    await page.evaluate(() => window.fromView.loseProcess());
    await widget.signIn('ok@example.com');
    const ended = await outcome();
    assert.deepEqual([ended.state, ended.linkSessionId], ['success', made.link_session_id]);
  });

  it("shows a window of the hosted page in the view, and another page's in the browser", async () => {
    const { made, inside, widget } = await start({ provider: 'quartz_scale' });
    await phone.route('https://help.example/', (route) => route.fulfill({ body: 'Help' }));
    await press('Connect here');
    await widget.button('Close').waitFor();
    const [tab] = await Promise.all([
      nextTab(),
      page.evaluate(() => window.fromView.openWindow('https://help.example/')),
    ]);
    await tab.waitForURL('https://help.example/');

    const own = new URL('/link/?again=1', made.link_web_url).href;
    await Promise.all([
      inside.waitForRequest(own),
      page.evaluate((url) => window.fromView.openWindow(url), own),
    ]);
    assert.equal(tabs.length, 1);
  });

  it('is told once that its screen was left', async () => {
    const { widget } = await start({ provider: 'quartz_scale' });
    await press('Connect here');
    await widget.button('Close').waitFor();
    assert.deepEqual(await page.evaluate(() => window.outcomes), []);
    await press('Leave the screen');
    await page.waitForFunction(() => window.outcomes.length > 0);
    assert.deepEqual(await page.evaluate(() => window.outcomes.map(({ state }) => state)), ['closed']);
  });

  it('is told that the person left the webview', async () => {
    const { widget } = await start({ on_close: 'redirect' });
    await press('Connect here');
    await widget.button('Close').click();
    const ended = await outcome();
    assert.deepEqual([ended.state, ended.errorType], ['error', 'user_cancelled']);
  });
});
