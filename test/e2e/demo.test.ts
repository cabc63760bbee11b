// The demo's pages and the team backend behind them.
import assert from 'node:assert/strict';
import { expect, type Page } from '@playwright/test';
import { modes, overlays } from './all-modes.js';
import type { Profile } from './chromium.js';
import { startServers, type Servers } from './servers.js';
import { beforeEach, describe, it } from './test.js';
import { widgetOn, type Widget } from './widget.js';

describe('the demo', () => {
  let servers: Servers, profile: Profile, page: Page, widget: Widget;

  beforeEach(({ visitor }) => {
    ({ servers, profile, page, widget } = visitor);
  });

  it('opens every page without a complaint and leads to the next', async () => {
    await page.goto(servers.demo);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Try it inline' }).click();
    await widget.sees('Choose a device or app');
    for (const name of ['Dialog', 'Popover']) {
      await page.getByRole('link', { name, exact: true }).click();
      // The button is there before its script: this waits for both.
      await page.waitForURL(`${servers.demo}/${name.toLowerCase()}.html`);
      await page.getByRole('button', { name: 'Add a device' }).click();
      await widget.sees('Choose a device or app');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    for (const name of ['Frame', 'Window', 'Redirect', 'Webview']) {
      const link = page.getByRole('link', { name, exact: true });
      await link.click();
      await page.waitForURL(`${servers.demo}/${name.toLowerCase()}.html`);
      assert.equal(await link.getAttribute('aria-current'), 'page');
      await page.getByRole('button', { name: 'Add a device' }).waitFor();
    }
    await page.goto(`${servers.demo}/done.html`);
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    assert.deepEqual(profile.complaints, []);
  });

  it('links a provider with the lines that README begins with', async () => {
    await page.goto(`${servers.demo}/hello.html`);
    const said = page.waitForEvent('console', (message) => message.type() === 'log');
    await widget.choose('Quartz Scale');
    await widget.signIn('ok@example.com');
    assert.equal((await said).text(), 'connected quartz_scale');
    assert.deepEqual(profile.complaints, []);
  });

  for (const width of [320, 1280])
    it(`fits into ${width} pixels`, async () => {
      await page.setViewportSize({ width, height: 800 });
      for (const name of ['index', ...modes, 'webview', 'done']) {
        await page.goto(`${servers.demo}/${name}.html`);
        const isOver = overlays.some((mode) => mode === name);
        if (isOver) await page.getByRole('button', { name: 'Add a device' }).click();
        if (isOver || name === 'inline') await widget.sees('Choose a device or app');
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        assert.ok(overflow <= 0, `${name} is ${overflow} px too wide`);
      }
    });

  it('shows what the element dispatches', async () => {
    await page.goto(`${servers.demo}/inline.html?provider=quartz_scale`);
    await widget.signIn('ok@example.com');
    await widget.sees('Quartz Scale is connected');
    const log = page.getByRole('log');
    await log.getByText('svc-success', { exact: true }).waitFor();
    await log.getByText('svc-exit', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await log.getByText('svc-exit', { exact: true }).waitFor({ state: 'detached' });
  });

  it('copies a user name that does something', async () => {
    await profile.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${servers.demo}/inline.html`);
    await page.getByRole('button', { name: 'twice@example.com' }).click();
    await page.getByText('Copied twice@example.com').waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'twice@example.com');
  });

  it('takes its settings from the address and puts them there', async () => {
    await page.goto(`${servers.demo}/inline.html?theme=dark&dir=rtl`);
    assert.equal(await page.evaluate(() => document.documentElement.dir), 'rtl');
    assert.equal(await page.getByRole('combobox', { name: 'Theme' }).inputValue(), 'dark');
    assert.equal(
      await page.evaluate(() => window.getComputedStyle(document.documentElement).colorScheme),
      'dark',
    );
    await page.getByRole('combobox', { name: 'Provider' }).selectOption('Quartz Scale');
    assert.equal(new URL(page.url()).search, '?provider=quartz_scale&theme=dark&dir=rtl');
    assert.equal(await widget.link.getAttribute('provider'), 'quartz_scale');
  });

  it('helps with what the app knows of a provider', async () => {
    await page.goto(`${servers.demo}/inline.html?provider=xenon_pump`);
    await widget.link.getByLabel('Email').waitFor();
    // The last thing that the page does: until then it knows no provider to keep.
    await page.locator('select[name=provider] option').nth(1).waitFor({ state: 'attached' });
    await page.getByRole('checkbox', { name: 'help for Xenon Pump' }).check();
    await widget.link.getByLabel('Pump name').waitFor();
    await widget.shows('Your clinic gave you a pump name and a PIN.');
  });

  it('gives a visitor the same unfinished token, and another one when asked', async () => {
    await page.goto(`${servers.demo}/inline.html`);
    // The page has requested its own token by then.
    await widget.link.getByLabel('Search').waitFor();
    const ask = (body: object) =>
      page.evaluate(async (json) => {
        const response = await fetch('/demo/link-token', { method: 'POST', body: json });
        return (await response.json()).link_token;
      }, JSON.stringify(body));
    const first = await ask({});
    assert.equal(await ask({}), first);
    assert.notEqual(await ask({ fresh: true }), first);
    const restricted = await ask({ filter_on_providers: ['quartz_scale'] });
    assert.notEqual(restricted, first);
    assert.equal(await ask({ filter_on_providers: ['quartz_scale'] }), restricted);
  });

  it('gives the same token more time when the widget asks to extend it', async () => {
    await page.goto(`${servers.demo}/done.html`);
    const ask = (reason: string) =>
      page.evaluate(async (body) => {
        const response = await fetch('/demo/link-token', { method: 'POST', body });
        return response.json();
      }, JSON.stringify({ reason }));
    const first = await ask('start');
    const extended = await ask('extend');
    assert.equal(extended.link_token, first.link_token);
    assert.equal(Date.parse(extended.expires_at), Date.parse(first.expires_at) + 3_600_000);
    assert.deepEqual(await ask('start'), extended);
  });

  it('takes what a redirect brought out of the address and asks its server', async () => {
    const ask = (body: object) =>
      page.evaluate(async (json) => {
        const response = await fetch('/demo/link-token', { method: 'POST', body: json });
        return response.json();
      }, JSON.stringify(body));
    await page.goto(`${servers.demo}/done.html`);
    const { link_session_id } = await ask({});
    const query = new URLSearchParams({ state: 'success', provider: 'aurora_ring', link_session_id });
    await page.goto(
      `${servers.demo}/redirect.html?theme=dark&provider=quartz_scale&${query}&confirm_code=made-up`,
    );
    // The address says success, but the server knows better.
    await page.getByText('This link does not wait for a confirmation').waitFor();
    assert.equal(page.url(), `${servers.demo}/redirect.html?theme=dark&provider=quartz_scale`);
    await page.goto(`${servers.demo}/redirect.html?${query}`);
    await page.getByText('Nothing is connected').waitFor();
    const other = await servers.newToken();
    query.set('link_session_id', other.link_session_id);
    await page.goto(`${servers.demo}/redirect.html?${query}`);
    await page.getByText('This link was made for somebody else.').waitFor();
  });

  it('passes nothing on for another site, and nothing but what the hosted page needs', async () => {
    const start = (path: string, headers: Record<string, string>) =>
      fetch(servers.demo + path, { method: 'POST', headers, body: '{}' });
    const path = '/webview/react-native/v2/link/start';
    assert.equal((await start(path, { origin: 'https://evil.example' })).status, 403);
    assert.equal((await start(path, { origin: servers.demo })).status, 401);
    for (const other of ['user', 'link/token', 'link/session/x', 'link/start/../token'])
      assert.equal((await start(`/webview/react-native/v2/${other}`, {})).status, 404, other);
  });

  it('plays an app, which hears one result and one redirect and asks its server', async () => {
    await page.goto(
      `${servers.demo}/webview.html?host=wkwebview&provider=quartz_scale&confirm=host&redirect=app`,
    );
    await page
      .getByRole('combobox', { name: 'Provider' })
      .getByText('Quartz Scale')
      .waitFor({ state: 'attached' });
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Add a device' }).click();
    const webview = await opened;
    const dismissed = webview.waitForEvent('close');
    await widgetOn(webview).signIn('ok@example.com');
    await dismissed;
    await page.getByText('Quartz Scale is connected').waitFor();
    const types = await page
      .getByRole('log')
      .getByRole('listitem')
      .evaluateAll((items) => items.map(({ dataset }) => dataset.type).filter((type) => type !== 'server'));
    assert.deepEqual(types.reverse(), ['svc-link:result', 'navigation']);
    assert.deepEqual(profile.complaints, []);
  });

  it('makes no token for another site', async () => {
    const response = await fetch(`${servers.demo}/demo/link-token`, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
    });
    assert.equal(response.status, 403);
    assert.equal((await response.json()).link_token, undefined);
  });

  it('starts again with a new token after it let the old one expire', async () => {
    await page.goto(`${servers.demo}/inline.html?provider=quartz_scale`);
    await widget.sees('Connect Quartz Scale');
    await page.getByRole('button', { name: 'Let the token expire' }).click();
    await page.getByText('the token has expired').waitFor();
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByText('The element has a new token.').waitFor();
    await widget.signIn('ok@example.com');
    await widget.sees('Quartz Scale is connected');
  });

  it('has switches for several connections by one token, and for ending them', async () => {
    await page.goto(`${servers.demo}/inline.html`);
    for (const name of ['multiple', 'manage']) {
      // The last thing that the page does: until then it reads the switches.
      await page.locator('select[name=provider] option').nth(1).waitFor({ state: 'attached' });
      const reloaded = page.waitForEvent('load');
      const box = page.getByRole('checkbox', { name: new RegExp(`^${name}`) });
      // Not `check()`, which looks at the box again in the next page, before that page's script has set it.
      await box.click();
      await reloaded;
      await expect(box).toBeChecked();
    }
    assert.match(page.url(), /\?multiple=on&manage=on$/);
    for (const name of ['Quartz Scale', 'Tundra Watch']) {
      await widget.button(new RegExp(`^${name}`)).click();
      await widget.signIn('ok@example.com');
      await widget.sees(`${name} is connected`);
      // The page's own message about it then moves the widget.
      await page.locator('.connections').getByText(name).waitFor();
      await widget.press('Connect another');
    }
    const listed = page.locator('.connections').getByText('Quartz Scale');
    await widget.press('Disconnect Quartz Scale');
    await widget.sees('Disconnect Quartz Scale now?');
    await widget.press('Disconnect Quartz Scale');
    await listed.waitFor({ state: 'detached' });
    await page.getByRole('log').getByText('svc-disconnect', { exact: true }).waitFor();
    assert.deepEqual(profile.complaints, []);
  });

  it('serves nothing but its pages', async () => {
    for (const path of ['/nothing.html', '/../server.ts', '/%2e%2e/server.ts', '/.env', '/demo/nothing'])
      assert.equal((await fetch(servers.demo + path)).status, 404, path);
  });
});

describe('the demo without the service', () => {
  it('says how to start it', async ({ page }) => {
    const servers = await startServers();
    try {
      await servers.stopService();
      await page.goto(`${servers.demo}/inline.html`);
      await page.getByRole('alert').getByText(`The service does not answer at ${servers.service}.`).waitFor();
    } finally {
      await servers.stop();
    }
  });
});
