// The documentation as files only, as `npm run docs:static` writes them: from any server, in a folder, and without a service.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { axeFaults } from './accessibility/axe.js';
import { overlays } from './all-modes.js';
import type { Profile } from './chromium.js';
import { servePages, type ServedPage } from './servers.js';
import { afterAll, beforeAll, beforeEach, describe, it, test } from './test.js';
import { answerConsent, widgetOn } from './widget.js';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const [own] = /^\d+\.\d+/.exec(version)!;

describe('the documentation as files', () => {
  let out: string, origin: string, stop: () => Promise<void>, profile: Profile;
  const files = () =>
    readdirSync(out, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(out, path.join(entry.parentPath, entry.name)));

  beforeAll(async () => {
    out = mkdtempSync(path.join(tmpdir(), 'svc-site-'));
    // A version that was published before.
    mkdirSync(path.join(out, 'v0.0'));
    writeFileSync(
      path.join(out, 'v0.0/index.html'),
      '<!doctype html><title>v0.0</title><h1>Version 0.0</h1>',
    );
    execFileSync(process.execPath, ['--import', 'tsx', 'scripts/site.mjs', '--out', out], { stdio: 'pipe' });
    const pages: Record<string, ServedPage> = {};
    for (const file of files()) {
      const page = { type: types[path.extname(file)], body: readFileSync(path.join(out, file)) };
      pages[`/guide/${file}`] = page;
      if (path.basename(file) === 'index.html') pages[`/guide/${file.slice(0, -'index.html'.length)}`] = page;
    }
    ({ origin, stop } = await servePages(pages));
  });
  afterAll(async () => {
    await stop?.();
    rmSync(out, { recursive: true, force: true });
  });
  beforeEach(({ profile: opened }) => {
    profile = opened;
  });

  it('leads to files with every link, script and style of every page', () => {
    const there = new Set(files());
    for (const file of there) {
      if (!file.endsWith('.html')) continue;
      const html = readFileSync(path.join(out, file), 'utf8');
      for (const [, address] of html.matchAll(/ (?:href|src)="([^"#]+)(?:#[^"]*)?"/g)) {
        if (/^[a-z]+:/.test(address)) continue;
        const target = path.join(path.dirname(file), decodeURI(address));
        assert.ok(
          there.has(address.endsWith('/') ? path.join(target, 'index.html') : target),
          `${file}: ${address}`,
        );
      }
    }
  });

  it('runs its live samples in the page, and says so', async ({ page }) => {
    const asked: string[] = [];
    profile.context.on('request', (request) => asked.push(request.url()));
    await page.goto(`${origin}/guide/latest/events.html`);
    await page.getByText('Runs against a fictional service in this page').waitFor();
    const widget = widgetOn(page);
    await widget.choose('Quartz Scale');
    await widget.signIn('ok@example.com');
    await widget.sees('Quartz Scale is connected');
    await page.getByRole('log').getByText('svc-exit', { exact: true }).waitFor();
    const elsewhere = asked.filter(
      (url) => !url.startsWith(`${origin}/guide/latest/`) && !url.startsWith('data:'),
    );
    assert.deepEqual(elsewhere, [`${origin}/guide/versions.json`]);
    // The code is still the code that people copy.
    const code = await page.locator('[data-live] code').first().textContent();
    assert.match(code!, /base-url="http:\/\/127\.0\.0\.1:8787"/);
    assert.deepEqual(profile.complaints, []);
  });

  it('signs in at a provider of OAuth by a window of its own', async ({ page }) => {
    await page.goto(`${origin}/guide/v${own}/index.html`);
    const widget = widgetOn(page);
    await widget.choose('Aurora Ring');
    await answerConsent(await widget.openWindow(/^Continue/), 'Allow');
    await widget.sees('Aurora Ring is connected');
    assert.deepEqual(profile.complaints, []);
  });

  it('shows samples from right to left: by the language around, and with lines of CSS for both directions', async ({
    page,
  }) => {
    const styleOf = (property: 'direction' | 'borderRightWidth' | 'borderLeftWidth') =>
      heading.evaluate((element, name) => window.getComputedStyle(element)[name], property);
    await page.goto(`${origin}/guide/latest/languages.html`);
    let heading = page.locator('section[lang=he]').getByRole('heading', { name: 'בחירת מכשיר או אפליקציה' });
    assert.equal(await styleOf('direction'), 'rtl');
    await page.goto(`${origin}/guide/latest/theming.html`);
    heading = page.locator('svc-link[locale=ar]').getByRole('heading', { name: 'اختيار جهاز أو تطبيق' });
    assert.equal(await styleOf('borderRightWidth'), '4px');
    assert.equal(await styleOf('borderLeftWidth'), '0px');
  });

  it('offers no mode for which the service has to have a page', async ({ page }) => {
    await page.goto(`${origin}/guide/latest/attributes.html`);
    const modes = page.getByRole('combobox', { name: 'mode' }).locator('option');
    assert.deepEqual(await modes.allTextContents(), ['inline', ...overlays]);
    assert.equal(await page.locator('svc-link[mode=window]').count(), 0);
    await page.getByText('This one opens a page of the service').waitFor();
  });

  it('has the pages of the demo that need no service, with a fictional one in the page', async ({ page }) => {
    await page.goto(`${origin}/guide/latest/webhooks.html`);
    await page.getByRole('link', { name: 'Demo' }).click();
    await page.getByRole('link', { name: 'Dialog', exact: true }).click();
    // The button is there before its script: this waits for both.
    await page.waitForURL(`${origin}/guide/latest/demo/dialog.html`);
    await page.getByRole('button', { name: 'Add a device' }).click();
    const widget = widgetOn(page);
    await widget.choose('Aurora Ring');
    await answerConsent(await widget.openWindow(/^Continue/), 'Allow');
    await widget.sees('Aurora Ring is connected');
    await page.goto(`${origin}/guide/latest/demo/inline.html?confirm=host`);
    await widget.choose('Quartz Scale');
    await widget.signIn('ok@example.com');
    await page.locator('#outcome').getByText('Quartz Scale is connected').waitFor();
    await page.locator('#connections').getByText('Quartz Scale').waitFor();
    assert.deepEqual(profile.complaints, []);
  });

  it('lets designers change the theme, and take its CSS', async ({ page }) => {
    await page.goto(`${origin}/guide/latest/demo/theming.html`);
    await page.getByRole('radio', { name: 'Hearth' }).check();
    await page.getByRole('button', { name: 'Wrong password' }).click();
    await page.locator('svc-link:not([inert]) [part~=field-error]').waitFor();
    assert.match(await page.getByRole('textbox', { name: 'Your CSS' }).inputValue(), /svc-link \{/);
    assert.deepEqual(profile.complaints, []);
  });

  it('has the reference of the interface, with its document', async ({ page }) => {
    await page.goto(`${origin}/guide/latest/decisions/0001-session-state-is-the-truth.html`);
    await page.getByRole('link', { name: 'API reference' }).click();
    await page.getByRole('link', { name: 'POST Create a link token' }).click();
    await page.getByRole('heading', { name: 'Create a link token' }).waitFor();
    const document = await page.request.get(
      new URL((await page.getByRole('link', { name: 'openapi.json' }).getAttribute('href'))!, page.url())
        .href,
    );
    assert.match((await document.json()).openapi, /^3\.1/);
    await page.getByRole('link', { name: 'svc-link' }).first().click();
    await page.waitForURL(`${origin}/guide/latest/index.html`);
    assert.deepEqual(profile.complaints, []);
  });

  if (process.env['LONG'])
    it('has no fault that axe finds in what is not made of a document, in light and dark', async ({
      page,
    }) => {
      const faults: string[] = [];
      for (const name of ['404', 'provider', 'reference', 'demo/index', 'demo/inline', 'demo/theming'])
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await page.goto(`${origin}/guide/latest/${name}.html`);
          for (const fault of await axeFaults(page)) faults.push(`${name}, ${colorScheme}: ${fault}`);
        }
      assert.deepEqual(faults, []);
    });

  it('says which version it is, and changes to another: to the same page, if that has it', async ({
    page,
  }) => {
    await page.goto(`${origin}/guide/`);
    await page.waitForURL(`${origin}/guide/latest/`);
    await page.goto(`${origin}/guide/latest/errors.html`);
    const versions = page.getByRole('combobox', { name: 'Version' });
    await versions.waitFor();
    assert.deepEqual(await versions.locator('option').allTextContents(), [`v${version}`, `v${own}`, 'v0.0']);
    await versions.selectOption(`v${own}`);
    await page.waitForURL(`${origin}/guide/v${own}/errors.html`);
    await versions.selectOption('v0.0');
    await page.waitForURL(`${origin}/guide/v0.0/`);
    await page.getByRole('heading', { name: 'Version 0.0' }).waitFor();
  });

  describe('without script', () => {
    test.use({ profileOptions: { javaScriptEnabled: false } });

    it('shows the contents on a phone, and no button that does nothing', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`${origin}/guide/latest/languages.html`);
      const buttons = page.locator('.VPNav, .VPLocalNav').getByRole('button');
      assert.equal(await buttons.count(), 0);
      await page.locator('#VPSidebarNav').getByRole('link', { name: 'Errors' }).click();
      await page.getByRole('heading', { level: 1, name: 'Errors' }).waitFor();
    });

    it('can be read, says its version and leads on', async ({ page }) => {
      await page.goto(`${origin}/guide/latest/languages.html`);
      await page.getByText(`v${version}`, { exact: true }).waitFor();
      // The texts in this element are not found by their words.
      await page.locator('noscript').first().waitFor();
      assert.equal(await page.getByRole('button', { name: 'Search' }).count(), 0);
      await page.locator('#VPSidebarNav').getByRole('link', { name: 'Errors' }).click();
      await page.getByRole('heading', { level: 1, name: 'Errors' }).waitFor();
      await page.getByRole('link', { name: 'token_consumed' }).first().click();
      await page.waitForURL(`${origin}/guide/latest/errors.html#token_consumed`);
    });
  });
});
