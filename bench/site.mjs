// How soon each page of the documentation shows its first content, and how much it shifts after that, as Chromium reports it: in
// normal conditions, and on slow 4G with a processor that is four times as slow. It uses the static site, and measures each page
// until its live samples are shown.
//
//   npm run docs:static && npm run bench:site
//   ONLY='events|errors' npm run bench:site   only the pages whose address this expression matches
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { findChromium } from '../scripts/chromium.mjs';
import { cell, headings, median } from './lib/figures.mjs';
import { measurePage, slow4g } from './lib/measure.mjs';

const root = path.resolve(process.argv[2] ?? 'site', 'latest');
const pages = readdirSync(root, { recursive: true })
  .filter((name) => name.endsWith('.html') && !['404.html', 'provider.html'].includes(name))
  .filter((name) => new RegExp(process.env.ONLY ?? '').test(name))
  .sort();
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** Serves files as static hosts do, compressed, but without caching. */
const server = createServer((request, response) => {
  const name = decodeURI(request.url.split('?')[0]).replace(/\/$/, '/index.html');
  const file = path.join(path.dirname(root), path.normalize(name));
  if (!existsSync(file)) return response.writeHead(404).end();
  response.writeHead(200, {
    'content-type': types[path.extname(file)] ?? 'application/octet-stream',
    'content-encoding': 'gzip',
    'cache-control': 'no-store',
  });
  response.end(gzipSync(readFileSync(file)));
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const origin = `http://127.0.0.1:${server.address().port}/latest`;

const conditions = [{ name: 'plain' }, { name: 'slow 4G, 4x CPU', network: slow4g, cpu: 4 }];
const browser = await chromium.launch(await findChromium());
try {
  console.log(headings(`${pages.length} pages`, ['median', 'slowest', 'most shift', 'its page']));
  for (const { name, ...condition } of conditions) {
    const seen = [];
    for (const page of pages)
      seen.push({ page, ...(await measurePage(browser, `${origin}/${page}`, condition)) });
    const paints = seen.map(({ paint }) => paint);
    const most = seen.reduce((a, b) => (b.shift > a.shift ? b : a));
    console.log(
      name.padEnd(26) +
        cell(median(paints), 0, ' ms') +
        cell(Math.max(...paints), 0, ' ms') +
        cell(most.shift, 3) +
        `   ${most.shift > 0 ? most.page : ''}`,
    );
  }
} finally {
  await browser.close();
  server.close();
}
