// Compiles tests in TypeScript all at once, with what they import of the project: a loader would cost each process seconds.
import { build } from 'esbuild';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
/** Below the service, whose packages the tests use as well. */
const cache = path.join(root, 'service/node_modules/.cache');

/** A module that was bundled still finds the files beside its source. */
const ownAddress = {
  name: 'own address',
  setup({ onLoad }) {
    onLoad({ filter: /\.(ts|mjs)$/ }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8')
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file))),
      loader: file.endsWith('.ts') ? 'ts' : 'js',
    }));
  },
};

/**
 * Answers where each of these files is to be loaded from, a folder for whatever else the run needs, and what removes
 * it all. A test that is not in TypeScript and imports none stays where it is.
 */
export async function compileTests(files) {
  mkdirSync(cache, { recursive: true });
  const out = mkdtempSync(path.join(cache, 'tests-'));
  const isTyped = (file) =>
    file.endsWith('.ts') || /^import .* from '.*\.ts';$/m.test(readFileSync(path.join(root, file), 'utf8'));
  await build({
    absWorkingDir: root,
    entryPoints: files.filter(isTyped),
    bundle: true,
    packages: 'external',
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    tsconfig: path.join(root, 'tsconfig.base.json'),
    outdir: out,
    outbase: root,
    outExtension: { '.js': '.mjs' },
    sourcemap: 'linked',
    plugins: [ownAddress],
    logLevel: 'error',
  });
  return {
    out,
    place: (file) => (isTyped(file) ? path.join(out, file.replace(/\.\w+$/, '.mjs')) : path.join(root, file)),
    clean: () => rmSync(out, { recursive: true }),
  };
}
