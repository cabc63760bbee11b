// The window that OAuth opens: P1 to P12 of docs/test-matrix.md, with everything that can happen to a window.
import assert from 'node:assert/strict';
import { launch, type Page } from 'puppeteer-core';
import { findChromium } from '../../../scripts/chromium.mjs';
import { hiding } from '../chromium.js';
import { eachEngine } from '../each-engine.js';
import type { EnginePage } from '../engines/engine-page.js';
import type { MadeToken } from '../servers.js';
import { beforeEach, it } from '../test.js';
import { until } from '../waiting.js';
import type { World } from '../world.js';
import { allow, authorizeTitle, toAuthorize, toRing } from './aurora-ring.js';

let world: World;
beforeEach(({ world: shared }) => {
  world = shared;
});

const waiting = 'Finish in the Aurora Ring window';
const again = ['button', 'Open the window again'] as const;

const runs = process.env.LONG ? 50 : 3;

/** Checks that the run ended with exactly one success. */
async function assertConnected(page: EnginePage, { link_session_id }: MadeToken) {
  await page.until(() => window.heard.some(({ name }) => name === 'svc-exit'));
  const heard = await page.evaluate(() => window.heard);
  const ends = heard.filter(({ name }) => /success|exit/.test(name));
  assert.deepEqual(
    ends.map(({ name, detail }) => [name, detail.outcome ?? detail.state]),
    [
      ['svc-success', 'success'],
      ['svc-exit', 'success'],
    ],
  );
  const session = await world.ask('GET', `/v2/link/session/${link_session_id}`);
  assert.equal(session.state, 'success');
  assert.deepEqual(await page.evaluate(() => window.complaints), []);
}

eachEngine('a window for OAuth', (at) => {
  const openWindow = (button: readonly [selector: string, name: string] = toRing) =>
    at.opens(() => at.page.click(...button));

  it('P1 a click opens exactly one window at once, however slow the service is', async () => {
    const made = await toAuthorize(at.page, world, {
      script: `window.opened = [];
        const open = window.open;
        let inClick = false;
        addEventListener('click', () => (inClick = true), { capture: true });
        addEventListener('click', () => (inClick = false));
        window.open = (...values) => { opened.push(inClick); return open.apply(window, values); };`,
    });
    const release = world.hold(/ \/v2\//);
    const popup = await openWindow();
    assert.deepEqual(await at.page.evaluate(() => window.opened), [true]);
    release();
    await popup.click(allow);
    await at.page.sees('Aurora Ring is connected');
    await at.hasWindows(1);
    await assertConnected(at.page, made);
  });

  const blocked: [how: string, pressed: boolean, script: string][] = [
    ['answers null', true, 'window.open = () => null'],
    ['throws', true, 'window.open = () => { throw new Error("sandboxed") }'],
    [
      'is called without a click',
      false,
      `addEventListener('svc-ready', ({ target }) => {
        const press = () => {
          const button = target.shadowRoot.querySelector('[part=action]');
          if (button) observer.disconnect();
          button?.click();
        };
        const observer = new MutationObserver(press);
        observer.observe(target.shadowRoot, { childList: true, subtree: true });
        press();
      }, { once: true });`,
    ],
  ];
  for (const [how, pressed, script] of blocked)
    it(`P2 where open ${how}, the widget says so and goes on in this window, and comes back`, async () => {
      const made = await world.newToken({
        provider: 'aurora_ring',
        app_name: 'Acme',
        allowed_origins: [world.originOf('host')],
      });
      const host = world.host({ script, attributes: { 'link-token': made.link_token } });
      await at.page.goto(host);
      // In Chromium, every script that a driver runs in a page counts
      // as a gesture. So no script runs until the window is blocked.
      if (pressed) await at.page.click(...toRing);
      await until(
        () => world.log().some(({ detail }) => detail.code === 'popup_blocked'),
        'a blocked window',
      );
      await at.page.sees('The window didn’t open');
      assert.equal(await at.windows(), 1);
      await at.page.click(...toRing);
      await at.page.click(allow);
      await at.page.until((url) => location.href.startsWith(`${url}?`), host);
      assert.match(await at.page.url(), /[?&]state=success&provider=aurora_ring&/);
      const session = await world.ask('GET', `/v2/link/session/${made.link_session_id}`);
      assert.equal(session.state, 'success');
    });

  it('P3 two clicks, or Enter and a click, open one window', async () => {
    await toAuthorize(at.page, world);
    const popup = await at.opens(() => at.page.click(...toRing, 2));
    await at.page.sees(waiting);
    await popup.shows(allow);
    await at.page.click(...again);
    await at.page.sees(waiting);
    assert.equal(await at.windows(), 2);
    await popup.close();

    await toAuthorize(at.page, world);
    await at.page.of('[part=action]', (button) => button.focus());
    await at.page.press('Enter');
    await at.page.click('button[part$=action]');
    await at.hasWindows(2);
    await at.page.sees(waiting);
  });

  it('P4 a provider that cuts the window off is never taken for a person who gave up', async () => {
    const made = await toAuthorize(at.page, world, {
      token: { provider: 'fjord_band' },
      heading: 'Connect Fjord Band to Acme',
    });
    const popup = await openWindow(['[part=action]', 'Continue to Fjord Band']);
    await popup.shows(allow);
    // It becomes the main action once the page can no longer see the window.
    await at.page.shows('[part=action]', again[1]);
    await popup.click(allow);
    await at.page.sees('Fjord Band is connected');
    await at.hasWindows(1);
    await assertConnected(at.page, made);
  });

  it('P5 a page that cuts its windows off links all the same', async () => {
    const made = await toAuthorize(at.page, world, {
      headers: { 'cross-origin-opener-policy': 'same-origin' },
      // A window that closes within 1.5 seconds counts as cut off. A busy
      // machine takes longer to load it, so the clock is slowed down.
      script: `const real = Date.now, began = real(); Date.now = () => began + (real() - began) / 20;`,
    });
    await openWindow();
    // The widget learns that this page loses its windows, and continues without messages. Playwright reports
    // that a page has the focus although a window is in front of it, as if the person had come back.
    const [heading, button] =
      at.engine === 'Chromium'
        ? ([authorizeTitle, toRing] as const)
        : (['The window didn’t open', again] as const);
    await at.page.sees(heading);
    const popup = await openWindow(button);
    // A form that names no page to return to asks first.
    await popup.click('a, button', 'Continue');
    await popup.click(allow);
    await at.page.sees('Aurora Ring is connected');
    await assertConnected(at.page, made);
  });

  it('P5 a page that cuts its windows off links also if the service takes seconds to answer', async () => {
    await toAuthorize(at.page, world, {
      headers: { 'cross-origin-opener-policy': 'same-origin' },
      // The clock is five seconds ahead once a window has opened.
      script: `const now = Date.now, open = window.open; let ahead = 0; Date.now = () => now() + ahead;
        window.open = (...values) => { setTimeout(() => (ahead = 5000)); return open.apply(window, values); };`,
    });
    await openWindow();
    const [heading, button] =
      at.engine === 'Chromium'
        ? ([authorizeTitle, toRing] as const)
        : (['The window didn’t open', again] as const);
    await at.page.sees(heading);
    const popup = await openWindow(button);
    await popup.click('a, button', 'Continue');
    await popup.click(allow);
    await at.page.sees('Aurora Ring is connected');
  });

  it('P5 a page that keeps its windows with same-origin-allow-popups links as any other', async () => {
    const made = await toAuthorize(at.page, world, {
      headers: { 'cross-origin-opener-policy': 'same-origin-allow-popups' },
    });
    const popup = await openWindow();
    await popup.click(allow);
    await at.page.sees('Aurora Ring is connected');
    await at.hasWindows(1);
    await assertConnected(at.page, made);
  });

  it('P7 a window that is closed on our page leads back to the step before, soon', async () => {
    await toAuthorize(at.page, world);
    const release = world.hold(/ \/v2\/link\/(start|provider)/);
    const popup = await openWindow();
    await at.page.sees(waiting);
    const closed = Date.now();
    await popup.close();
    await at.page.sees(authorizeTitle);
    assert.ok(Date.now() - closed < 15_000);
    assert.deepEqual(
      await at.page.evaluate(() => window.heard.filter(({ name }) => name === 'svc-exit')),
      [],
    );
    release();
  });

  it('P7 a window that is closed at the provider is waited for, and can be opened again', async () => {
    const made = await toAuthorize(at.page, world);
    const popup = await openWindow();
    await popup.shows(allow);
    await popup.close();
    await at.page.shows('[part=action]', again[1]);
    await at.page.sees(waiting);
    const second = await openWindow(['[part=action]', again[1]]);
    await second.click(allow);
    await at.page.sees('Aurora Ring is connected');
    await assertConnected(at.page, made);
  });

  it(`P8 a success is never lost to a window that closes at once (${runs} times)`, async () => {
    // What our page does when it is back: its own script, a result and closing at once, or closing without a message.
    const scripts = [
      null,
      `addEventListener('message', ({ data, source, origin }) => {
         source.postMessage({ v: 1, nonce: data.nonce, type: 'result' }, origin);
         close();
       });`,
      'close();',
    ];
    for (let run = 0; run < runs; run += 1) {
      const made = await toAuthorize(at.page, world);
      const popup = await openWindow();
      await popup.shows(allow);
      const script = scripts[run % scripts.length];
      if (script)
        world.when(/^GET \/link\/\?display=window$/, () => ({
          headers: { 'content-type': 'text/html' },
          body: `<!doctype html><script>${script}</script>`,
        }));
      await popup.click(allow);
      await at.page.sees('Aurora Ring is connected');
      await assertConnected(at.page, made);
      await at.hasWindows(1);
      world.reset();
    }
  });

  it('P9 a page that is reloaded while the window is out finds the outcome', async () => {
    const made = await toAuthorize(at.page, world);
    const popup = await openWindow();
    await popup.shows(allow);
    await at.page.reload();
    await at.page.sees(waiting);
    await popup.click(allow);
    await at.page.sees('Aurora Ring is connected');
    await assertConnected(at.page, made);
  });

  it('P12 a link that expires while the window is out ends, and nothing goes on ticking or listening', async () => {
    await toAuthorize(at.page, world, {
      script: `
        window.listening = new Map();
        window.ticking = new Set();
        const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
        const count = (target, type, by) => {
          if (target !== window && target !== document) return;
          listening.set(type, (listening.get(type) ?? 0) + by);
        };
        EventTarget.prototype.addEventListener = function (type, ...rest) {
          count(this ?? window, type, 1);
          rest[1]?.signal?.addEventListener('abort', () => count(this ?? window, type, -1), { once: true });
          return add.call(this ?? window, type, ...rest);
        };
        EventTarget.prototype.removeEventListener = function (type, ...rest) {
          count(this ?? window, type, -1);
          return remove.call(this ?? window, type, ...rest);
        };
        const { setInterval: begin, clearInterval: end } = window;
        window.setInterval = (...values) => { const id = begin(...values); ticking.add(id); return id; };
        window.clearInterval = (id) => { ticking.delete(id); end(id); };`,
    });
    const counts = () =>
      at.page.evaluate(() => [Object.fromEntries(window.listening), window.ticking.size] as const);
    const [resting] = await counts();
    const popup = await openWindow();
    await popup.shows(allow);
    const [, ticking] = await counts();
    assert.ok(ticking > 0, 'something ticks while the window is out');
    await world.advanceClock(3700);
    await at.page.sees('This link has expired');
    await popup.close();
    await until(async () => (await counts())[1] === 0, 'nothing ticks');
    const [listening] = await counts();
    assert.deepEqual({ ...listening, ...resting }, listening);
    assert.equal(listening.message ?? 0, 0);
    await at.page.evaluate(() => document.querySelector('svc-link')!.remove());
    await until(
      async () => Object.values((await counts())[0]).every((many) => many === 0),
      'nothing listens',
    );
  });
});

it('P11 a page in a tab behind others is up to date as soon as it is in front (Chromium)', async () => {
  // Playwright makes every page believe that it is in front. Puppeteer does not.
  const browser = await launch({ ...(await findChromium()), ignoreDefaultArgs: hiding });
  try {
    const page = await browser.newPage();
    const made = await world.newToken({ provider: 'aurora_ring', app_name: 'Acme' });
    await page.goto(world.host({ attributes: { 'link-token': made.link_token } }));
    const opened = new Promise<Page | null>((resolve) => {
      page.once('popup', resolve);
    });
    await page.locator('svc-link >>> [part=action]').click();
    const popup = (await opened)!;
    await popup.waitForSelector(allow);
    // From here on no timer of the page runs, so any result comes because the person has looked at the page.
    await page.evaluate(() => {
      for (let id = Number(setTimeout(() => {}, 0)); id > 0; id--) clearTimeout(id);
      window.setTimeout = (() => 0) as unknown as typeof setTimeout;
    });
    // The window's message would arrive while the page is hidden. It is dropped, so only the service can report the result.
    await page.evaluate(() =>
      window.addEventListener('message', (event) => event.stopImmediatePropagation(), { capture: true }),
    );
    const other = await browser.newPage();
    await other.bringToFront();
    await until(() => page.evaluate(() => document.visibilityState === 'hidden'), 'a tab that is hidden');
    await popup.click(allow).catch(() => {});
    await until(
      async () => (await world.ask('GET', `/v2/link/session/${made.link_session_id}`)).state === 'success',
      'the connection',
    );
    await page.bringToFront();
    await until(() =>
      page.evaluate(() =>
        window.heard.some(({ name, detail }) => name === 'svc-exit' && detail.outcome === 'success'),
      ),
    );
  } finally {
    await browser.close();
  }
});
