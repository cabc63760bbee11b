// Chromium as people have it. Playwright's defaults switch off what windows of OAuth depend on: popup blocking, the back/forward
// cache and the throttling of pages behind others.
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import { findChromium } from '../../scripts/chromium.mjs';

/** Arguments of drivers that pages would notice. */
export const hiding = [
  '--disable-popup-blocking',
  '--disable-back-forward-cache',
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
];

/**
 * Pages do not notice these. The pop-ups of the address bar are a renderer of their own for each window, a fifth of all work, and
 * another renderer is kept for the next window. This list replaces Playwright's, which would switch off the partitioning of
 * storage.
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

/** Chromium and Firefox log each `hello` that reaches another page, such as the provider's, in place of ours. */
export const isUnheard = (text: string) =>
  /^(Error: )?Failed to execute .postMessage. on .DOMWindow/.test(text);

/**
 * The frames of animations are a sixth of all work. The usual check has them only in `motion` and in the tests for three engines.
 */
const motion = { reducedMotion: process.env['LONG'] ? 'no-preference' : 'reduce' } as const;

export type Profile = Awaited<ReturnType<typeof openProfile>>;

/** An event of the widget, as a page received it. */
export interface KeptEvent {
  name: string;
  detail: EventDetail;
  origin: string;
}

/** A fresh profile that keeps the widget's events and the logs of the pages, from every window in it. */
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
        // The element's events have this detail.
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
    /** The widget's events, in order. */
    events,
    /** Warnings, errors and policy violations of every page. */
    complaints,
    newPage: () => context.newPage(),
    close: () => context.close(),
  };
}
