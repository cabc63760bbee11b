// The code that the documentation gives to copy, run unchanged.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { StartedLink } from 'svc-link/contract';
import { freePort, servePages, type Servers } from './servers.js';
import { beforeEach, describe, it } from './test.js';
import { widgetOn } from './widget.js';

/** The first block of code after these words. */
function blockAfter(file: string, words: string) {
  const text = readFileSync(file, 'utf8');
  const at = text.indexOf(words);
  assert.ok(at > -1, words);
  return /```\w+\n([\s\S]*?)```/.exec(text.slice(at))![1];
}

// The language has no name for it.
const AsyncFunction = (async () => {}).constructor as new (
  parameter: string,
  body: string,
) => (page: Page) => Promise<void>;

describe('what the documentation gives to copy', () => {
  let servers: Servers, page: Page;

  beforeEach(({ visitor }) => {
    ({ servers, page } = visitor);
  });

  it('links a provider by the lines for Playwright', async () => {
    await page.goto(`${servers.demo}/hello.html`);

    await new AsyncFunction('page', blockAfter('docs/testing.md', '### With Playwright'))(page);

    assert.equal(await page.getByRole('heading', { name: 'Quartz Scale is connected' }).count(), 1);
  });

  it('links a provider by the page and the server of the quick start', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'svc-quick-start-'));
    let server;
    try {
      mkdirSync(path.join(folder, 'node_modules'));
      symlinkSync(path.resolve('.'), path.join(folder, 'node_modules/svc-link'));
      for (const name of ['server.mjs', 'index.html']) {
        const text = blockAfter('docs/quick-start.md', `<!-- ${name} -->`);
        writeFileSync(path.join(folder, name), text.replaceAll('http://127.0.0.1:8787', servers.service));
      }
      const port = await freePort();
      server = spawn(process.execPath, ['server.mjs'], {
        cwd: folder,
        env: { ...process.env, PORT: String(port) },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const lines: string[] = [];
      let heard = () => {};
      server.stdout.on('data', (data) => {
        lines.push(...String(data).trim().split('\n'));
        heard();
      });
      const says = (line: string) =>
        new Promise<void>((resolve) => {
          heard = () => void (lines.includes(line) && resolve());
          heard();
        });
      await says(`Open http://localhost:${port}`);
      const widget = widgetOn(page);

      await page.goto(`http://localhost:${port}`);
      await widget.sees('Choose a device or app');
      // The widget's requests when a person needs more time, and when the page is loaded again.
      const asked = (reason: string) =>
        page.evaluate(async (path) => {
          const response = await fetch(path, { method: 'POST' });
          return (await response.json()) as { link_token: string; start: StartedLink };
        }, `/link-token?reason=${reason}`);
      const { link_token, start } = await asked('start');
      const report = `/v2/link/session/${start.session.link_session_id}` as const;
      const before = await servers.ask('GET', report);
      assert.equal((await asked('extend')).link_token, link_token);
      const { expires_at } = await servers.ask('GET', report);
      assert.ok(expires_at > before.expires_at, expires_at);
      assert.equal((await asked('start')).link_token, link_token);
      assert.notEqual((await asked('expired')).link_token, link_token);
      await widget.choose('Quartz Scale');
      await widget.signIn('ok@example.com');
      await widget.sees('Quartz Scale is connected');

      await says('success quartz_scale');
    } finally {
      server?.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('keeps the widget’s place by the style for a tag that waits for its script', async () => {
    const style = blockAfter('docs/attributes.md', '## Before the script is there');
    const { link_token } = await servers.newToken();
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/cdn/svc-link.js', async (route) => {
      await gate;
      await route.continue();
    });
    const body = `<!doctype html><meta charset="utf-8" /><title>Page</title><link rel="icon" href="data:," />
      <style>${style}</style>
      <svc-link base-url="${servers.service}" link-token="${link_token}"></svc-link><p>Below</p>
      <script type="module" src="${servers.service}/cdn/svc-link.js"></script>`;
    const host = await servePages({ '/': { body } });
    await page.goto(host.origin, { waitUntil: 'commit' });
    const below = page.getByText('Below');
    const before = (await below.boundingBox())!.y;

    release();
    await widgetOn(page).sees('Choose a device or app');

    assert.equal((await below.boundingBox())!.y, before);
    await host.stop();
  });
});
