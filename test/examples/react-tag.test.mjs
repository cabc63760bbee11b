// React 19's own tag in a page that a server rendered: React hydrates it without
// its properties and listeners, and only the page's developer can fix that.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { launchChromium, openProfile } from '../e2e/chromium.ts';
import { servePages } from '../e2e/servers.ts';
import { bundle, pageAround } from './react-app/bundle.mjs';

describe('the tag of React 19 itself, rendered on a server', { timeout: 120_000 }, () => {
  let folder, server, browser, profile, page;

  beforeAll(async () => {
    browser = await launchChromium();
    folder = mkdtempSync(path.join(tmpdir(), 'svc-react-tag-'));
    const react = path.resolve('.');
    await bundle('tag-server.tsx', react, {
      ssr: { noExternal: true },
      build: { ssr: true, outDir: folder, emptyOutDir: false, target: 'node20' },
    });
    const rendered = spawnSync(process.execPath, [path.join(folder, 'tag-server.js')], { encoding: 'utf8' });
    assert.equal(rendered.stderr, '');
    server = await servePages(await pageAround(rendered.stdout.trim(), 'tag.tsx', react));
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    profile = await openProfile(browser);
    page = await profile.newPage();
  });
  afterEach(() => profile.close());

  it('warns within seconds about what React left out, and says what to use', async () => {
    const warning = page.waitForEvent('console', {
      predicate: (message) => /^<svc-link> React/.test(message.text()),
      timeout: 10_000,
    });

    await page.goto(server.origin);

    const text = (await warning).text();
    assert.match(text, /tokenProvider, onsvc-success/);
    assert.match(text, /SvcLink of svc-link\/react/);
  });

  it('is the reason why the documentation recommends the component: the element got nothing', async () => {
    await page.goto(server.origin);
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('svc-link')).some((name) => name.startsWith('__reactProps$')),
    );

    assert.equal(
      await page.evaluate(() => typeof document.querySelector('svc-link').tokenProvider),
      'undefined',
    );
  });
});
