// Playwright's test with what our tests use: slow parts start once for each worker, and parts that a test changes are new for
// each.
import { test as base, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import { launchChromium, openProfile, type Profile } from './chromium.js';
import { chromiumEngine } from './engines/chromium.js';
import type { Engine, EngineName } from './engines/engine.js';
import { startFirefox } from './engines/firefox.js';
import { startWebKitEngine } from './engines/webkit.js';
import { startStage, type Stage } from './screens/stage.js';
import { startDemo, startService, type Servers, type Service } from './servers.js';
import { widgetOn, type Widget } from './widget.js';
import { startWorld, type World } from './world.js';

export interface Shared {
  /** The engine of the project. */
  engineName: EngineName;
  /** Starts Chromium at the first call. */
  launched: () => Promise<Browser>;
  engine: Engine;
  service: Service;
  servers: Servers;
  sharedWorld: World;
  stage: Stage;
}

interface Fresh {
  /** The options of the profile's browser. */
  profileOptions: BrowserContextOptions;
  profile: Profile;
  widget: Widget;
  /** A person at the demo. */
  visitor: { servers: Servers; profile: Profile; page: Page; widget: Widget };
  /** Forgets rules, requests and pages after the test. */
  world: World;
}

/** Starts it when it is first needed, and stops it if it was started. */
async function whileUsed<Started extends { stop(): Promise<void> }>(
  start: () => Promise<Started>,
  use: (started: Started) => Promise<void>,
) {
  const started = await start();
  await use(started);
  await started.stop();
}

export const test = base.extend<Fresh, Shared>({
  engineName: ['Chromium', { scope: 'worker', option: true }],
  launched: [
    async ({}, use) => {
      let browser: Promise<Browser> | undefined;
      await use(() => (browser ??= launchChromium()));
      await (await browser)?.close();
    },
    { scope: 'worker' },
  ],
  browser: [async ({ launched }, use) => use(await launched()), { scope: 'worker' }],
  engine: [
    ({ engineName, launched }, use) =>
      whileUsed(
        {
          Chromium: async () => chromiumEngine(await launched()),
          Firefox: startFirefox,
          WebKitGTK: startWebKitEngine,
        }[engineName],
        use,
      ),
    { scope: 'worker' },
  ],
  service: [({}, use) => whileUsed(() => startService(), use), { scope: 'worker' }],
  servers: [
    ({ service }, use) => whileUsed(async () => ({ ...service, ...(await startDemo(service)) }), use),
    { scope: 'worker' },
  ],
  sharedWorld: [({}, use) => whileUsed(startWorld, use), { scope: 'worker' }],
  stage: [
    ({ service, browser }, use) => whileUsed(() => startStage(service, browser), use),
    { scope: 'worker' },
  ],

  profileOptions: [{}, { option: true }],
  profile: async ({ browser, profileOptions }, use) => {
    const profile = await openProfile(browser, profileOptions);
    await use(profile);
    await profile.close();
  },
  page: async ({ profile }, use) => use(await profile.newPage()),
  widget: ({ page }, use) => use(widgetOn(page)),
  visitor: ({ servers, profile, page, widget }, use) => use({ servers, profile, page, widget }),
  world: async ({ sharedWorld }, use) => {
    await use(sharedWorld);
    sharedWorld.reset();
  },
});

export const { describe, beforeAll, beforeEach, afterAll, afterEach } = test;
/** @alias */
export const it = test;
