// A test written once for three engines. Which of them a run has are projects in playwright.config.ts.
import { findFirefox, findWebKit } from '../../scripts/programs.mjs';
import type { EngineName, EngineProfile } from './engines/engine.js';
import type { EnginePage } from './engines/engine-page.js';
import { afterEach, beforeEach, describe, test } from './test.js';
import { until } from './waiting.js';

const engineNames: readonly EngineName[] = ['Chromium', 'Firefox', 'WebKitGTK'];

/** Where a test is: what holds the current page and profile, which are new for each test. */
export interface At {
  engine: EngineName;
  profile: EngineProfile;
  page: EnginePage;
  /** The window that this opens. */
  opens(act: () => Promise<unknown>): Promise<EnginePage>;
  /** Goes on as somebody else: another profile, that has seen nothing yet. */
  changePerson(): Promise<void>;
  windows(): Promise<number>;
  /** Waits until there are as many windows as this, no more and no fewer. */
  hasWindows(count: number): Promise<unknown>;
}

interface Options {
  only?: readonly EngineName[];
  usually?: readonly EngineName[];
}

const isMissing = { Chromium: () => false, Firefox: () => !findFirefox(), WebKitGTK: () => !findWebKit() };

/**
 * A suite for each engine, or for `only` some, by name; the check that is not the long one runs it in those that it is
 * `usually` run in. An engine that is not installed shows as skipped.
 */
export function eachEngine(
  title: string,
  body: (at: At) => void,
  { only = engineNames, usually = ['Chromium'] }: Options = {},
) {
  // To keep the usual check short; the unit tests run in every engine always.
  const { LONG, ENGINE } = process.env;
  const wanted = LONG || ENGINE ? only : only.filter((name) => usually.includes(name));
  // By these the projects choose; Chromium has what says nothing.
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
    // Without an engine there is none.
    afterEach(() => (at.profile as EngineProfile | undefined)?.close());
    body(at);
  });
}
