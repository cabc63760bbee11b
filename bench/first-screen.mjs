// How long until the picker can be used, beside a hand-written element that makes the same request of the
// same service. Medians of alternating runs in one browser; read the ratios, not the milliseconds.
//
//   npm run build && npm run bench:first-screen
//   RUNS=15 npm run bench:first-screen
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { findChromium } from '../scripts/browsers.mjs';

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
];

function page(tag, script, token) {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${tag}</title><script>
window.seen = { shift: 0, blocking: 0 };
new PerformanceObserver((list) => { for (const e of list.getEntries()) seen.shift += e.value; }).observe({ type: 'layout-shift', buffered: true });
new PerformanceObserver((list) => { for (const e of list.getEntries()) seen.blocking += Math.max(0, e.duration - 50); }).observe({ type: 'longtask', buffered: true });
addEventListener('svc-ready', () => requestAnimationFrame(() => requestAnimationFrame(() => { seen.ready = performance.now(); })), true);
</script><script type="module" src="${script}"></script></head>
<body><${tag} base-url="${service}" link-token="${token}"></${tag}></body></html>`;
}

const types = { '.js': 'text/javascript', '.html': 'text/html; charset=utf-8' };
let token = '';
const site = createServer((request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost');
  const send = (text, type) => {
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'br', 'cache-control': 'no-store' });
    response.end(brotliCompressSync(text));
  };
  if (pathname === '/empty.html') return send('<!doctype html><title>empty</title>', types['.html']);
  if (pathname === '/ours.html') return send(page('svc-link', '/cdn/svc-link.js', token), types['.html']);
  if (pathname === '/hand.html') return send(page('hand-written', '/hand-written.js', token), types['.html']);
  const file =
    pathname === '/hand-written.js'
      ? path.join(root, 'bench/first-screen/hand-written.js')
      : path.join(root, 'dist', path.normalize(pathname));
  if (!existsSync(file)) return response.writeHead(404).end();
  if (path.extname(file) !== '.js') return createReadStream(file).pipe(response);
  return send(readFileSync(file), types['.js']);
});

async function call(pathname, body) {
  const response = await fetch(service + pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-svc-api-key': apiKey },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${pathname}: ${response.status} ${await response.text()}`);
  return response.json();
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

async function measure(browser, origin, name, { cpu, network }) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const tab = await context.newPage();
  const cdp = await context.newCDPSession(tab);
  await cdp.send('Network.enable');
  if (network) await cdp.send('Network.emulateNetworkConditions', network);
  if (cpu) await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  await tab.goto(`${origin}/${name}.html`);
  await tab.waitForFunction(() => window.seen.ready !== undefined);
  const seen = await tab.evaluate(() => window.seen);
  // Nodes of every kind below the element, those of its shadow root included.
  const nodes = await tab.evaluate(() => {
    const count = (node) =>
      [...node.childNodes].reduce(
        (sum, child) => sum + 1 + count(child) + (child.shadowRoot ? count(child.shadowRoot) : 0),
        0,
      );
    return count(document.body);
  });
  await context.close();
  return { ...seen, nodes };
}

const data = mkdtempSync(path.join(tmpdir(), 'svc-bench-'));
const child = spawn(process.execPath, ['service/dist/main.js'], {
  cwd: root,
  env: { ...process.env, PORT: String(SERVICE_PORT), DATA_DIR: data },
  stdio: ['ignore', 'ignore', 'inherit'],
});
let browser;
try {
  for (let tries = 0; ; tries++) {
    if (
      await fetch(`${service}/ready`).then(
        (r) => r.ok,
        () => false,
      )
    )
      break;
    if (tries > 600) throw new Error('the service does not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const origin = `http://127.0.0.1:${site.address().port}`;
  const user = await call('/v2/user', { client_user_id: 'bench' });
  ({ link_token: token } = await call('/v2/link/token', {
    user_id: user.user_id,
    allowed_origins: [origin],
  }));
  const { executablePath, env, args } = await findChromium({ install: true, log: console.error });
  browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } });
  await measure(browser, origin, 'ours', {}); // warms the service
  console.log(
    `medians of ${runs} runs                  <svc-link>   hand-written   ratio   blocking   shift   nodes`,
  );
  for (const condition of conditions) {
    const ours = [];
    const hand = [];
    for (let run = 0; run < runs; run++) {
      ours.push(await measure(browser, origin, 'ours', condition));
      hand.push(await measure(browser, origin, 'hand', condition));
    }
    const of = (list, key) => median(list.map((entry) => entry[key]));
    const [a, b] = [of(ours, 'ready'), of(hand, 'ready')];
    console.log(
      `${condition.name.padEnd(32)} ${a.toFixed(0).padStart(9)} ms ${b.toFixed(0).padStart(11)} ms ${(a / b).toFixed(2).padStart(7)} ${of(ours, 'blocking').toFixed(0).padStart(7)} ms ${of(ours, 'shift').toFixed(3).padStart(7)} ${of(ours, 'nodes').toFixed(0).padStart(7)}`,
    );
  }
} finally {
  await browser?.close();
  site.close();
  child.kill();
  await once(child, 'exit');
  rmSync(data, { recursive: true, force: true });
}
