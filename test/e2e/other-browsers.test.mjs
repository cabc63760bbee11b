// The main ways through in Firefox and WebKitGTK, where this machine has them.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launch } from 'puppeteer-core';
import { findFirefox, findWebKit } from '../../scripts/browsers.mjs';
import { WebDriver } from '../../scripts/webdriver.mjs';
import { startServers } from './servers.mjs';

const heading = (name) =>
  `[...(document.querySelector('svc-link')?.shadowRoot?.querySelectorAll('h1,h2,h3') ?? [])].some((h) => h.textContent.replace(/\\s+/g, ' ').trim() === ${JSON.stringify(name)})`;
const closing = (error) => {
  if (!/clos|no such window|detached|destroyed/i.test(String(error))) throw error;
};

describe('Firefox', { timeout: 120_000, skip: !findFirefox() }, () => {
  let servers, browser;

  before(async () => {
    servers = await startServers();
    browser = await launch({
      browser: 'firefox',
      executablePath: findFirefox(),
      // Puppeteer lets every window open; people's Firefox does not.
      extraPrefsFirefox: { 'dom.disable_open_during_load': true },
    });
  });
  after(async () => {
    await browser?.close();
    await servers?.stop();
  });

  const visit = async (provider) => {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    await page.goto(`${servers.demo}/inline.html?provider=${provider}`);
    return {
      page,
      sees: (name) => page.waitForFunction(heading(name)),
      click: (selector) => page.locator(`svc-link >>> ${selector}`).click(),
      fill: (selector, text) => page.locator(`svc-link >>> ${selector}`).fill(text),
      close: () => context.close(),
    };
  };

  it('links with a password and a code', async () => {
    const { sees, click, fill, close } = await visit('quartz_scale');
    await sees('Connect Quartz Scale');
    await fill('[part~=username-input]', 'sms@example.com');
    await fill('[part~=password-input]', 'good-firefox');
    await click('[part=submit]');
    await sees('Enter your code');
    await fill('[part~=code-input]', '123456');
    await click('[part=submit]');
    await sees('Quartz Scale is connected');
    await close();
  });

  for (const [provider, name] of [
    ['aurora_ring', 'Aurora Ring'],
    ['fjord_band', 'Fjord Band'],
  ])
    it(`links through the page of ${provider}`, async () => {
      const { page, sees, click, close } = await visit(provider);
      await sees(`Connect ${name} to Northwind Health`);
      const opened = new Promise((resolve) => page.once('popup', resolve));
      await click('[part=action]');
      const popup = await opened;
      await popup.locator('button[value=allow]').click().catch(closing);
      await sees(`${name} is connected`);
      await close();
    });
});

describe('WebKitGTK', { timeout: 120_000, skip: !findWebKit() }, () => {
  let servers, driver, main;

  before(async () => {
    servers = await startServers();
    driver = await WebDriver.start(findWebKit());
    main = await driver.window();
  });
  after(async () => {
    await driver?.stop();
    await servers?.stop();
  });

  /** Asks again until there is an answer; a WebDriver has no events. */
  const until = async (probe) => {
    const end = Date.now() + 15_000;
    for (;;) {
      const value = await probe().catch(() => undefined);
      if (value) return value;
      assert.ok(Date.now() < end, `timed out: ${probe}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const sees = (name) => until(() => driver.evaluate(`return ${heading(name)}`));
  const part = (name) => `document.querySelector('svc-link').shadowRoot.querySelector('[part~=${name}]')`;
  const visit = (provider) => driver.goto(`${servers.demo}/inline.html?provider=${provider}`);

  /** A real click, which counts as a person's. */
  async function click(name) {
    const { x, y } = await driver.evaluate(
      `const e = ${part(name)}; e.scrollIntoView({ block: 'center' });
       const r = e.getBoundingClientRect(); return { x: r.x + r.width / 2, y: r.y + r.height / 2 };`,
    );
    await driver.pointer(
      { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    );
  }
  async function fill(name, text) {
    await click(name);
    await driver.keys([...text]);
  }

  it('links with a password and a code', async () => {
    await visit('quartz_scale');
    await sees('Connect Quartz Scale');
    await fill('username-input', 'sms@example.com');
    await fill('password-input', 'good-webkit');
    await driver.keys(['Enter']);
    await sees('Enter your code');
    await fill('code-input', '123456');
    await driver.keys(['Enter']);
    await sees('Quartz Scale is connected');
  });

  for (const [provider, name] of [
    ['aurora_ring', 'Aurora Ring'],
    ['fjord_band', 'Fjord Band'],
  ])
    it(`links through the page of ${provider}`, async () => {
      await visit(provider);
      await sees(`Connect ${name} to Northwind Health`);
      await click('action');
      const popup = await until(async () => (await driver.windows()).find((handle) => handle !== main));
      await driver.switchTo(popup);
      const allow = await until(() => driver.find('button[value=allow]'));
      await driver.click(allow).catch(closing);
      await driver.switchTo(main);
      await sees(`${name} is connected`);
      await until(async () => (await driver.windows()).length === 1);
    });
});
