// The check of looks itself has to find what a person would see.
import assert from 'node:assert/strict';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { launchChromium, openProfile } from '../e2e/chromium.ts';
import { servePages } from '../e2e/servers.ts';
import { watchLooks } from './looks.mjs';

/** A page with a heading, a tag and a line below it. Its script comes late, and makes a panel with this style. */
const pageWith = (script, { head = '', tag = '<svc-link></svc-link>' } = {}) => ({
  body: `<!doctype html><html lang="en"><head><title>Late</title><link rel="icon" href="data:," />${head}
    <script type="module" src="/late.js?${encodeURIComponent(script)}"></script></head>
    <body><h1>Your devices</h1>${tag}<p>Below</p></body></html>`,
});

/** A script that registers the tag with this content in its root. */
const registers = (root) => `customElements.define('svc-link', class extends HTMLElement {
  connectedCallback() { (this.shadowRoot ?? this.attachShadow({ mode: 'open' })).innerHTML += \`${root}\`; }
}); done();`;
const panel = '<div part="panel" style="display: flex; height: 600px"></div>';
const sent = `<svc-link style="display: block"><template shadowrootmode="open">${panel}</template></svc-link>`;

describe('the check of what is visible while a page loads', { timeout: 120_000 }, () => {
  let browser, server, profile, page;
  const pages = {};

  beforeAll(async () => {
    browser = await launchChromium();
    server = await servePages(pages);
  });
  afterAll(async () => {
    await server?.stop();
    await browser?.close();
  });
  beforeEach(async () => {
    profile = await openProfile(browser);
    page = await profile.newPage();
  });
  afterEach(() => profile.close());

  /** The result of the check for this page, after its script has run and two more frames were drawn. */
  async function seenIn(script, more) {
    pages['/'] = pageWith('', more);
    pages['/late.js'] = { type: 'text/javascript', body: script };
    const done = new Promise((resolve) => void page.exposeFunction('done', resolve));
    const looks = await watchLooks(page);
    await page.goto(server.origin, { waitUntil: 'commit' });
    await done;
    await page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));
    return looks.seen();
  }

  it('finds nothing in a page whose panel was sent and stays', async () => {
    const { scriptsAfterFirstPaint, drawnAtFirstPaint, shifts, widgets } = await seenIn('done();', {
      tag: sent,
    });
    assert.deepEqual(
      [scriptsAfterFirstPaint, drawnAtFirstPaint, shifts, widgets],
      [true, true, [], ['flex']],
    );
  });

  it('finds that the content below a widget moves when its script loads, and that nothing was drawn before', async () => {
    const { drawnAtFirstPaint, shifts } = await seenIn(registers(panel));
    assert.equal(drawnAtFirstPaint, false);
    assert.equal(shifts.length, 1);
    assert.match(shifts[0], /P/);
  });

  it('finds a second panel beside the sent one', async () => {
    const { widgets } = await seenIn(registers(panel), { tag: sent });
    assert.deepEqual(widgets, ['flex', 'flex,flex']);
  });

  it('finds a panel and a heading whose styles come late', async () => {
    const script = `${registers('<div part="panel">Unstyled</div>').replace('done();', '')}
      requestAnimationFrame(() => requestAnimationFrame(() => {
        document.querySelector('svc-link').shadowRoot.innerHTML = \`${panel}\`;
        document.querySelector('h1').style.fontSize = '28px';
        done();
      }));`;
    const { widgets, pages: headings } = await seenIn(script);
    assert.deepEqual(widgets, ['block', 'flex']);
    assert.equal(headings.length, 2);
  });
});
