// The demo's pages and the team backend behind them.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { launchChromium, openProfile } from './chromium.mjs';
import { startServers } from './servers.mjs';
import { widgetOn } from './widget.mjs';

describe('the demo', { timeout: 120_000 }, () => {
  let servers, browser, profile, page, widget;

  before(async () => {
    [servers, browser] = await Promise.all([startServers(), launchChromium()]);
  });
  after(async () => {
    await browser?.close();
    await servers?.stop();
  });
  beforeEach(async () => {
    profile = await openProfile(browser);
    page = await profile.newPage();
    widget = widgetOn(page);
  });
  afterEach(() => profile.close());

  it('opens every page without a complaint and leads to the next', async () => {
    await page.goto(servers.demo);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Try it inline' }).click();
    await widget.sees('Choose a device or app');
    for (const name of ['Dialog', 'Popover']) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('button', { name: 'Add a device' }).click();
      await widget.sees('Choose a device or app');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
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
      for (const name of ['/', '/inline.html', '/dialog.html', '/popover.html']) {
        await page.goto(servers.demo + name);
        if (name === '/dialog.html' || name === '/popover.html')
          await page.getByRole('button', { name: 'Add a device' }).click();
        if (name !== '/') await widget.sees('Choose a device or app');
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

  it('gives a visitor the same unfinished token, and another one when asked', async () => {
    await page.goto(`${servers.demo}/inline.html`);
    const ask = (body) =>
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

  it('serves nothing but its pages', async () => {
    for (const path of ['/nothing.html', '/../server.ts', '/%2e%2e/server.ts', '/.env', '/demo/nothing'])
      assert.equal((await fetch(servers.demo + path)).status, 404, path);
  });
});

describe('the demo without the service', { timeout: 60_000 }, () => {
  it('says how to start it', async () => {
    const servers = await startServers();
    const browser = await launchChromium();
    try {
      await servers.stopService();
      const page = await browser.newPage();
      await page.goto(`${servers.demo}/inline.html`);
      await page.getByRole('alert').getByText(`The service does not answer at ${servers.service}.`).waitFor();
    } finally {
      await browser.close();
      await servers.stop();
    }
  });
});
