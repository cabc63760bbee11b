// Runs the project's checks, even after failures, and sums up the JUnit reports of the tests. It prints the failures again and
// ends with one line: N passed, N failed. wireit does the builds. It cannot run the checks, because it does not order them for
// two cores and stops after a failure.
//
//   npm run check        everything that CI runs
//   npm test             only the tests
//   npm run check:long   everything, with many more random cases, the frameworks that have their own server, an hour of a
//                        running service, and mutation tests, which show what the tests would notice
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { failureText, readReport } from './report.mjs';

const only = process.argv[2];
const reports = path.resolve(import.meta.dirname, '../reports/tests');

/** The service's tests on the other lines of Node, which npm has as packages, with the ordinary number of random cases. */
const otherNodes = Object.fromEntries(
  [20, 22, 24]
    .filter((line) => line !== Number.parseInt(process.versions.node))
    .map((line) => [
      `test:service on Node ${line}`,
      `env -u LONG npx --yes --package node@${line} vitest run --project service`,
    ]),
);
/** Scripts of package.json. They use both cores themselves, so they run one after the other. */
const tests = ['test:unit', 'test:e2e', 'test:service', 'test:package', 'test:postgres'];
const longTests = ['test:stacks', ...Object.keys(otherNodes), 'test:mobile', 'test:soak'];
/** Two lanes that run at the same time. The output of a stage is shown when the stage has ended. */
const onSources = [
  ['format:check', 'typecheck', 'docs:check'],
  ['lint:code', 'lint:types', 'lint:templates', 'lint:imports', 'lint:unused', 'size'],
];
/** Checks of the package as people get it: packed and installed. */
const asPublished = [['package:lint', 'package:types'], ['test:examples']];

let passed = 0;
const summary = [];
const failures = [];

/** Runs a stage and returns whether it succeeded. A test stage leaves a report; any other stage counts as one check. */
async function run(name, { atOnce = true } = {}) {
  const head = `\n=== ${name}\n`;
  if (atOnce) process.stdout.write(head);
  const report = name.startsWith('test:')
    ? path.join(reports, `${name.slice('test:'.length)}.xml`)
    : undefined;
  const began = performance.now();
  const child = spawn(otherNodes[name] ?? `npm run --silent ${name}`, {
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      npm_config_loglevel: 'error',
      // Packing must not build again: the build ran at the beginning.
      npm_config_ignore_scripts: 'true',
      ...(report && { REPORT: report }),
      ...(only === 'long' && { LONG: '1' }),
    },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (data) => {
      text += data;
      if (atOnce) process.stdout.write(data);
    });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (!atOnce) process.stdout.write(head + text);
  const found = report ? readReport(report) : { passed: code === 0 ? 1 : 0, failures: [] };
  if (code !== 0 && found.failures.length === 0)
    found.failures.push(failureText(name, text.trimEnd().split('\n').slice(-20).join('\n')));
  passed += found.passed;
  failures.push(...found.failures);
  const good = found.failures.length === 0;
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  summary.push(`${good ? '✓' : '✗'} ${name.padEnd(23)} ${seconds.padStart(4)} s`);
  return good;
}

async function runAll(stages, how) {
  for (const name of stages) await run(name, how);
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
if (await run('build:quick')) {
  await runAll(tests);
  if (only !== 'test')
    for (const lanes of [onSources, asPublished])
      await Promise.all(lanes.map((stages) => runAll(stages, { atOnce: false })));
  if (only === 'long') {
    await runAll(longTests);
    // Changes the code in hundreds of small ways, which takes longer than everything else.
    await run('mutate');
  }
}
if (failures.length > 0) {
  console.log(`\n=== what failed\n\n${failures.join('\n')}`);
  // Some systems keep only the end of a long log. The names of all failures are then in it.
  console.log(failures.map((text) => text.slice(0, text.indexOf('\n'))).join('\n'));
}
console.log(`\n${summary.join('\n')}\n\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
