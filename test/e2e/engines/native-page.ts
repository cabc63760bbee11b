// Playwright's and Puppeteer's pages and frames use the same names for what is needed here.
import assert from 'node:assert/strict';
import { locating, offsetOf, type NativePage, type Place } from './engine-page.js';

interface Target {
  evaluate(expression: string): Promise<unknown>;
  evaluateHandle(expression: string): Promise<{
    asElement(): { contentFrame(): Promise<Target | null> } | null;
  }>;
  goto(url: string): Promise<unknown>;
}

interface DriverPage extends Target {
  close(): Promise<void>;
  bringToFront(): Promise<void>;
  keyboard: { type(text: string): Promise<void> };
  mouse: {
    click(x: number, y: number, options: { clickCount: number; count: number }): Promise<void>;
    move(x: number, y: number): Promise<void>;
  };
}

/** `keys` presses one key or a chord such as `Shift+Tab`. */
export function nativePage<Page extends DriverPage>(
  page: Page,
  keys: (page: Page, chord: string) => Promise<void>,
  target: Target = page,
  outer?: () => Promise<Place>,
): NativePage {
  return {
    run: (expression) => target.evaluate(expression),
    goto: (url) => target.goto(url),
    close: () => page.close(),
    front: () => page.bringToFront(),
    press: (key) => keys(page, key),
    type: (text) => page.keyboard.type(text),
    // One driver calls it `clickCount`, the other `count`.
    click: (x, y, count) => page.mouse.click(x, y, { clickCount: count, count }),
    ...(outer && { offset: outer, point: (x, y) => page.mouse.move(x, y) }),
    frame(selector) {
      // Found again each time, because the driver may treat a frame as a new one after it has gone to another page.
      const inner = async () => {
        const owner = await target.evaluateHandle(locating(selector));
        const found = await owner.asElement()?.contentFrame();
        assert.ok(found, `a frame at ${selector}`);
        return found;
      };
      const offset = async () => {
        // The expression returns this type.
        const mine = (await target.evaluate(offsetOf(selector))) as Place;
        const around = (await outer?.()) ?? { x: 0, y: 0 };
        return { x: mine.x + around.x, y: mine.y + around.y };
      };
      const later: Target = {
        evaluate: async (expression) => (await inner()).evaluate(expression),
        evaluateHandle: async (expression) => (await inner()).evaluateHandle(expression),
        goto: async (url) => (await inner()).goto(url),
      };
      return nativePage(page, keys, later, offset);
    },
  };
}
