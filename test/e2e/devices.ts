// The two devices of "Continue on your phone", as options of a browser.
import type { BrowserContext } from '@playwright/test';

const sized = (width: number, height: number) => ({
  viewport: { width, height },
  screen: { width, height },
});

export const computer = sized(1280, 900);
export const mobile = { ...sized(390, 844), hasTouch: true, isMobile: true };

/** The driver gives a window a screen of the window's size, which is a phone's. A computer's screen is wide. */
export const onWideScreen = (context: BrowserContext) =>
  context.addInitScript(() => Object.defineProperty(window.screen, 'width', { value: 1280 }));
