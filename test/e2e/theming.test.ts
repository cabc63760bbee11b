// The playground for designers, and the themes that it offers: what it says is true, and everybody can read them.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { Profile } from './chromium.js';
import { measureContrast } from './contrast.js';
import { servePages, type Servers } from './servers.js';
import { beforeEach, describe, it, test } from './test.js';

const themes = ['', 'clinic', 'hearth', 'poster'];
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
interface Declaration {
  tagName?: string;
  cssProperties: { name: string }[];
}
const { modules } = JSON.parse(readFileSync('custom-elements.json', 'utf8')) as {
  modules: { declarations: Declaration[] }[];
};
const manifest = modules
  .flatMap(({ declarations }) => declarations)
  .find(({ tagName }) => tagName === 'svc-link')!;

describe('the theming playground', () => {
  let servers: Servers, profile: Profile, page: Page;

  const open = async (look = '') => {
    await page.goto(`${servers.demo}/theming.html${look}`);
    await page.locator('.field').first().waitFor();
    await settled();
  };
  /** Waits until the chosen step is shown. */
  const settled = () => page.locator('.room:not([aria-busy]) > svc-link:not(.coming)').waitFor();
  const go = async (step: string) => {
    await page.getByRole('group', { name: 'Step' }).getByRole('button', { name: step, exact: true }).click();
    await settled();
  };
  const link = () => page.locator('svc-link:not(.coming)');
  const styleOf = (part: string, ...names: string[]) =>
    link()
      .locator(`[part~=${part}]`)
      .first()
      .evaluate(
        (element, wanted) => wanted.map((name) => getComputedStyle(element).getPropertyValue(name)),
        names,
      );

  test.use({
    profileOptions: { viewport: { width: 1280, height: 1100 }, reducedMotion: 'reduce' },
  });
  beforeEach(({ visitor }) => {
    ({ servers, profile, page } = visitor);
  });

  it('has a control for every variable, and each step is the real one', async () => {
    await open();
    for (const { name } of manifest.cssProperties)
      assert.equal(await page.locator(`.field[data-name=${name}]`).count(), 1, name);
    for (const [step, state] of [
      ['Loading', 'loading'],
      ['Picker', 'select-provider'],
      ['Nothing found', 'select-provider'],
      ['Sign-in', 'sign-in'],
      ['Wrong password', 'sign-in'],
      ['Code', 'challenge'],
      ['Wrong code', 'challenge'],
      ['Authorize', 'authorize'],
      ['Connecting', 'connecting'],
      ['Done', 'done'],
      ['Problem', 'problem'],
    ]) {
      await go(step);
      assert.equal(await link().evaluate((each, name) => each.matches(`:state(${name})`), state), true, step);
    }
    // Only the refusals that the test caused.
    const unasked = profile.complaints.filter((text) => !/status of (4|5)\d\d/.test(text));
    assert.deepEqual(unasked, []);
  });

  it('makes its controls once, though another step is shown before they are there', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/custom-elements.json', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`${servers.demo}/theming.html`);
    await settled();
    await go('Sign-in');
    release();
    await page.locator('.field').first().waitFor();
    await page.waitForLoadState('networkidle');
    const [{ name }] = manifest.cssProperties;
    assert.equal(await page.locator(`.field[data-name=${name}]`).count(), 1);
  });

  it('shows a change in the widget, the CSS and the address, and takes it back', async () => {
    await open();
    const before = await styleOf('panel', 'background-color');
    await page.getByRole('textbox', { name: 'Surface', exact: true }).fill('rgb(1, 2, 3)');
    assert.deepEqual(await styleOf('panel', 'background-color'), ['rgb(1, 2, 3)']);
    const css = page.getByRole('textbox', { name: 'Your CSS' });
    assert.equal(await css.inputValue(), 'svc-link {\n  --svc-link-surface: rgb(1, 2, 3);\n}\n');
    await page.getByRole('slider', { name: 'Radius' }).press('End');
    assert.deepEqual(await styleOf('search-input', 'border-top-left-radius'), ['32px']);
    await page.waitForURL(/#--surface=.*&--radius=2rem$/);
    await page.reload();
    await settled();
    assert.deepEqual(await styleOf('panel', 'background-color'), ['rgb(1, 2, 3)']);
    assert.deepEqual(await styleOf('search-input', 'border-top-left-radius'), ['32px']);
    await page.getByRole('button', { name: 'Take back Surface' }).click();
    assert.deepEqual(await styleOf('panel', 'background-color'), before);
    await page.getByRole('button', { name: 'Reset' }).click();
    assert.match(await css.inputValue(), /^\/\* Nothing differs/);
    assert.deepEqual(profile.complaints, []);
  });

  it('takes nothing from an address but values of the variables', async () => {
    const evil = encodeURIComponent('red; } body { display: none } a {');
    await open(`#theme=../demo&step=nowhere&--accent=${evil}&--surface=rgb(4,5,6)&--nothing=1&--text=banana`);
    assert.equal(
      await page.getByRole('textbox', { name: 'Your CSS' }).inputValue(),
      'svc-link {\n  --svc-link-surface: rgb(4,5,6);\n}\n',
    );
    assert.deepEqual(await styleOf('panel', 'background-color'), ['rgb(4, 5, 6)']);
    assert.deepEqual(profile.complaints, []);
  });

  it('names the part under the pointer, and those that a keyboard walks to', async () => {
    await open();
    await go('Sign-in');
    await page.getByRole('button', { name: 'Inspect' }).click();
    await link().locator('[part~=username-input]').hover();
    const label = page.locator('.outline');
    await label.getByText('::part(username-input)').waitFor();
    const said = page.locator('#part-said');
    for (const words of [
      'svc-link::part(input)',
      '--svc-link-control',
      '--svc-link-radius',
      'svc-link:state(sign-in)::part(username-input)',
    ])
      await said.getByText(words, { exact: true }).waitFor();
    // A press chooses the part, and does nothing in the widget.
    await link().locator('[part~=submit]').click();
    await label.getByText('::part(submit)').waitFor();
    assert.equal(await link().locator('[part~=field-error]').count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Inspect' }).getAttribute('aria-pressed'), 'false');
    await page.keyboard.press('Escape');
    await label.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Next part' }).press('Enter');
    await label.getByText('::part(panel)').waitFor();
    await page.keyboard.press('Enter');
    await label.getByText('::part(header)').waitFor();
    assert.deepEqual(profile.complaints, []);
  });

  it('gives CSS that makes any page look the same', async () => {
    await profile.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open('#theme=poster&--surface=rgb(250,240,230)&scheme=light');
    await page.getByRole('button', { name: 'Copy CSS' }).click();
    await page.getByText('Copied. Paste it').waitFor();
    const css = await page.evaluate(() => navigator.clipboard.readText());
    const { link_token } = await servers.newToken();
    const other = await servePages({
      '/': {
        body: `<!doctype html><html lang="en"><head><title>Pasted</title><style>:root { color-scheme: light }\n${css}</style>
<script type="module" src="${servers.service}/cdn/svc-link.js"></script></head>
<body><svc-link base-url="${servers.service}" link-token="${link_token}"></svc-link></body></html>`,
      },
    });
    const looks = async () => [
      ...(await styleOf('panel', 'background-color', 'border-top', 'box-shadow', 'border-radius')),
      ...(await styleOf('title', 'font-family', 'font-size', 'color', 'text-transform')),
      ...(await styleOf('search-input', 'border-top', 'background-color')),
    ];
    const buttons = () => styleOf('submit', 'background-color', 'color', 'min-height', 'box-shadow');
    try {
      const here = await looks();
      await go('Sign-in');
      const button = await buttons();
      await page.goto(other.origin);
      await link().locator('[part=provider]').first().waitFor();
      assert.deepEqual(await looks(), here);
      await link().locator('[part~=search-input]').fill('Quartz');
      await link()
        .getByRole('listitem')
        .first()
        .getByRole('button', { name: /^Quartz Scale/ })
        .click();
      await link().locator('[part~=submit]').waitFor();
      assert.deepEqual(await buttons(), button);
    } finally {
      await other.stop();
    }
  });

  for (const width of [320, 390])
    it(`fits into ${width} pixels`, async () => {
      await page.setViewportSize({ width, height: 800 });
      await open('#theme=poster&step=sign-in');
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.ok(over <= 0, `${over} px too wide`);
    });

  it('never needs !important in its themes', () => {
    const files = readdirSync('demo/themes');
    assert.deepEqual(files.map((name) => name.replace('.css', '')).sort(), themes.filter(Boolean));
    for (const file of files)
      assert.doesNotMatch(readFileSync(`demo/themes/${file}`, 'utf8'), /!\s*important/, file);
  });

  it('offers themes that can be read in light and dark', async ({ browser }) => {
    // The page's policy must not apply to what a test adds to the page.
    const context = await browser.newContext({
      viewport: { width: 1280, height: 1300 },
      reducedMotion: 'reduce',
      bypassCSP: true,
    });
    const reader = await context.newPage();
    page = await context.newPage();
    await open();
    await page.addScriptTag({ path: axe });
    const wrong: string[] = [];
    const violations = (where: string, options = {}) =>
      page.evaluate(
        async ({ root, more }) => {
          const found = await window.axe.run(root, more);
          return found.violations.flatMap(({ id, nodes }) =>
            nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
          );
        },
        { root: where, more: options },
      );
    // The playground itself, before the widget in it.
    for (const scheme of ['light', 'dark']) {
      await page.locator(`input[name=scheme][value=${scheme}]`).check();
      wrong.push(...(await violations('.playground')).map((text) => `playground, ${scheme}: ${text}`));
    }
    const readable: [step: string, words: string, isUsual?: boolean][] = [
      ['Picker', 'Choose a device or app', true],
      ['Nothing found', 'toaster'],
      ['Sign-in', 'Sign in with your'],
      ['Wrong password', 'sign-in details', true],
      ['Wrong code', 'That code didn’t work'],
      ['Authorize', 'Continue to'],
      ['Done', 'is connected'],
      ['Problem', 'Try again', true],
    ];
    for (const [step, words, isUsual] of readable) {
      // The other steps consist of the same parts.
      if (!isUsual && !process.env.LONG) continue;
      await go(step);
      for (const theme of themes)
        for (const scheme of ['light', 'dark']) {
          await page.locator(`.themes input[value="${theme}"]`).check();
          // The CSS of a theme is fetched when it is first chosen.
          await page.locator(`.playground[data-look="${theme}"]`).waitFor();
          await page.locator(`input[name=scheme][value=${scheme}]`).check();
          const where = `${theme || 'default'}, ${scheme}, ${step}`;
          const { texts, faint } = await measureContrast(page, link(), reader);
          assert.ok(
            texts.some((text) => text.includes(words)),
            `${where}: “${words}” was measured, among ${texts.join(' | ')}`,
          );
          wrong.push(...faint.map((text) => `${where}: ${text}`));
          // A second check of the measured contrast.
          if (!process.env.LONG) continue;
          const found = await violations('svc-link:not(.coming)', { runOnly: ['color-contrast'] });
          wrong.push(...found.map((text) => `${where}: axe: ${text}`));
        }
    }
    assert.deepEqual(wrong, []);
    await context.close();
  });
});
