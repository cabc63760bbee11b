// Provides what every measurement needs: the service, the pages and a browser. It does not know what is measured.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findChromium } from '../../scripts/chromium.mjs';
import { createSite } from './site.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const SERVICE_PORT = Number(process.env.SERVICE_PORT ?? 8790);
const service = `http://127.0.0.1:${SERVICE_PORT}`;
const apiKey = 'sk_sandbox_local';

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
  for (let tries = 0; tries < 1800; tries++) {
    const response = await fetch(`${service}/ready`).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the service does not start');
}

/** The service's answer, with its providers repeated until there are `count`. */
const repeated = (answer, count) => {
  const { length } = answer.providers;
  const providers = Array.from({ length: count }, (_, index) => {
    const { name, slug, ...provider } = answer.providers[index % length];
    return { ...provider, name: `${name} ${index}`, slug: `${slug}-${index}` };
  });
  return JSON.stringify({ ...answer, providers });
};

/** Calls `use` with a browser, the pages' address and a function that makes a hosted page's address; then cleans up. */
export async function withBed(use) {
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
    const asked = { user_id: user.user_id, allowed_origins: [origin] };
    const { link_token } = await call('/v2/link/token', asked);
    const { link_token: another, start } = await call('/v2/link/token', { ...asked, include: ['start'] });
    answer.token = link_token;
    answer.given = { link_token: another, start };
    const started = await call('/v2/link/start', { link_token, origin });
    answer.list = (count) => repeated(started, count);
    browser = await chromium.launch(await findChromium());
    // Each hosted page needs its own link.
    const hosted = async () => {
      const made = await call('/v2/link/token', { user_id: user.user_id });
      return `${service}/link/#link_token=${made.link_token}`;
    };
    await use(browser, origin, hosted);
  } finally {
    await browser?.close();
    site.close();
    child.kill();
    await once(child, 'exit');
    rmSync(data, { recursive: true, force: true });
  }
}
