// How `npm run mutate` runs the tests of a part: in Node, in one process. Each run is told which mutants are active.
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { defineConfig } from 'vitest/config';
import type { Plugin } from 'vite';
import { parts } from './parts.js';

const root = path.resolve(import.meta.dirname, '../..');
const here = (file: string) => path.join(root, file);
const part = parts[process.env['PART'] ?? ''];
if (!part) throw new Error(`Name a part in PART: ${Object.keys(parts).join(', ')}.`);

/** Runs the tests in the part's order, with the fast ones first, because the first failure is enough. */
class AsNamed extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number =>
      (part?.tests ?? []).findIndex((test) => moduleId.endsWith(`/${test}`));
    return Promise.resolve(files.toSorted((a, b) => place(a) - place(b)));
  }
}

/** Gives the tests the hooks of hooks.ts. */
const hooks: Plugin = {
  name: 'hooks',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === 'vitest' && importer?.endsWith('.test.ts') ? here('test/mutation/hooks.ts') : null,
};

export default defineConfig({
  root,
  plugins: [hooks],
  define: { PROPERTY_RUNS: '100' },
  resolve: {
    alias: [
      { find: '@open-wc/testing', replacement: here('test/mutation/expect.ts') },
      { find: /^svc-link\/(contract|client|webhooks)$/, replacement: here('src/$1/index.ts') },
    ],
  },
  test: {
    include: [...(part.tests ?? [])],
    globals: true,
    setupFiles: [here('test/mutation/setup.ts')],
    pool: 'threads',
    isolate: false,
    fileParallelism: false,
    sequence: { sequencer: AsNamed, hooks: 'list' },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
