// Runs files of tests in a few processes: what a file of its own would cost again (loading the service, making its
// database ready, a browser) they share. Ends with a line of counts for check.mjs.
//
//   node scripts/node-tests.mjs service/test test/package
import { build } from 'esbuild';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
/** Below the service, whose packages the tests use as well. */
const cache = path.join(root, 'service/node_modules/.cache');
mkdirSync(cache, { recursive: true });
const out = mkdtempSync(path.join(cache, 'tests-'));

/** The test files in and below a folder, so that nothing depends on how a shell or a Node version expands globs. */
const tests = (folder) =>
  readdirSync(path.join(root, folder), { recursive: true })
    .filter((name) => /\.test\.(mjs|ts)$/.test(name))
    .sort()
    .map((name) => path.join(folder, name));

/** A module that was bundled still finds the files beside its source. */
const ownAddress = {
  name: 'own address',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8').replaceAll(
        'import.meta.url',
        JSON.stringify(pathToFileURL(file).href),
      ),
      loader: 'ts',
    }));
  },
};

/** Compiles tests in TypeScript all at once; answers where each of them lies. */
async function compile(files) {
  if (files.length === 0) return [];
  await build({
    absWorkingDir: root,
    entryPoints: files,
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
  return files.map((file) => path.join(out, file.replace(/\.ts$/, '.mjs')));
}

const files = process.argv.slice(2).flatMap(tests);
if (files.length === 0) throw new Error('Name folders of tests: node scripts/node-tests.mjs service/test');
/** Files that lie side by side stand on the same things, so that a process runs neighbours. Two run at a time. */
const filesOfProcess = Math.min(8, Math.ceil(files.length / 2));
const typed = files.filter((file) => file.endsWith('.ts'));
const compiled = new Map((await compile(typed)).map((file, at) => [typed[at], file]));

const runner = new URL('suites.mjs', import.meta.url).href;
const processes = [];
for (let at = 0; at < files.length; at += filesOfProcess) {
  const name = path.join(out, `process-${String(processes.length).padStart(2, '0')}.mjs`);
  const suites = files
    .slice(at, at + filesOfProcess)
    .map((file) => [file, pathToFileURL(compiled.get(file) ?? path.join(root, file)).href]);
  writeFileSync(name, `import { run } from '${runner}';\nawait run(${JSON.stringify(suites, null, 2)});\n`);
  processes.push(name);
}

const child = spawn(
  process.execPath,
  [
    '--test',
    '--test-concurrency=2',
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=./scripts/count-reporter.mjs',
    '--test-reporter-destination=stdout',
    ...processes,
  ],
  { cwd: root, stdio: 'inherit' },
);
child.once('exit', (code) => {
  rmSync(out, { recursive: true });
  process.exitCode = code ?? 1;
});
