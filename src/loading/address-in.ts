import type { Load } from './retried.js';

/**
 * The address that a bundler has written into an import, relative to the file with that import. Undefined if the bundler has
 * replaced the import with its own loader, which may be a method named `import`. `load` must contain nothing but the import.
 */
export const addressIn = (load: Load<unknown>): string | undefined =>
  /(?<![.\w$])import\(\s*(?:\/\*.*?\*\/\s*)*(["'`])([^"'`$]+)\1/.exec(String(load))?.[2];
