// Every screen that people see, by name. The screenshots show them, and the tests of test/e2e/accessibility check them.
import { linkScenes } from './link-scenes.js';
import { hostedScenes, modeScenes } from './mode-scenes.js';
import { phoneScenes } from './phone-scenes.js';
import { problemScenes } from './problem-scenes.js';
import type { Scene, Scenes } from './stage.js';
import { stepScenes } from './step-scenes.js';

const all: Scenes = {
  ...stepScenes,
  ...linkScenes,
  ...problemScenes,
  ...modeScenes,
  ...phoneScenes,
  ...hostedScenes,
};

/**
 * A scene's `play` gets what stage.ts prepares. It returns the page to show if that is not the first
 * one. With `again` the scene cannot change its language, so it is played once in each language.
 */
export const scenes: readonly (Scene & { readonly name: string })[] = Object.entries(all).map(
  ([name, scene]) => ({
    name,
    ...(typeof scene === 'function' ? { play: scene } : scene),
  }),
);
