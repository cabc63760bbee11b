import type { Browser, Page } from '@playwright/test';
import type { Engine } from './engine.js';
import { wrapped } from './engine-page.js';
import { nativePage } from './native-page.js';

export const chromiumEngine = (browser: Browser): Engine => ({
  async newProfile() {
    const context = await browser.newContext();
    const complaints: string[] = [];
    context.on('page', (page) => {
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
    });
    const page = wrapped((native: Page) => nativePage(native, (on, key) => on.keyboard.press(key)));
    return {
      complaints,
      newPage: async () => page(await context.newPage()),
      pages: async () => context.pages().map(page),
      close: () => context.close(),
    };
  },
  // The code that launched the browser closes it.
  stop: async () => {},
});
