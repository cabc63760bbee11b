// One small way to drive Chromium, Firefox and WebKitGTK, so that a test is written once and loops over them.
// A person's doings (click, type, press) are real input; everything else is asked of the page itself. The
// drivers' defaults that hide what people's browsers do are switched off; browsers.test.mjs checks that.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe } from 'node:test';
import { launch } from 'puppeteer-core';
import { findFirefox, findWebKit } from '../../scripts/browsers.mjs';
import { WebDriver } from '../../scripts/webdriver.mjs';
import { launchChromium } from './chromium.mjs';
import { startShared } from './sharing.mjs';

/** How long anything may take, in milliseconds. */
const patience = 20_000;

/**
 * Asks until there is an answer. A WebDriver has no events, and the three engines wait alike this way.
 * What a page throws while it navigates is no answer.
 */
export async function until(probe, what = String(probe)) {
  const end = Date.now() + patience;
  let thrown;
  for (;;) {
    const value = await Promise.resolve()
      .then(probe)
      .catch((error) => {
        thrown = error;
      });
    if (value) return value;
    if (Date.now() > end) throw new Error(`timed out: ${what}`, { cause: thrown });
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** Chromium and Firefox log each hello that finds another page, such as the provider's, in place of ours. */
export const isUnheard = (text) => /^(Error: )?Failed to execute .postMessage. on .DOMWindow/.test(text);

/** Throws what went wrong, but for a window that went away by a click or a key, as some do. */
export function unlessGone(error) {
  const gone = /clos|no such window|detached|destroyed|no such frame|DiscardedBrowsingContext/i;
  if (!gone.test(String(error))) throw error;
}

/**
 * Runs in the page: the first element that is shown and matches, open shadow roots included. A name is the
 * element's own text or label.
 */
function locate(selector, name) {
  const below = (root) =>
    [...root.querySelectorAll('*')].flatMap((each) => [
      each,
      ...(each.shadowRoot ? below(each.shadowRoot) : []),
    ]);
  const plain = (text) => (text ?? '').replace(/\s+/g, ' ').trim();
  return below(document).find(
    (each) =>
      each.matches(selector) &&
      each.getClientRects().length > 0 &&
      (name === null || plain(each.textContent) === name || each.getAttribute('aria-label') === name),
  );
}

/** Runs in the page: where to click, once the element has come to rest and nothing lies over it. */
async function whereToClick(found) {
  if (!found || document.readyState !== 'complete') return null;
  found.scrollIntoView({ block: 'center', behavior: 'instant' });
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => resolve()));
  const box = () => found.getBoundingClientRect();
  const before = box();
  // A page in the background draws nothing.
  if (document.visibilityState === 'visible') await frame().then(frame);
  const { x, y, width, height } = box();
  if (before.x !== x || before.y !== y || !width) return null;
  const at = { x: x + width / 2, y: y + height / 2 };
  let hit = document.elementFromPoint(at.x, at.y);
  while (hit?.shadowRoot?.elementFromPoint(at.x, at.y)) {
    const inner = hit.shadowRoot.elementFromPoint(at.x, at.y);
    if (inner === hit) break;
    hit = inner;
  }
  const inside = (node) => node && (node === found || inside(node.parentNode ?? node.host));
  return inside(hit) ? at : null;
}

/** A window or a frame. `native` does what differs from engine to engine. */
class Page {
  #native;

  constructor(native) {
    this.#native = native;
  }

  /** Runs a function in the page; what it is given and what it answers is JSON. */
  evaluate(run, ...args) {
    return this.#native.run(`(${run})(...${JSON.stringify(args)})`);
  }
  /** Waits until the function answers something in the page. */
  until(run, ...args) {
    return until(() => this.evaluate(run, ...args), `${run} ${JSON.stringify(args)}`);
  }
  #onFound(what, selector, name) {
    return this.#native.run(`(${what})((${locate})(${JSON.stringify(selector)}, ${JSON.stringify(name)}))`);
  }
  async #place(selector, name) {
    const at = await until(
      () => this.#onFound(whereToClick, selector, name),
      `${selector} ${name ?? ''}`.trim(),
    );
    const offset = (await this.#native.offset?.()) ?? { x: 0, y: 0 };
    return [Math.round(at.x + offset.x), Math.round(at.y + offset.y)];
  }

  goto(url) {
    return this.#native.goto(url);
  }
  url() {
    return this.evaluate(() => location.href);
  }
  /** As its own script would go, after the answer to this call. */
  back() {
    return this.evaluate(() => void setTimeout(() => history.back()));
  }
  leaveFor(url) {
    return this.evaluate((address) => void setTimeout(() => location.assign(address)), url);
  }
  async reload() {
    await this.evaluate(() => void (window.beforeReload = true));
    await this.evaluate(() => location.reload()).catch(() => {});
    await this.until(() => !window.beforeReload && document.readyState === 'complete');
  }
  close() {
    return this.#native.close();
  }
  /** Makes it the window in front. */
  front() {
    return this.#native.front();
  }

  /** Waits for an element, wherever in the open shadow roots it is. */
  shows(selector, name = null) {
    return until(() => this.#onFound((found) => Boolean(found), selector, name), `${selector} ${name ?? ''}`);
  }
  async hasNo(selector, name = null) {
    return !(await this.#onFound((found) => Boolean(found), selector, name));
  }
  /** What a function says of an element. */
  async of(selector, read) {
    await this.shows(selector);
    return this.#onFound(read, selector, null);
  }
  /** Waits for the step with this heading. */
  sees(heading) {
    return this.shows('h1,h2,h3,h4,h5,h6', heading);
  }
  /** A real click in the middle, which counts as a person's. */
  async click(selector, name = null, count = 1) {
    const [x, y] = await this.#place(selector, name);
    await this.#native.click(x, y, count).catch(unlessGone);
  }
  press(key) {
    return this.#native.press(key).catch(unlessGone);
  }
  type(text) {
    return this.#native.type(text);
  }
  /** Types into a field in place of what stands there. */
  async fill(selector, text) {
    await this.click(selector);
    await this.of(selector, (field) => field.select());
    await this.type(text);
  }

  /** The page in the frame that the selector finds. */
  frame(selector) {
    return new Page(this.#native.frame(selector));
  }
}

/** Where a frame's content begins in its window; runs in the page around it. */
const offsetOf = (selector) => `(() => {
  const frame = (${locate})(${JSON.stringify(selector)}, null);
  const { x, y } = frame.getBoundingClientRect();
  return { x: x + frame.clientLeft, y: y + frame.clientTop };
})()`;

/** Playwright's pages and frames and Puppeteer's have the same names for what is needed here. */
function nativePage(page, target, { goto, keys, outer }) {
  return {
    run: (expression) => target.evaluate(expression),
    goto: (url) => target.goto(url, goto),
    close: () => page.close(),
    front: () => page.bringToFront(),
    press: (key) => keys(page, key),
    type: (text) => page.keyboard.type(text),
    click: (x, y, count) => page.mouse.click(x, y, { clickCount: count, count }),
    ...(outer && { offset: outer }),
    frame(selector) {
      const owner = () => target.evaluateHandle(`(${locate})(${JSON.stringify(selector)}, null)`);
      // Looked for anew each time: a frame that goes to another page may be another one to the driver.
      const inner = async () => {
        const found = await (await owner()).asElement()?.contentFrame();
        assert.ok(found, `a frame at ${selector}`);
        return found;
      };
      const offset = async () => {
        const [mine, around] = [
          await target.evaluate(offsetOf(selector)),
          (await outer?.()) ?? { x: 0, y: 0 },
        ];
        return { x: mine.x + around.x, y: mine.y + around.y };
      };
      const later = {
        evaluate: async (expression) => (await inner()).evaluate(expression),
        evaluateHandle: async (expression) => (await inner()).evaluateHandle(expression),
        goto: async (url) => (await inner()).goto(url),
      };
      return nativePage(page, later, { goto, keys, outer: offset });
    },
  };
}

/** Wraps a driver's pages, each once. */
function wrapped(wrap) {
  const known = new Map();
  return (key) => {
    if (!known.has(key)) known.set(key, new Page(wrap(key)));
    return known.get(key);
  };
}

const chromium = {
  name: 'Chromium',
  missing: false,
  async start() {
    const browser = await launchChromium();
    return {
      async newProfile() {
        const context = await browser.newContext();
        const complaints = [];
        context.on('page', (page) => {
          page.on('console', (message) => {
            if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
          });
          page.on('pageerror', (error) => complaints.push(String(error)));
        });
        const page = wrapped((native) =>
          nativePage(native, native, { goto: {}, keys: (on, key) => on.keyboard.press(key) }),
        );
        return {
          complaints,
          newPage: async () => page(await context.newPage()),
          pages: async () => context.pages().map(page),
          close: () => context.close(),
        };
      },
      stop: () => browser.close(),
    };
  },
};

const firefox = {
  name: 'Firefox',
  missing: !findFirefox(),
  async start() {
    const browser = await launch({
      browser: 'firefox',
      executablePath: findFirefox(),
      extraPrefsFirefox: {
        // Puppeteer lets every window open; people's Firefox does not.
        'dom.disable_open_during_load': true,
        // Clicks are dropped until a page has been drawn for a while, which no driver waits for.
        'dom.input_events.security.minNumTicks': 0,
        'dom.input_events.security.minTimeElapsedInMS': 0,
      },
    });
    const keys = async (page, chord) => {
      const names = chord.split('+');
      for (const name of names) await page.keyboard.down(name);
      for (const name of names.reverse()) await page.keyboard.up(name);
    };
    return {
      async newProfile() {
        const context = await browser.createBrowserContext();
        const complaints = [];
        const page = wrapped((native) => {
          native.on('console', (message) => {
            if (['error', 'warn'].includes(message.type())) complaints.push(message.text());
          });
          native.on('pageerror', (error) => complaints.push(String(error)));
          return nativePage(native, native, { goto: {}, keys });
        });
        return {
          complaints,
          newPage: async () => page(await context.newPage()),
          pages: async () => (await context.pages()).map(page),
          close: () => context.close(),
        };
      },
      stop: () => browser.close(),
    };
  },
};

const webkit = {
  name: 'WebKitGTK',
  missing: !findWebKit(),
  async start() {
    const driver = await WebDriver.start(findWebKit());
    let used = false;
    // One window is looked at at a time, so nothing may come between looking there and asking it.
    let turn = Promise.resolve();
    const inTurn = (act) => {
      const mine = turn.then(act);
      turn = mine.catch(() => {});
      return mine;
    };
    const native = (handle, path = []) => {
      const at = async (frames = path) => {
        await driver.switchTo(handle);
        for (const selector of frames)
          await driver.request('POST', '/frame', {
            id: await driver.evaluate(`return (${locate})(${JSON.stringify(selector)}, null)`),
          });
      };
      const there = (act, frames) => inTurn(async () => (await at(frames), act()));
      return {
        run: (expression) => there(() => driver.evaluate(`return ${expression}`)),
        goto: (url) => there(() => driver.goto(url)),
        close: () => there(() => driver.request('DELETE', '/window')),
        // There is no such command; a new window is in front by itself.
        front: async () => {},
        press: (key) => there(() => driver.keys([key])),
        type: (text) => there(() => driver.keys([...text])),
        // Places count from the window's corner, whichever frame is looked at.
        click: (x, y, count) =>
          there(
            () =>
              driver.pointer(
                { type: 'pointerMove', duration: 0, x, y },
                ...Array.from({ length: count }, () => [
                  { type: 'pointerDown', button: 0 },
                  { type: 'pointerUp', button: 0 },
                ]).flat(),
              ),
            [],
          ),
        offset: async () => {
          const offset = { x: 0, y: 0 };
          for (const [depth, selector] of path.entries()) {
            const one = await there(
              () => driver.evaluate(`return ${offsetOf(selector)}`),
              path.slice(0, depth),
            );
            offset.x += one.x;
            offset.y += one.y;
          }
          return offset;
        },
        frame: (selector) => native(handle, [...path, selector]),
      };
    };
    return {
      async newProfile() {
        // A session of its own is a profile of its own.
        if (used) await driver.restart();
        used = true;
        const page = wrapped((handle) => native(handle));
        let first = await driver.window();
        return {
          // It has no console to listen to; the pages of world.mjs tell by themselves.
          complaints: [],
          async newPage() {
            const handle =
              first ?? (await inTurn(() => driver.request('POST', '/window/new', { type: 'tab' }))).handle;
            first = undefined;
            return page(handle);
          },
          pages: () => inTurn(async () => (await driver.windows()).map(page)),
          close: async () => {},
        };
      },
      stop: () => driver.stop(),
    };
  },
};

const engines = [chromium, firefox, webkit];

/**
 * A suite for each engine, or for `only` some, by name; the check that is not the long one runs it in those that it is
 * `usually` run in. An engine that is not installed shows as skipped. The body
 * gets what holds the current `page` and `profile`, which are new for each test.
 */
export function eachEngine(
  title,
  body,
  { only = engines.map(({ name }) => name), usually = ['Chromium'], timeout = 240_000 } = {},
) {
  // To keep the usual check short; the unit tests run in every engine always.
  const usual = process.env.LONG ? only : only.filter((name) => usually.includes(name));
  const wanted = process.env.ENGINE ? [process.env.ENGINE] : usual;
  for (const engine of engines.filter(({ name }) => only.includes(name) && wanted.includes(name))) {
    const skip = engine.missing && `${engine.name} is not installed`;
    describe(`${title} in ${engine.name}`, { timeout, skip }, () => {
      const at = { engine: engine.name };
      let browser;
      before(async () => {
        browser = await startShared(engine.start);
      });
      beforeEach(async () => {
        at.profile = await browser.newProfile();
        at.page = await at.profile.newPage();
        /** The window that this opens. */
        at.opens = async (act) => {
          const before = await at.profile.pages();
          await act();
          return until(
            async () => (await at.profile.pages()).find((page) => !before.includes(page)),
            'a window',
          );
        };
        /** Goes on as somebody else: another profile, that has seen nothing yet. */
        at.changePerson = async () => {
          await at.profile.close();
          at.profile = await browser.newProfile();
          at.page = await at.profile.newPage();
        };
        at.windows = async () => (await at.profile.pages()).length;
        /** Waits until there are as many windows as this, no more and no fewer. */
        at.hasWindows = (count) => until(async () => (await at.windows()) === count, `${count} windows`);
      });
      afterEach(() => at.profile?.close());
      after(() => browser?.stop());
      body(at);
    });
  }
}
