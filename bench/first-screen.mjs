// How long until the picker can be used, beside a hand-written element that makes the same request of the
// same service; then what the picker weighs and how fast it answers a key. Medians of alternating runs in one
// browser; read the ratios, not the milliseconds.
//
//   npm run build && npm run bench:first-screen
//   RUNS=15 npm run bench:first-screen
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { findChromium } from '../scripts/browsers.mjs';
import { measureHeap, measureKeys, measureStart } from './first-screen/measure.mjs';
import { createSite } from './first-screen/site.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const runs = Number(process.env.RUNS ?? 7);
const SERVICE_PORT = Number(process.env.SERVICE_PORT ?? 8790);
const service = `http://127.0.0.1:${SERVICE_PORT}`;
const apiKey = 'sk_sandbox_local';

// Lighthouse's slow 4G: 150 ms round trip, 1.6 Mbit/s down, 750 kbit/s up.
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const conditions = [
  { name: 'plain' },
  { name: '4x CPU', cpu: 4 },
  { name: '6x CPU', cpu: 6 },
  { name: 'slow 4G', network: slow4g },
  { name: 'slow 4G, 4x CPU', network: slow4g, cpu: 4 },
  { name: '5,000 providers, 4x CPU', cpu: 4, query: '?many' },
];

async function call(pathname, body) {
  const response = await fetch(service + pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-svc-api-key': apiKey },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${pathname}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function ready() {
  for (let tries = 0; tries < 600; tries++) {
    const response = await fetch(`${service}/ready`).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the service does not start');
}

/** The service's answer with its providers over and over. */
async function manyProviders(token, origin) {
  const answer = await call('/v2/link/start', { link_token: token, origin });
  const { length } = answer.providers;
  const providers = Array.from({ length: 5000 }, (_, index) => {
    const { name, slug, ...provider } = answer.providers[index % length];
    return { ...provider, name: `${name} ${index}`, slug: `${slug}-${index}` };
  });
  return JSON.stringify({ ...answer, providers });
}

const at = (list, share) => [...list].sort((a, b) => a - b)[Math.floor(list.length * share)];
const median = (list) => at(list, 0.5);
const cell = (value, digits, unit = '') => (value.toFixed(digits) + unit).padStart(10);

const data = mkdtempSync(path.join(tmpdir(), 'svc-bench-'));
const child = spawn(process.execPath, ['service/dist/main.js'], {
  cwd: root,
  env: { ...process.env, PORT: String(SERVICE_PORT), DATA_DIR: data },
  stdio: ['ignore', 'ignore', 'inherit'],
});
const answer = { service };
const site = createSite(answer);
let browser;
try {
  await ready();
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const origin = `http://127.0.0.1:${site.address().port}`;
  const user = await call('/v2/user', { client_user_id: 'bench' });
  const { link_token } = await call('/v2/link/token', { user_id: user.user_id, allowed_origins: [origin] });
  answer.token = link_token;
  answer.many = await manyProviders(link_token, origin);
  const { executablePath, env, args } = await findChromium({ install: true, log: console.error });
  browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } });
  await measureStart(browser, `${origin}/ours.html`, {}); // warms the service

  console.log(
    `medians of ${runs} runs`.padEnd(26) +
      ['svc-link', 'by hand', 'ratio', 'blocking', 'shift', 'nodes']
        .map((name) => name.padStart(10))
        .join(''),
  );
  for (const { name, query = '', ...condition } of conditions) {
    const ours = [];
    const hand = [];
    for (let run = 0; run < runs; run++) {
      ours.push(await measureStart(browser, `${origin}/ours.html${query}`, condition));
      hand.push(await measureStart(browser, `${origin}/hand.html${query}`, condition));
    }
    const of = (list, key) => median(list.map((entry) => entry[key]));
    console.log(
      name.padEnd(26) +
        cell(of(ours, 'ready'), 0, ' ms') +
        cell(of(hand, 'ready'), 0, ' ms') +
        cell(of(ours, 'ready') / of(hand, 'ready'), 2) +
        cell(of(ours, 'blocking'), 0, ' ms') +
        cell(of(ours, 'shift'), 3) +
        cell(of(ours, 'nodes'), 0),
    );
  }

  const heap = { ours: [], empty: [] };
  for (let run = 0; run < runs; run++)
    for (const name of ['ours', 'empty'])
      heap[name].push(await measureHeap(browser, `${origin}/${name}.html`));
  console.log(`heap over an empty page   ${cell(median(heap.ours) - median(heap.empty), 2, ' MB')}`);

  for (const [name, query] of [
    ['a key, p95 at 4x CPU', ''],
    ['the same, 5,000 providers', '?many'],
  ]) {
    const keys = await measureKeys(browser, `${origin}/ours.html${query}`, { cpu: 4 }, 'aurora ring 1 watch');
    console.log(`${name.padEnd(26)}${cell(at(keys, 0.95), 1, ' ms')}`);
  }
} finally {
  await browser?.close();
  site.close();
  child.kill();
  await once(child, 'exit');
  rmSync(data, { recursive: true, force: true });
}
