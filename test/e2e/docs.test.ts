// The documentation as people read it: every page complete, its examples working, its quick start true word for word.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { Profile } from './chromium.js';
import type { Servers } from './servers.js';
import { beforeEach, describe, it, test } from './test.js';
import type { Widget } from './widget.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds in the page around the widget. The widget has tests of its own. */
const violations = (page: Page) =>
  page.evaluate(async () => {
    const { violations: found } = await window.axe.run(
      { exclude: [['svc-link']] },
      { resultTypes: ['violations'] },
    );
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
  });

/** Adds up how far a page moves by itself, and notices when its live samples are ready. */
const watchShift = () => {
  window.shift = 0;
  new PerformanceObserver((list) => {
    // Only entries of this type are observed.
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      window.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  window.ready = 0;
  window.addEventListener('svc-ready', () => window.ready++, true);
};
/** How far the page has moved when its samples are ready. */
const shiftUntilSamplesStand = async () => {
  const { length } = document.querySelectorAll('svc-link:not([mode])');
  while (window.ready < length)
    await new Promise((resolve) =>
      window.addEventListener('svc-ready', resolve, { once: true, capture: true }),
    );
  return window.shift;
};

/** The usual check looks closely at these pages: prose, tables and live examples. The long check does so at every page. */
const samples = ['', 'attributes', 'security'];

describe('the documentation', () => {
  let servers: Servers, profile: Profile, page: Page, widget: Widget;
  /** Opens a page, and waits until its buttons do something: they are there before Vue is. */
  const open = async (slug: string) => {
    await page.goto(`${servers.demo}/docs/${slug}`);
    await page.waitForFunction(() => '__vue_app__' in document.querySelector('#app')!);
  };

  test.use({ profileOptions: { viewport: { width: 1280, height: 900 } } });
  beforeEach(({ visitor }) => {
    ({ servers, profile, page, widget } = visitor);
  });

  it('links a provider by its quick start, word for word', async () => {
    const text = readFileSync('docs/quick-start.md', 'utf8');
    const said = (pattern: RegExp) => pattern.exec(text)![1];
    const address = said(/<(http:\/\/localhost:5173\/[^>]+)>/);
    const console = page.waitForEvent('console', (message) => message.type() === 'log');
    await page.goto(address.replace('http://localhost:5173', servers.demo));
    await widget.choose(said(/Choose \*\*([^*]+)\*\*/));
    await widget.signIn(said(/Sign in as `([^`]+)`/), said(/with the password `([^`]+)`/));
    await widget.answerCode(said(/Answer the code with `([^`]+)`/));
    await widget.sees(said(/The page says _([^_]+)_/));
    assert.equal((await console).text(), said(/the console `([^`]+)`/));
    assert.deepEqual(profile.complaints, []);
  });

  /** There are many pages, so each of these tests takes some of them. */
  const parts = 4;
  for (const part of Array(parts).keys())
    it(`opens every page without a complaint, readable for everybody, on a phone too (${part + 1} of ${parts})`, async () => {
      await page.addInitScript(watchShift);
      await open('');
      const addresses = await page
        .locator('#VPSidebarNav a')
        .evaluateAll((links: HTMLAnchorElement[]) => links.map(({ href }) => href));
      assert.ok(addresses.length > 15);
      const all = [`${servers.demo}/docs/`, ...addresses];
      for (const address of all.filter((_, at) => at % parts === part)) {
        await page.setViewportSize({ width: 1280, height: 900 });
        await page.emulateMedia({ colorScheme: 'light' });
        await page.goto(address);
        assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1, address);
        const shift = await page.evaluate(shiftUntilSamplesStand);
        assert.ok(shift <= 0.02, `${address} moves by ${shift}`);
        const looksClosely = process.env.LONG || samples.includes(address.split('/docs/')[1]);
        if (looksClosely) {
          await page.evaluate(axe);
          assert.deepEqual(await violations(page), [], `${address}, light`);
        }
        await page.setViewportSize({ width: 320, height: 640 });
        if (looksClosely) {
          await page.emulateMedia({ colorScheme: 'dark' });
          // If colours change slowly, the colours in between must not be judged.
          await page.reload();
          await page.evaluate(axe);
          assert.deepEqual(await violations(page), [], `${address}, dark, 320 px`);
        }
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        assert.ok(overflow <= 0, `${address} is ${overflow} px too wide`);
      }
      assert.deepEqual(profile.complaints, []);
    });

  it('has its contents in their place before the text has come', async () => {
    await open('security');
    const contents = page.locator('.VPDoc .aside-container');
    const before = await contents.boundingBox();
    assert.ok(before);
    await page
      .locator('.VPDoc .container > .content')
      .evaluate((content: HTMLElement) => (content.style.display = 'none'));
    assert.deepEqual(await contents.boundingBox(), before);
  });

  it('shows what the live widget dispatches', async () => {
    await open('events');
    await widget.choose('Quartz Scale');
    await widget.signIn('ok@example.com');
    await widget.sees('Quartz Scale is connected');
    await page.getByRole('log').getByText('svc-exit', { exact: true }).waitFor();
  });

  it('lays the CSS of an example over that example', async () => {
    await open('variables');
    const css = await page.locator('[data-live] .language-css code').first().textContent();
    const [, radius] = /--svc-link-radius: ([^;]+);/.exec(css!)!;
    const submit = widget.button('Connect Quartz Scale');
    await submit.waitFor();
    assert.equal(await submit.evaluate((button) => window.getComputedStyle(button).borderRadius), radius);
  });

  it('switches attributes, and the code says so', async () => {
    await open('attributes');
    const example = page.locator('[data-live]').first();
    await example.getByRole('combobox', { name: 'locale' }).selectOption('de');
    await example.getByRole('checkbox', { name: 'without-search' }).check();
    await example.getByRole('combobox', { name: 'mode' }).selectOption('dialog');
    assert.equal(
      await example.locator('.language-html code').textContent(),
      `<svc-link\n  base-url="${servers.service}"\n  mode="dialog"\n  locale="de"\n  without-search\n></svc-link>`,
    );
    await example.getByRole('button', { name: 'Gerät oder App verbinden' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Aurora Ring/ })
      .waitFor();
    assert.equal(await page.getByRole('dialog').getByRole('searchbox').count(), 0);
    assert.deepEqual(profile.complaints, []);
  });

  it('copies code, and finds a heading by its words', async () => {
    await profile.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open('quick-start');
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('status').getByText('Copied').waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'npm ci\nnpm start');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('#localsearch-input').fill('token_consumed');
    await page.getByRole('option', { name: 'token_consumed' }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${servers.demo}/docs/errors#token_consumed`);
    await page.locator('#token_consumed').waitFor();
  });

  it('keeps its theme, and opens its contents on a phone', async () => {
    await open('security');
    await page.getByRole('switch', { name: 'Dark theme' }).click();
    await open('events');
    await page.getByRole('switch', { name: 'Dark theme', checked: true }).waitFor();
    const scheme = () => page.evaluate(() => window.getComputedStyle(document.documentElement).colorScheme);
    assert.equal(await scheme(), 'dark');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Contents' }).click();
    await page.getByRole('link', { name: 'Quick start', exact: true }).click();
    await page.waitForURL(`${servers.demo}/docs/quick-start`);
  });

  it('leads from each page to its Markdown, and says so to programs', async () => {
    await open('providers/oura');
    await page.getByRole('link', { name: 'Events' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
    const asMarkdown = page.getByRole('link', { name: 'This page as Markdown' });
    const [answer] = await Promise.all([page.waitForResponse(/\.md$/), asMarkdown.click()]);
    assert.equal(answer.url(), `${servers.demo}/docs/events.md`);
    assert.equal(answer.headers()['content-type'], 'text/markdown; charset=utf-8');
    assert.match(await answer.text(), /^# Events\n/);
    await open('providers/oura');
    const alternate = page.locator('link[rel=alternate][type="text/markdown"]');
    const address = await alternate.evaluate((link: HTMLLinkElement) => link.href);
    assert.match(await (await fetch(address)).text(), /^# Oura\n/);
    const list = await fetch(`${servers.demo}/docs/llms.txt`);
    assert.equal(list.headers.get('content-type'), 'text/plain; charset=utf-8');
  });

  it('serves nothing but its pages', async () => {
    for (const path of ['nothing', '../package.json', '%2e%2e/package', 'README'])
      assert.equal((await fetch(`${servers.demo}/docs/${path}`)).status, 404, path);
  });
});
