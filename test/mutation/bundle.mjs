// Bundles the unit tests of a part into one file, for Node or for a page. Stryker calls this once, when the code contains all
// its mutants. The bundle's `run` is told which mutant is active.
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
  // Few runs, because the other tests notice most mutants, and a mutant that no test notices goes through all runs.
  define: { PROPERTY_RUNS: '60' },
  alias: {
    '@open-wc/testing': path.join(root, 'test/mutation/expect.ts'),
    vitest: path.join(root, 'test/mutation/run.ts'),
    'svc-link/contract': path.join(root, 'src/contract/index.ts'),
  },
  bundle: true,
  // The package declares that its modules have no side effects, but test files have.
  ignoreAnnotations: true,
  platform: unit ? 'node' : 'browser',
  format: 'esm',
  target: 'es2022',
  tsconfig: path.join(root, 'tsconfig.base.json'),
  outfile: path.join(root, '.mutation-tests.mjs'),
  logLevel: 'error',
});
