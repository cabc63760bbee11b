// Chromium as people have it. Playwright's defaults switch off just what windows of OAuth depend on: the
// blocking of popups, the back/forward cache and the throttling of pages behind others.
import { chromium } from 'playwright-core';
import { findChromium } from '../../scripts/browsers.mjs';
import { startShared } from './sharing.mjs';

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

async function startChromium() {
  const { executablePath, env, args } = await findChromium({ install: true, log: console.error });
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    ignoreDefaultArgs: hiding,
    args: [...args, `--disable-features=${needless.join()}`],
  });
  return { browser, stop: () => browser.close() };
}

/** Playwright's `newContext`, `newPage` and `version`, and `close`, with which its windows go. */
export async function launchChromium() {
  const { browser, stop } = await startShared(startChromium);
  const contexts = [];
  const newContext = async (options) => {
    const context = await browser.newContext(options);
    contexts.push(context);
    return context;
  };
  return {
    newContext,
    newPage: async (options) => (await newContext(options)).newPage(),
    version: () => browser.version(),
    async close() {
      await Promise.all(contexts.map((context) => context.close()));
      await stop();
    },
  };
}

/** The pictures between are a sixth of all work: the usual check has them in the tests of `engines.mjs` and `motion`. */
const motion = { reducedMotion: process.env.LONG ? 'no-preference' : 'reduce' };

/** A fresh profile that keeps what the widget dispatches and what the pages log, of every window in it. */
export async function openProfile(browser, options = {}) {
  const context = await browser.newContext({ ...motion, ...options });
  const events = [];
  const complaints = [];
  await context.exposeBinding('keepEvent', ({ frame }, name, detail) => {
    events.push({ name, detail, origin: new URL(frame.url()).origin });
  });
  await context.addInitScript(() => {
    for (const name of ['open', 'close', 'ready', 'step', 'success', 'error', 'expiring', 'exit', 'redirect'])
      window.addEventListener(`svc-${name}`, ({ detail }) => window.keepEvent(`svc-${name}`, detail));
    window.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      console.error(`CSP: ${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  const watch = (page) => {
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
