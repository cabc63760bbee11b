// The values that the styles use if a page sets nothing, `var(--svc-link-NAME, DEFAULT)`. No tool reads these from templates.
import { readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';

const cwd = new URL('../src/element', import.meta.url);
const sources = globSync('**/*.styles.ts', { cwd, absolute: true }).map((file) => readFileSync(file, 'utf8'));

/** The defaults by the name of the variable. */
export const styleDefaults = new Map();
for (const source of sources)
  for (const { index, 0: start, 1: name } of source.matchAll(/var\((--svc-link-[a-z-]+),\s*/g)) {
    let end = index + start.length;
    for (let depth = 1; depth > 0; end++) depth += { '(': 1, ')': -1 }[source[end]] ?? 0;
    const value = source.slice(index + start.length, end - 1).replace(/\s+/g, ' ');
    // Private variables are not documented.
    if (!styleDefaults.has(name) && !value.includes('--_')) styleDefaults.set(name, value);
  }
