// Every screen that people see, checked by axe and for people with large text, other colours or no mouse.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { scenes } from '../screens/scenes.js';
import type { Stage } from '../screens/stage.js';
import { beforeAll, describe, it } from '../test.js';
import { axeFaults } from './axe.js';
import { hiddenControls, lostOutlines, lostText, sizeText, smallTargets, spaceOut } from './layout.js';

const size = (page: Page, width: number, height: number) => page.setViewportSize({ width, height });

/** The checks of a screen in one language. */
const checks: Record<string, (page: Page) => Promise<string[]>> = {
  'axe, light, 320 px': async (page) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await size(page, 320, 640);
    return axeFaults(page);
  },
  'axe, dark, 1280 px': async (page) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await size(page, 1280, 800);
    return axeFaults(page);
  },
  'text of 200 %': async (page) => {
    await size(page, 320, 640);
    await sizeText(page, 200);
    const faults = [...(await lostText(page)), ...(await hiddenControls(page))];
    await sizeText(page, 100);
    return faults;
  },
  'text spacing': async (page) => {
    await size(page, 320, 640);
    await spaceOut(page, true);
    const faults = await lostText(page);
    await spaceOut(page, false);
    return faults;
  },
  'zoom of 400 %': async (page) => {
    await size(page, 320, 256);
    return [...(await lostText(page)), ...(await hiddenControls(page))];
  },
  targets: async (page) => {
    await size(page, 320, 640);
    return smallTargets(page);
  },
  focus: lostOutlines,
  'forced colours': async (page) => {
    await size(page, 390, 720);
    await page.emulateMedia({ forcedColors: 'active' });
    const faults = await lostOutlines(page, { forced: true });
    await page.emulateMedia({ forcedColors: null });
    return faults;
  },
  'axe, dark, 320 px': async (page) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await size(page, 320, 640);
    return axeFaults(page);
  },
  'axe, light, 1280 px': async (page) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await size(page, 1280, 800);
    return axeFaults(page);
  },
};

const { LONG } = process.env;
/** The checks of the usual run. They cover each kind of screen. */
const usually = {
  ltr: ['axe, light, 320 px', 'text spacing', 'zoom of 400 %', 'targets', 'forced colours'],
  rtl: ['axe, dark, 1280 px', 'text of 200 %'],
};
/** Scenes with the same layout as another scene are checked only in the long check. */
const isUsual = ({ name }: { name: string }) =>
  /^(picker|sign-in|sign-in wrong password|authorize|challenge|done|problem unknown|dialog|frame|window|handoff|handoff number|phone question|hosted picker)$/.test(
    name,
  );

describe.configure({ mode: 'parallel' });

describe('every screen', () => {
  let stage: Stage;

  beforeAll(({ stage: shared }) => {
    stage = shared;
  });

  for (const scene of scenes.filter((each) => LONG || isUsual(each)))
    it(`${scene.name} is for everyone`, async () => {
      const faults: string[] = [];
      await stage.play(scene, async (page, takes, speak) => {
        await page.emulateMedia({ reducedMotion: 'reduce' });
        for (const dir of takes) {
          await speak(dir);
          for (const name of LONG ? Object.keys(checks) : usually[dir])
            faults.push(...(await checks[name](page)).map((fault) => `${dir}, ${name}: ${fault}`));
        }
      });
      assert.deepEqual(faults, []);
    });
});
