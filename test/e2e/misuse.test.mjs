// What the console says of pages that only a browser can show: two copies of the script, and https over http.
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { launchChromium, openProfile } from './chromium.mjs';
import { servePages, startService } from './servers.mjs';
import { widgetOn } from './widget.mjs';

describe('the console, for a developer', { timeout: 120_000 }, () => {
  let service, browser, profile, page;

  before(async () => {
    [service, browser] = await Promise.all([startService(), launchChromium()]);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });
  beforeEach(async () => {
    profile = await openProfile(browser);
    page = await profile.newPage();
  });
  afterEach(() => profile.close());

  const told = (words) => page.waitForEvent('console', (message) => words.test(message.text()));
  const html = (body) => `<!doctype html><title>Page</title><link rel="icon" href="data:," />${body}`;

  it('names the second copy of a script, which changes nothing', async () => {
    const { link_token } = await service.newToken();
    const script = `${service.service}/cdn/svc-link.js`;
    const tags = [script, `${script}?again`].map((src) => `<script type="module" src="${src}"></script>`);
    const link = `<svc-link base-url="${service.service}" link-token="${link_token}"></svc-link>`;
    const host = await servePages({ '/': { body: html(tags.join('') + link) } });
    try {
      const warning = told(/the script is loaded twice\. The second one, version \d/);
      await page.goto(host.origin);
      await widgetOn(page).sees('Choose a device or app');
      await warning;
      assert.equal(profile.complaints.length, 1, profile.complaints.join('\n'));
    } finally {
      await host.stop();
    }
  });

  it('says why a page on https cannot ask a service on http', async () => {
    const link = '<svc-link base-url="http://service.test" link-token="lt_1"></svc-link>';
    const script = '<script type="module" src="/cdn/svc-link.js"></script>';
    await page.route('https://app.test/**', (route) => {
      const { pathname } = new URL(route.request().url());
      return pathname === '/'
        ? route.fulfill({ contentType: 'text/html', body: html(script + link) })
        : route.fulfill({ path: path.resolve('dist', pathname.slice(1)) });
    });
    const warning = told(
      /this page is on https:, so the browser does not let it ask http:\/\/service\.test\./,
    );

    await page.goto('https://app.test/');

    await warning;
    assert.ok(!profile.complaints.some((text) => text.includes('lt_1')));
  });
});
