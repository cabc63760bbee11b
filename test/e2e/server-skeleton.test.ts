// What a server sends of the widget, compared with what the element draws in its place: in a page of another origin that allows
// styles only with its nonce.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { insertSkeleton } from 'svc-link/server';
import type { Profile } from './chromium.js';
import { servedScripts } from './served-scripts.js';
import { servePages, type Servers } from './servers.js';
import { afterAll, beforeAll, beforeEach, describe, it } from './test.js';
import { assertOneExit, stepsOf, type Widget } from './widget.js';

declare global {
  interface Window {
    looks: { shifts: string[]; frames: string[] };
  }
}

/** Keeps what was moved, and what each frame showed in the widget: its panels, and whether they had their styles. */
function watchFrames() {
  window.looks = { shifts: [], frames: [] };
  const { shifts, frames } = window.looks;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifts.push(JSON.stringify(entry));
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    const root = document.querySelector('svc-link')?.shadowRoot;
    const panels = [...(root?.querySelectorAll('[part=panel]') ?? [])];
    const seen = panels.map((panel) => `${getComputedStyle(panel).display} ${panel.clientHeight}`).join();
    if (document.querySelector('#below') && frames.at(-1) !== seen) frames.push(seen);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** The elements in the widget, each with its place. Only the server's part is `inert`. */
const drawnIn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelector('svc-link')!.shadowRoot!.querySelectorAll('*:not(style)')].map((each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      const attributes = each
        .getAttributeNames()
        .filter((name) => name !== 'inert')
        .sort()
        .map((name) => `${name}=${each.getAttribute(name)}`);
      return [each.localName, ...attributes, x, y, width, height].join(' ');
    }),
  );

describe('a widget that a server rendered', () => {
  let servers: Servers,
    host: Awaited<ReturnType<typeof servePages>>,
    profile: Profile,
    page: Page,
    widget: Widget,
    /** Lets the scripts load, and then the service's answer through. */
    letScripts: () => void,
    letAnswer: () => void;

  beforeAll(async ({ servers: shared }) => {
    servers = shared;
    const policy = [
      "default-src 'none'",
      "script-src 'self'",
      `connect-src ${servers.service}`,
      `img-src ${servers.service} data:`,
      "style-src 'nonce-of-this-page'",
      "require-trusted-types-for 'script'",
      'trusted-types lit-html',
    ].join('; ');
    const pageWith = (attributes: string, tag: string) => ({
      headers: { 'content-security-policy': policy },
      body: insertSkeleton(
        `<!doctype html><html lang="en" ${attributes}><head><title>Devices</title><link rel="icon" href="data:," />
        <style nonce="of-this-page">svc-link::part(panel) { border: 3px solid rgb(1, 2, 3) }</style>
        <script type="module" src="/cdn/svc-link.js"></script></head>
        <body><input id="above" />${tag}<button id="below">Below</button></body></html>`,
        { nonce: 'of-this-page' },
      ),
    });
    const tag = `<svc-link base-url="${servers.service}"></svc-link>`;
    host = await servePages({
      ...servedScripts(),
      '/': pageWith('', tag),
      '/rtl': pageWith('dir="rtl"', tag),
      '/dialog': pageWith('', tag.replace('<svc-link', '<svc-link mode="dialog"')),
    });
  });
  afterAll(() => host.stop());
  beforeEach(async ({ visitor }) => {
    ({ profile, page, widget } = visitor);
    await page.addInitScript(watchFrames);
    const scriptsCome = new Promise<void>((resolve) => (letScripts = resolve));
    const answerComes = new Promise<void>((resolve) => (letAnswer = resolve));
    await page.route('**/cdn/svc-link.js', async (route) => {
      await scriptsCome;
      await route.continue();
    });
    await page.route('**/v2/link/start', async (route) => {
      await answerComes;
      await route.continue();
    });
  });

  /** Opens the page until the server's part is there. */
  async function open(at = '/') {
    await page.goto(host.origin + at, { waitUntil: 'commit' });
    await page.locator('#below').waitFor();
    assert.equal(await widget.link.evaluate((link) => link.matches(':defined')), false);
  }

  /** Loads the element's own first screen, with a token. The answer to its start is still held back. */
  async function upgrade() {
    const asked = page.waitForRequest('**/v2/link/start');
    letScripts();
    const { link_token } = await servers.newToken({ allowed_origins: [host.origin] });
    await page.evaluate(async (token) => {
      await customElements.whenDefined('svc-link');
      document.querySelector('svc-link')!.linkToken = token;
    }, link_token);
    await asked;
  }

  const picture = () => page.screenshot({ animations: 'disabled', caret: 'initial' });

  for (const at of ['/', '/rtl'])
    for (const colorScheme of ['light', 'dark'] as const)
      it(`shows at ${at} in ${colorScheme} colours what the element then draws, to the pixel`, async () => {
        await page.emulateMedia({ colorScheme });
        await open(at);
        const [sent, sentPicture] = [await drawnIn(page), await picture()];

        await upgrade();

        assert.equal(
          await widget.link.evaluate(({ shadowRoot }) => shadowRoot!.querySelector('style')),
          null,
        );
        assert.deepEqual(await drawnIn(page), sent);
        assert.ok(sent.some((each) => each.includes('role=progressbar')));
        assert.ok((await picture()).equals(sentPicture));
      });

  it('moves nothing, and has one panel with its styles in every frame', async () => {
    await open();
    await upgrade();
    letAnswer();
    await widget.sees('Choose a device or app');

    const { shifts, frames } = await page.evaluate(() => window.looks);
    assert.deepEqual(shifts, []);
    assert.deepEqual(frames, ['flex 570']); // 36rem, and its border
  });

  it('takes the styles that the page has for its parts', async () => {
    await open();
    const border = () =>
      widget.link.evaluate(({ shadowRoot }) =>
        getComputedStyle(shadowRoot!.querySelector('[part=panel]')!).getPropertyValue('border'),
      );
    assert.equal(await border(), '3px solid rgb(1, 2, 3)');
    await upgrade();
    assert.equal(await border(), '3px solid rgb(1, 2, 3)');
  });

  it('takes no focus until it is the element’s own, and leaves it where it is', async () => {
    await open();
    await page.locator('#above').focus();
    await page.keyboard.press('Tab');
    const focused = () => page.evaluate(() => document.activeElement?.id);
    assert.equal(await focused(), 'below');

    await upgrade();

    assert.equal(await focused(), 'below');
    await page.keyboard.press('Shift+Tab');
    await widget.button('Close').and(page.locator(':focus')).waitFor();
  });

  it('links a provider, with the events of any other run', async () => {
    await open();
    await upgrade();
    letAnswer();
    await widget.choose('Quartz Scale');
    await widget.signIn('ok@example.com');
    await widget.sees('Quartz Scale is connected');

    assertOneExit(profile.events, 'success');
    assert.equal(profile.events.filter(({ name }) => name === 'svc-ready').length, 1);
    assert.deepEqual(stepsOf(profile.events), [
      'loading',
      'select-provider',
      'sign-in',
      'connecting',
      'done',
    ]);
    // No violation of the policy, no error, no warning.
    assert.deepEqual(profile.complaints, []);
  });

  it('is no panel where the widget opens over the page', async () => {
    await page.goto(`${host.origin}/dialog`, { waitUntil: 'commit' });
    await page.locator('#below').waitFor();
    assert.equal(await widget.link.evaluate(({ shadowRoot }) => shadowRoot), null);
  });
});
