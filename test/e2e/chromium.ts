// Chromium as people have it. Playwright's defaults switch off just what windows of OAuth depend on: the
// blocking of popups, the back/forward cache and the throttling of pages behind others.
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import { findChromium } from '../../scripts/chromium.mjs';

/** Drivers' arguments that pages would notice. */
export const hiding = [
  '--disable-popup-blocking',
  '--disable-back-forward-cache',
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
];

/**
 * No page notices these. The pop-ups of the address bar are a renderer of their own for each window, a fifth of all
 * work, and another one is kept for the next window. The list takes the place of Playwright's, which would switch off
 * the partitioning of storage.
 */
const needless = [
  'HttpsUpgrades',
  'MediaRouter',
  'OptimizationHints',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
];

export async function launchChromium() {
  const { args, ...options } = await findChromium();
  return chromium.launch({
    ...options,
    ignoreDefaultArgs: hiding,
    args: [...args, `--disable-features=${needless.join()}`],
  });
}

/** Chromium and Firefox log each hello that finds another page, such as the provider's, in place of ours. */
export const isUnheard = (text: string) =>
  /^(Error: )?Failed to execute .postMessage. on .DOMWindow/.test(text);

/** The pictures between are a sixth of all work: the usual check has them in the tests in three engines and `motion`. */
const motion = { reducedMotion: process.env['LONG'] ? 'no-preference' : 'reduce' } as const;

export type Profile = Awaited<ReturnType<typeof openProfile>>;

/** What the widget dispatched, as a page heard it. */
export interface KeptEvent {
  name: string;
  detail: EventDetail;
  origin: string;
}

/** A fresh profile that keeps what the widget dispatches and what the pages log, of every window in it. */
export async function openProfile(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ ...motion, ...options });
  const events: KeptEvent[] = [];
  const complaints: string[] = [];
  await context.exposeBinding('keepEvent', ({ frame }, name: string, detail: EventDetail) => {
    events.push({ name, detail, origin: new URL(frame.url()).origin });
  });
  await context.addInitScript(() => {
    for (const name of ['open', 'close', 'ready', 'step', 'success', 'error', 'expiring', 'exit', 'redirect'])
      window.addEventListener(`svc-${name}`, (event) =>
        // The element's events are these.
        window.keepEvent(`svc-${name}`, (event as CustomEvent<EventDetail>).detail),
      );
    window.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      console.error(`CSP: ${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  const watch = (page: Page) => {
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
  };
  context.on('page', watch);
  return {
    context,
    /** What the widget dispatched, in order. */
    events,
    /** Warnings, errors and policy violations of every page. */
    complaints,
    newPage: () => context.newPage(),
    close: () => context.close(),
  };
}
