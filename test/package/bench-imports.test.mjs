// The benchmarks still find what they measure. People run them by hand, so no other check would notice a missing name.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, it } from 'vitest';

const bench = path.join(import.meta.dirname, '../../bench');

/** Every `import { names } from './relative'` of a script. */
const importsOf = (text) =>
  [...text.matchAll(/^import \{([^}]*)\} from '(\.[^']+)';/gms)].map(([, names, from]) => ({
    from,
    names: names
      .split(',')
      .map((name) => name.trim().split(' as ')[0])
      .filter(Boolean),
  }));

const scripts = readdirSync(bench, { recursive: true })
  .filter((name) => name.endsWith('.mjs') && !name.startsWith('first-screen/'))
  .map((name) => path.join(bench, name));

describe('the benchmarks', () => {
  for (const script of scripts) {
    const built = importsOf(readFileSync(script, 'utf8')).filter(({ from }) => from.includes('/dist/'));
    if (built.length === 0) continue;
    it(`import only what is built: ${path.relative(bench, script)}`, async () => {
      for (const { from, names } of built) {
        const file = path.resolve(path.dirname(script), from);
        assert.ok(existsSync(file), `${from}: build the service first (npm run build:quick)`);
        const exported = await import(pathToFileURL(file).href);
        assert.deepEqual(
          names.filter((name) => !(name in exported)),
          [],
          `${from} no longer exports these`,
        );
      }
    });
  }
});
