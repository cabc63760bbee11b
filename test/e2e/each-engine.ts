// A test written once for three engines. The projects in playwright.config.ts say which engines a run has.
import { findFirefox, findWebKit } from '../../scripts/programs.mjs';
import type { EngineName, EngineProfile } from './engines/engine.js';
import type { EnginePage } from './engines/engine-page.js';
import { afterEach, beforeEach, describe, test } from './test.js';
import { until } from './waiting.js';

const engineNames: readonly EngineName[] = ['Chromium', 'Firefox', 'WebKitGTK'];

/** Where a test is: the current page and profile, which are new for each test. */
export interface At {
  engine: EngineName;
  profile: EngineProfile;
  page: EnginePage;
  /** Returns the window that `act` opens. */
  opens(act: () => Promise<unknown>): Promise<EnginePage>;
  /** Goes on as another person: with a profile that has seen nothing yet. */
  changePerson(): Promise<void>;
  windows(): Promise<number>;
  /** Waits until there are exactly this many windows. */
  hasWindows(count: number): Promise<unknown>;
}

interface Options {
  only?: readonly EngineName[];
  usually?: readonly EngineName[];
}

const isMissing = { Chromium: () => false, Firefox: () => !findFirefox(), WebKitGTK: () => !findWebKit() };

/**
 * A suite for each engine, or only for those in `only`. The usual check runs it only in the engines in `usually`. An engine that
 * is not installed shows as skipped.
 */
export function eachEngine(
  title: string,
  body: (at: At) => void,
  { only = engineNames, usually = ['Chromium'] }: Options = {},
) {
  // Keeps the usual check short. The unit tests always run in every engine.
  const { LONG, ENGINE } = process.env;
  const wanted = LONG || ENGINE ? only : only.filter((name) => usually.includes(name));
  // The projects choose by these tags. Chromium runs the tests without a tag.
  const others = wanted.filter((name) => name !== 'Chromium').map((name) => `@${name}`);
  const tag = wanted.includes('Chromium') ? others : [...others, '@not-Chromium'];
  describe(title, { tag }, () => {
    // The hook below fills in the rest.
    const at = {} as At;
    test.skip(({ engineName }) => isMissing[engineName](), 'This engine is not installed.');
    beforeEach(async ({ engine, engineName }) => {
      const enter = async () => {
        at.profile = await engine.newProfile();
        at.page = await at.profile.newPage();
      };
      at.engine = engineName;
      at.opens = async (act) => {
        const before = await at.profile.pages();
        await act();
        return until(
          async () => (await at.profile.pages()).find((page) => !before.includes(page)),
          'a window',
        );
      };
      at.changePerson = async () => {
        await at.profile.close();
        await enter();
      };
      at.windows = async () => (await at.profile.pages()).length;
      at.hasWindows = (count) => until(async () => (await at.windows()) === count, `${count} windows`);
      await enter();
    });
    // If the engine is missing, there is no profile.
    afterEach(() => (at.profile as EngineProfile | undefined)?.close());
    body(at);
  });
}
