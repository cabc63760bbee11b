// Lays out the pictures of all scenes on one page with a row for each scene, and makes a picture of that page.
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from '@playwright/test';
import { directions, fileOf, schemes, widths } from './shoot.js';

const style = `body { margin: 12px; font: 12px/1.4 system-ui, sans-serif; background: #8f95a1; color: #10131a; }
h2 { margin: 10px 0 3px; font-size: 13px; } div { display: flex; gap: 6px; }
img { block-size: 232px; inline-size: auto; display: block; }`;

const row = (folder: string, scene: string) => {
  const there = new Set(readdirSync(folder));
  const images = schemes
    .flatMap((scheme) =>
      directions.flatMap((dir) => widths.map((width) => fileOf(scene, scheme, dir, width))),
    )
    .filter((file) => there.has(file))
    .map((file) => `<a href="${file}"><img src="${file}" alt="${file}"></a>`);
  return `<h2>${scene}</h2><div>${images.join('')}</div>`;
};

/** Writes index.html and sheet.png into the folder. */
export async function layOut(browser: Browser, folder: string, scenes: readonly string[]) {
  const file = path.resolve(folder, 'index.html');
  const rows = scenes.map((scene) => row(folder, scene)).join('\n');
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><title>svc-link</title><style>${style}</style>${rows}`,
  );
  const page = await browser.newPage({ viewport: { width: 2680, height: 800 } });
  await page.goto(pathToFileURL(file).href);
  await page.screenshot({ path: path.join(folder, 'sheet.png'), fullPage: true });
  await page.close();
}
