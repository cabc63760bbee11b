// How the widget comes into a page that is loading: which requests are sent, and what is drawn, in which task and frame.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { servedScripts } from './served-scripts.js';
import { servePages, type Servers } from './servers.js';
import { beforeEach, describe, it } from './test.js';
import type { Widget } from './widget.js';

declare global {
  interface Window {
    read: { asked: number; drawn: number | undefined };
    shifts: number;
  }
}

/**
 * Keeps how many requests were sent and how many panels were drawn when the page was loaded, at the end of the task in which its
 * scripts ran.
 */
function watchTurns() {
  window.shifts = 0;
  const send = window.fetch;
  let asked = 0;
  window.fetch = (...request) => {
    asked++;
    return send(...request);
  };
  addEventListener('DOMContentLoaded', () => {
    const root = document.querySelector('svc-link')?.shadowRoot;
    window.read = { asked, drawn: root?.querySelectorAll('[part=panel]').length };
  });
  new PerformanceObserver((list) => (window.shifts += list.getEntries().length)).observe({
    type: 'layout-shift',
    buffered: true,
  });
}

describe('a widget in a page that is being read', () => {
  let servers: Servers, page: Page, widget: Widget;
  beforeEach(({ visitor }) => ({ servers, page, widget } = visitor));

  it('sends its request in the task of the page’s scripts, and is drawn after it, where nothing moves', async () => {
    const script = `<script type="module" src="/cdn/svc-link.js"></script>`;
    const pages: Parameters<typeof servePages>[0] = servedScripts();
    const host = await servePages(pages);
    try {
      const { link_token } = await servers.newToken({ allowed_origins: [host.origin] });
      const style = '<style>svc-link:not(:defined) { display: block; min-height: calc(36rem + 2px) }</style>';
      const tag = `<svc-link base-url="${servers.service}" link-token="${link_token}"></svc-link>`;
      pages['/'] = { body: `<!doctype html><title>Devices</title>${style}${script}${tag}<p>Below</p>` };
      await page.addInitScript(watchTurns);
      await page.goto(`${host.origin}/`);
      await widget.sees('Choose a device or app');

      const { read, shifts } = await page.evaluate(() => ({ read: window.read, shifts: window.shifts }));
      assert.deepEqual(read, { asked: 1, drawn: 0 });
      assert.equal(shifts, 0);
    } finally {
      await host.stop();
    }
  });
});
