import { Button, type WebDriver } from 'selenium-webdriver';
import { findWebKit } from '../../../scripts/programs.mjs';
import { pressKeys, startWebKit, to } from '../../support/webkit-driver.mjs';
import type { Engine } from './engine.js';
import { locating, offsetOf, wrapped, type NativePage, type Place } from './engine-page.js';

/** How long a script may take, in milliseconds. A script that is sent to a page during a navigation may never return. */
const longest = 6000;

async function execute<Answer>(driver: WebDriver, expression: string) {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('WebKitGTK does not answer')), longest);
  });
  try {
    return await Promise.race([driver.executeScript<Answer>(`return ${expression}`), late]);
  } finally {
    clearTimeout(timer);
  }
}

export async function startWebKitEngine(): Promise<Engine> {
  const webkit = await startWebKit(findWebKit()!);
  return {
    async newProfile() {
      // Each profile is its own browser.
      const driver = await webkit.open();
      // The driver works on one window at a time, so nothing may come between switching to a window and using it.
      let turn: Promise<unknown> = Promise.resolve();
      const inTurn = <Answer>(act: () => Promise<Answer>) => {
        const mine = turn.then(act);
        turn = mine.catch(() => {});
        return mine;
      };
      const native = (handle: string, path: string[] = []): NativePage => {
        const there = <Answer>(act: () => Promise<Answer>, frames = path) =>
          inTurn(async () => {
            await driver.switchTo().window(handle);
            for (const selector of frames)
              await driver.switchTo().frame(await execute(driver, locating(selector)));
            return act();
          });
        return {
          run: (expression) => there(() => execute(driver, expression)),
          goto: (url) => there(() => driver.get(url)),
          close: () => there(() => driver.close()),
          // The driver has no such command. A new window is in front by itself.
          front: async () => {},
          press: (key) => there(() => pressKeys(driver, [key])),
          type: (text) => there(() => pressKeys(driver, [...text])),
          // Positions are relative to the window's corner, whichever frame is selected.
          click: (x, y, count) =>
            there(() => {
              const actions = driver.actions().move(to(x, y));
              for (let time = 0; time < count; time += 1) actions.press(Button.LEFT).release(Button.LEFT);
              return actions.perform();
            }, []),
          offset: async () => {
            const offset = { x: 0, y: 0 };
            for (const [depth, selector] of path.entries()) {
              const one = await there(() => execute<Place>(driver, offsetOf(selector)), path.slice(0, depth));
              offset.x += one.x;
              offset.y += one.y;
            }
            return offset;
          },
          frame: (selector) => native(handle, [...path, selector]),
        };
      };
      const page = wrapped((handle: string) => native(handle));
      let first: string | undefined = await driver.getWindowHandle();
      return {
        // The driver cannot read the console. The pages of world.ts report complaints themselves.
        complaints: [],
        async newPage() {
          const handle =
            first ??
            (await inTurn(async () => {
              await driver.switchTo().newWindow('tab');
              return driver.getWindowHandle();
            }));
          first = undefined;
          return page(handle);
        },
        pages: () => inTurn(async () => (await driver.getAllWindowHandles()).map(page)),
        close: async () => {},
      };
    },
    stop: () => webkit.stop(),
  };
}
