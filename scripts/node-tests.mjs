// Runs the end-to-end tests in a few processes: what a file of its own would cost again (a browser, the service) they share.
//
//   node scripts/node-tests.mjs test/e2e
//   REPORT   where the report goes, reports/tests/e2e.xml
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
/** The test files in and below a folder, so that nothing depends on how a shell or a Node version expands globs. */
const tests = (folder) =>
  readdirSync(path.join(root, folder), { recursive: true })
    .filter((name) => name.endsWith('.test.mjs'))
    .sort()
    .map((name) => path.join(folder, name));

const files = process.argv.slice(2).flatMap(tests);
if (files.length === 0) throw new Error('Name folders of tests: node scripts/node-tests.mjs test/e2e');
/** Files that lie side by side stand on the same things, so that a process runs neighbours. Two run at a time. */
const filesOfProcess = Math.min(8, Math.ceil(files.length / 2));
const cache = path.join(root, 'node_modules/.cache');
mkdirSync(cache, { recursive: true });
const out = mkdtempSync(path.join(cache, 'tests-'));
const runner = new URL('suites.mjs', import.meta.url).href;
const processes = [];
for (let at = 0; at < files.length; at += filesOfProcess) {
  const name = path.join(out, `process-${String(processes.length).padStart(2, '0')}.mjs`);
  const suites = files
    .slice(at, at + filesOfProcess)
    .map((file) => [file, pathToFileURL(path.join(root, file)).href]);
  writeFileSync(name, `import { run } from '${runner}';\nawait run(${JSON.stringify(suites, null, 2)});\n`);
  processes.push(name);
}

const report = path.resolve(root, process.env.REPORT ?? 'reports/tests/e2e.xml');
mkdirSync(path.dirname(report), { recursive: true });
const child = spawn(
  process.execPath,
  [
    '--test',
    '--test-concurrency=2',
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=junit',
    `--test-reporter-destination=${report}`,
    ...processes,
  ],
  { cwd: root, stdio: 'inherit' },
);
child.once('exit', (code) => {
  rmSync(out, { recursive: true });
  process.exitCode = code ?? 1;
});
