// Makes the README's pictures of the real widget with a real service: three of its steps, and an animation of a whole
// link. Light and dark, in docs/images/. On Debian, as root, it installs the tools for WebP (`webp`).
//
//   npm run build:quick && npm run pictures
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { aptInstall } from '../../../scripts/programs.mjs';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { launchChromium } from '../chromium.js';
import { servePages, startService, type MadeToken, type ServedPage, type Service } from '../servers.js';
import { widgetOn, type Widget } from '../widget.js';
import { Film } from './film.js';
import { schemes } from './shoot.js';

const folder = 'docs/images';

if (spawnSync('img2webp', ['-version']).status !== 0 && !aptInstall('webp'))
  throw new Error('img2webp and cwebp are missing: they are in the package webp of Debian and others.');

const frame = ({ service }: Service, tokens: readonly string[]) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Northwind Health</title>
<style>
  :root { color-scheme: light dark; background: light-dark(#eef0f4, #0b0c10); }
  body { margin: 0; padding: 20px; display: flex; gap: 20px; }
  div { inline-size: 400px; }
  #pointer { position: fixed; inset: -30px auto auto -30px; inline-size: 22px; block-size: 22px; border-radius: 50%;
    background: light-dark(#0008, #fff8); border: 2px solid light-dark(#fff, #000); pointer-events: none; }
</style>
<script type="module" src="${service}/cdn/svc-link.js"></script>
${tokens.map((token) => `<div><svc-link base-url="${service}" link-token="${token}"></svc-link></div>`).join('')}
<i id="pointer"></i>`;

interface Site {
  readonly origin: string;
  readonly pages: Record<string, ServedPage>;
}

/** Opens a page with `count` widgets, each with its own link. Returns the widgets. */
async function open(page: Page, site: Site, service: Service, address: string, count: number) {
  const made: MadeToken[] = [];
  for (let each = 0; each < count; each += 1)
    made.push(await service.newToken({ allowed_origins: [site.origin], app_name: 'Northwind Health' }));
  site.pages[address] = {
    body: frame(
      service,
      made.map(({ link_token }) => link_token),
    ),
  };
  await page.goto(site.origin + address);
  return made.map((_, at) => widgetOn(page.locator(`div:nth-of-type(${at + 1})`)));
}

async function takeStills(page: Page, widgets: readonly Widget[], file: string) {
  const [picker, signIn, done] = widgets;
  assert.ok(picker && signIn && done);
  await picker.button(/^Aurora Ring/).waitFor();
  await signIn.choose('Quartz Scale');
  await signIn.username.fill('mika.lindqvist@example.com');
  await signIn.password.fill('good-password');
  await done.choose('Quartz Scale');
  await done.signIn('ok@example.com');
  await done.sees('Quartz Scale is connected');
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  const png = `${file}.png`;
  // As high as the highest widget.
  await page.locator('body').screenshot({ path: png });
  execFileSync('cwebp', ['-quiet', '-q', '88', '-m', '6', png, '-o', file]);
  rmSync(png);
}

/** Films a link with a code, in about ten seconds. */
async function takeLink(page: Page, [widget]: readonly Widget[], file: string, pictures: string) {
  assert.ok(widget);
  const film = new Film(page, pictures);
  await widget.button(/^Aurora Ring/).waitFor();
  await film.hold(1300);
  await film.press(widget.link.getByLabel('Search'));
  await film.type(widget.link.getByLabel('Search'), 'quartz');
  await film.press(widget.button(/^Quartz Scale/));
  await widget.username.waitFor();
  await film.hold(700);
  await film.type(widget.username, 'sms@example.com');
  await film.type(widget.password, 'good-one');
  await film.press(widget.button(/^Connect /));
  await widget.code.waitFor();
  await film.hold(900);
  await film.type(widget.code, '123456');
  await film.press(widget.button('Continue'));
  await widget.sees('Quartz Scale is connected');
  await film.rest();
  await film.hold(2600);
  film.write(file);
  console.log(`${(film.duration / 1000).toFixed(1)} s`);
}

mkdirSync(folder, { recursive: true });
const pictures = mkdtempSync(path.join(tmpdir(), 'svc-pictures-'));
const pages: Record<string, ServedPage> = {};
const [service, browser, site] = await Promise.all([startService(), launchChromium(), servePages(pages)]);
try {
  for (const colorScheme of schemes) {
    const look: BrowserContextOptions = { colorScheme, locale: 'en', reducedMotion: 'reduce' };
    const newPage = async (more: BrowserContextOptions) =>
      (await browser.newContext({ ...look, ...more })).newPage();
    const at = { ...site, pages };

    const still = path.join(folder, `widget-${colorScheme}.webp`);
    const wide = await newPage({ viewport: { width: 1280, height: 900 }, deviceScaleFactor: 1.5 });
    await takeStills(wide, await open(wide, at, service, '/stills', 3), still);

    const moving = path.join(folder, `link-${colorScheme}.webp`);
    const narrow = await newPage({ viewport: { width: 440, height: 680 }, deviceScaleFactor: 1.5 });
    await takeLink(narrow, await open(narrow, at, service, '/link', 1), moving, pictures);

    for (const file of [still, moving]) console.log(`${file}: ${(statSync(file).size / 1000).toFixed(0)} kB`);
  }
} finally {
  rmSync(pictures, { recursive: true });
  await browser.close();
  await Promise.all([site.stop(), service.stop()]);
}
