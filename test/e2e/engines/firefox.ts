import { launch, type KeyInput, type Page } from 'puppeteer-core';
import { findFirefox } from '../../../scripts/programs.mjs';
import type { Engine } from './engine.js';
import { wrapped } from './engine-page.js';
import { nativePage } from './native-page.js';

async function keys(page: Page, chord: string) {
  // Tests write the names of keyboard keys.
  const names = chord.split('+') as KeyInput[];
  for (const name of names) await page.keyboard.down(name);
  for (const name of names.reverse()) await page.keyboard.up(name);
}

export async function startFirefox(): Promise<Engine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: findFirefox()!,
    extraPrefsFirefox: {
      // Puppeteer allows every popup, but people's Firefox does not.
      'dom.disable_open_during_load': true,
      // Firefox ignores clicks until a page has been drawn for a while, and no driver waits for that.
      'dom.input_events.security.minNumTicks': 0,
      'dom.input_events.security.minTimeElapsedInMS': 0,
    },
  });
  return {
    async newProfile() {
      const context = await browser.createBrowserContext();
      const complaints: string[] = [];
      const page = wrapped((native: Page) => {
        native.on('console', (message) => {
          if (['error', 'warn'].includes(message.type())) complaints.push(message.text());
        });
        native.on('pageerror', (error) => complaints.push(String(error)));
        return nativePage(native, keys);
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
}
