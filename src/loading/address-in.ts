import type { Load } from './retried.js';

/**
 * The address that a bundler has written into an import, relative to the file it stands in; undefined if the bundler has
 * put a loader of its own in its place. `load` is nothing but the import. A method named `import` is such a loader's.
 */
export const addressIn = (load: Load<unknown>): string | undefined =>
  /(?<![.\w$])import\(\s*(?:\/\*.*?\*\/\s*)*(["'`])([^"'`$]+)\1/.exec(String(load))?.[2];
