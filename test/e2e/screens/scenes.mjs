// Every screen that people see, by name. The screenshots show them, and the tests of test/e2e/accessibility try them.
import { linkScenes } from './link-scenes.mjs';
import { hostedScenes, modeScenes } from './mode-scenes.mjs';
import { phoneScenes } from './phone-scenes.mjs';
import { problemScenes } from './problem-scenes.mjs';
import { stepScenes } from './step-scenes.mjs';

/**
 * A scene's `play` gets what stage.ts sets up, and returns the page to show if that is not the first one. `again`: the
 * scene cannot change its language, so it is played once in each.
 */
export const scenes = Object.entries({
  ...stepScenes,
  ...linkScenes,
  ...problemScenes,
  ...modeScenes,
  ...phoneScenes,
  ...hostedScenes,
}).map(([name, scene]) => ({ name, ...(typeof scene === 'function' ? { play: scene } : scene) }));
