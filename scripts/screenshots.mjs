// Shows every step and problem of the widget to a person: light and dark, left to right and right to left,
// at 320, 390 and 1280 px, into screenshots/, with a contact sheet for each scene and one for all.
//
//   npm run build && npm run screenshots
//   npm run screenshots -- picker sign-in     only these scenes
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { linkErrorTypes } from '../dist/contract/index.js';
import { launchChromium } from '../test/e2e/chromium.mjs';
import { servePages, startServers } from '../test/e2e/servers.mjs';
import { widgetOn } from '../test/e2e/widget.mjs';

const out = 'screenshots';
const widths = [320, 390, 1280];
const atForm = ['provider_credential_error', 'incorrect_mfa_code'];

/** How to get to each scene. `ui` is the widget, `page` its page; `open` begins with a fresh token. */
const signIn = async ({ ui, open }, username, provider = 'Quartz Scale') => {
  await open({ filter_on_providers: null });
  await ui.choose(provider);
  await ui.signIn(username);
};
const problem = (code, username) => [
  `problem ${code}`,
  async (scene) => {
    await signIn(scene, `${username}@example.com`);
    // The token is started again once, in silence.
    if (code === 'token_not_validated') {
      await scene.ui.sees(/^Connect /);
      await scene.ui.signIn(`${username}@example.com`);
    }
    await scene.ui.link.locator('[part~=problem], [part~=field-error]').first().waitFor();
  },
];
const scenes = Object.fromEntries([
  [
    'picker',
    async ({ ui, open }) => {
      await open();
      await ui.button(/^Aurora Ring/).waitFor();
    },
  ],
  [
    'picker nothing found',
    async ({ ui, open }) => {
      await open();
      await ui.link.getByLabel('Search').fill('toaster');
    },
  ],
  [
    'sign-in',
    async ({ ui, open }) => {
      await open();
      await ui.choose('Quartz Scale');
      await ui.username.fill('mika.lindqvist@example.com');
    },
  ],
  [
    'sign-in with region',
    async ({ ui, open }) => {
      await open();
      await ui.choose('Xenon Pump');
      await ui.username.waitFor();
    },
  ],
  [
    'sign-in wrong password',
    async (scene) => {
      await scene.open();
      await scene.ui.choose('Quartz Scale');
      await scene.ui.signIn('ok@example.com', 'wrong');
      await scene.ui.link.locator('[part~=field-error]').first().waitFor();
    },
  ],
  [
    'authorize',
    async ({ ui, open }) => {
      await open();
      await ui.choose('Aurora Ring');
      await ui.sees(/Aurora Ring/);
    },
  ],
  [
    'authorize window open',
    async ({ ui, open }) => {
      await open();
      await ui.choose('Aurora Ring');
      const popup = await ui.openWindow(/Continue|Connect/);
      await popup.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    },
  ],
  [
    'authorize window blocked',
    async ({ ui, open, page }) => {
      await open();
      await ui.choose('Aurora Ring');
      await page.evaluate(() => (window.open = () => null));
      await ui.button(/Continue|Connect/).click();
      await ui.sees(/new window/);
    },
  ],
  [
    'connecting',
    async (scene) => {
      await signIn(scene, 'slow@example.com');
      await scene.ui.sees(/Connecting/);
    },
  ],
  [
    'challenge',
    async (scene) => {
      await signIn(scene, 'sms@example.com');
      await scene.ui.code.waitFor();
    },
  ],
  [
    'challenge wrong code',
    async (scene) => {
      await signIn(scene, 'sms@example.com');
      await scene.ui.answerCode('000000');
      await scene.ui.link.locator('[part~=field-error]').first().waitFor();
    },
  ],
  [
    'done',
    async (scene) => {
      await signIn(scene, 'ok@example.com');
      await scene.ui.link.locator('[part~=done]').first().waitFor();
    },
  ],
  ...linkErrorTypes.filter((code) => !atForm.includes(code)).map((code) => problem(code, `error-${code}`)),
  problem('unknown', 'error-lunar_phase'),
  problem('rate_limited', 'status-429'),
  problem('service_error', 'status-502'),
  problem('bad_response', 'garbage'),
  [
    'problem offline',
    async ({ ui, open, page }) => {
      await open();
      await ui.choose('Quartz Scale');
      await page.context().setOffline(true);
      await ui.signIn('ok@example.com');
      await ui.link.locator('[part~=problem]').first().waitFor();
    },
  ],
  [
    'problem origin_not_allowed',
    async ({ ui, open }) => {
      await open({ allowed_origins: ['https://elsewhere.example'] });
      await ui.link.locator('[part~=problem]').first().waitFor();
    },
  ],
]);

const html = (service, token) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>svc-link</title>
<style>:root { color-scheme: light dark; } body { margin: 0; padding: 16px; background: light-dark(#f3f4f6, #0b0c10); }
svc-link { max-width: 440px; margin: 0 auto; }</style>
<script type="module" src="${service}/cdn/svc-link.js"></script></head>
<body><svc-link base-url="${service}" link-token="${token}" support-url="https://example.com/help"></svc-link></body></html>`;

async function shoot(page, name) {
  const files = [];
  for (const colorScheme of ['light', 'dark'])
    for (const dir of ['ltr', 'rtl'])
      for (const width of widths) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height: 720 });
        await page.evaluate((value) => (document.documentElement.dir = value), dir);
        const file = `${name.replaceAll(' ', '-')}.${colorScheme}.${dir}.${width}.png`;
        await page.screenshot({ path: path.join(out, file) });
        files.push(file);
      }
  return files;
}

/** Lays pictures side by side on a page and takes a picture of that. */
async function sheet(browser, name, columns, files, width) {
  const figures = files
    .map(
      (file) =>
        `<figure><img src="data:image/png;base64,${readFileSync(path.join(out, file), 'base64')}"><figcaption>${file}</figcaption></figure>`,
    )
    .join('');
  const page = await browser.newPage({ viewport: { width, height: 800 } });
  const file = path.resolve(out, `${name}.html`);
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><style>body{display:grid;grid-template-columns:repeat(${columns},1fr);gap:12px;margin:12px;background:#999;font:11px sans-serif}figure{margin:0}img{width:100%;display:block}</style>${figures}`,
  );
  await page.goto(pathToFileURL(file).href);
  await page.screenshot({ path: path.join(out, `${name}.png`), fullPage: true });
  await page.close();
  rmSync(file);
}

const asked = process.argv.slice(2);
const names = Object.keys(scenes).filter((name) => asked.length === 0 || asked.includes(name));
if (names.length === 0) throw new Error(`No such scene. There are: ${Object.keys(scenes).join(', ')}`);

rmSync(out, { recursive: true, force: true });
mkdirSync(out);
const servers = await startServers();
const browser = await launchChromium();
const pages = {};
const site = await servePages(pages);
try {
  const overview = [];
  for (const name of names) {
    const context = await browser.newContext({ viewport: { width: 390, height: 720 } });
    const page = await context.newPage();
    const scene = {
      page,
      ui: widgetOn(page),
      open: async (more = {}) => {
        const { link_token } = await servers.newToken({
          allowed_origins: [site.origin],
          app_name: 'Northwind Health',
          ...more,
        });
        pages['/'] = { body: html(servers.service, link_token) };
        await page.goto(site.origin);
      },
    };
    try {
      await scenes[name](scene);
      const files = await shoot(page, name);
      await sheet(browser, `sheet-${name.replaceAll(' ', '-')}`, 6, files, 1900);
      overview.push(files[1], files[6]);
      console.log(name);
    } catch (error) {
      console.error(`${name}: ${error.message}`);
      await page.screenshot({ path: path.join(out, `failed-${name.replaceAll(' ', '-')}.png`) });
      process.exitCode = 1;
    }
    await context.close();
  }
  await sheet(browser, 'overview', 10, overview, 2400);
  console.log(`${out}/overview.png`);
} finally {
  await browser.close();
  await site.stop();
  await servers.stop();
}
