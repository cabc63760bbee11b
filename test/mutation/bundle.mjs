// Puts the unit tests of a part into one file, for Node or for a page. Stryker calls this once, when the code holds all its
// mutants: what of it is at work is said to the file that runs.
//
//   PART=flow node --import tsx test/mutation/bundle.mjs
import { build } from 'esbuild';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { parts } from './parts.ts';

const root = path.resolve(import.meta.dirname, '../..');
const { unit, page } = parts[process.env.PART];
/** The test files of a folder, or the one file. */
const filesOf = (name) =>
  name.endsWith('.ts')
    ? [name]
    : readdirSync(path.join(root, name), { recursive: true })
        .filter((file) => file.endsWith('.test.ts'))
        .sort()
        .map((file) => `${name}/${file}`);

const files = [...new Set((unit ?? page).flatMap(filesOf))];
await build({
  absWorkingDir: root,
  stdin: {
    contents: [
      "export { run } from './test/mutation/run.ts';",
      ...files.map((file) => `import './${file}';`),
    ].join('\n'),
    resolveDir: root,
  },
  // The other tests notice most, and a mutant that none notices meets them all.
  define: { PROPERTY_RUNS: '60' },
  alias: {
    '@open-wc/testing': path.join(root, 'test/mutation/expect.ts'),
    vitest: path.join(root, 'test/mutation/run.ts'),
    'svc-link/contract': path.join(root, 'src/contract/index.ts'),
  },
  bundle: true,
  // The package says that its modules do nothing by themselves; tests do.
  ignoreAnnotations: true,
  platform: unit ? 'node' : 'browser',
  format: 'esm',
  target: 'es2022',
  tsconfig: path.join(root, 'tsconfig.base.json'),
  outfile: path.join(root, '.mutation-tests.mjs'),
  logLevel: 'error',
});
