// Warnings about pages that only a browser can show: two copies of the script, and https over http.
import assert from 'node:assert/strict';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { Profile } from './chromium.js';
import { freePort, servePages, type Service } from './servers.js';
import { beforeEach, describe, it } from './test.js';
import { widgetOn } from './widget.js';

describe('the console, for a developer', () => {
  let service: Service, profile: Profile, page: Page;

  beforeEach(({ service: shared, profile: fresh, page: first }) => {
    [service, profile, page] = [shared, fresh, first];
  });

  const told = (words: RegExp) => page.waitForEvent('console', (message) => words.test(message.text()));
  const html = (body: string) => `<!doctype html><title>Page</title><link rel="icon" href="data:," />${body}`;

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

  /** A page with this base-url, and the service's script. */
  async function opened(baseUrl: string, words: string) {
    const script = `<script type="module" src="${service.service}/cdn/svc-link.js"></script>`;
    const link = `<svc-link base-url="${baseUrl}" link-token="lt_1"></svc-link>`;
    const host = await servePages({ '/': { body: html(script + link) } });
    try {
      const warning = told(/base-url|nothing answers/);
      await page.goto(host.origin);
      await widgetOn(page).sees(words);
      return (await warning).text();
    } finally {
      await host.stop();
    }
  }

  it('says that nothing answers at a wrong port', async () => {
    const address = `http://127.0.0.1:${await freePort()}`;

    const text = await opened(address, 'We couldn’t reach this service');

    assert.match(text, new RegExp(`nothing answers at ${address} `));
  });

  it('says of a base-url with the path of the interface where the service begins', async () => {
    const address = `${service.service}/v2`;

    const text = await opened(address, 'We couldn’t reach this service');

    assert.match(
      text,
      new RegExp(`something answers at ${address}, but not as the service does\\..*before /v2`),
    );
  });

  it('says what another server answered, and what was expected', async () => {
    const nothing = { status: 404, body: 'Not here', headers: { 'access-control-allow-origin': '*' } };
    const other = await servePages({ '/v2/link/start': nothing, '/v2/link/state': nothing });
    try {
      const text = await opened(other.origin, 'There’s a problem with this service');

      assert.match(
        text,
        /\/v2\/link\/state answered HTTP 404 \(.*\), where HTTP 401 with invalid_token was expected/,
      );
    } finally {
      await other.stop();
    }
  });

  it('names the directive of a policy that keeps the page from the service', async () => {
    const script = `<script type="module" src="/cdn/svc-link.js"></script>`;
    const link = `<svc-link base-url="${service.service}" link-token="lt_1"></svc-link>`;
    const headers = { 'content-security-policy': "default-src 'self'; style-src 'unsafe-inline'" };
    await page.route('http://app.test/**', (route) => {
      const { pathname } = new URL(route.request().url());
      return pathname === '/'
        ? route.fulfill({ contentType: 'text/html', headers, body: html(script + link) })
        : route.fulfill({ path: path.resolve('dist', pathname.slice(1)) });
    });
    const warning = told(/^<svc-link> the Content Security Policy/);

    await page.goto('http://app.test/');

    assert.match((await warning).text(), new RegExp(`Add to it: connect-src ${service.service}$`));
  });
});
