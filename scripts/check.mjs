// Runs the project's checks, whatever fails, and sums up the JUnit reports of the tests: repeats what failed, and ends with
// one line: N passed, N failed. wireit builds for it, but has no order for two cores, and runs nothing after what failed.
//
//   npm run check        everything that CI runs
//   npm test             the tests alone
//   npm run check:long   everything, with many more random cases, the frameworks with a server of their own, an hour of a
//                        service, and what the tests would notice
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { failureText, readReport } from './report.mjs';

const only = process.argv[2];
const reports = path.resolve(import.meta.dirname, '../reports/tests');

/** Each leaves a report. They use both cores themselves, so they run one after the other. */
const tests = {
  unit: 'wtr',
  e2e: 'npm run --silent test:e2e',
  'service, package': 'vitest run --project service --project package',
  'service on PostgreSQL': 'npm run --silent test:postgres',
};
/** The service on Node's other lines; npm has them as packages. */
const otherNodes = Object.fromEntries(
  [20, 22, 24]
    .filter((line) => line !== Number.parseInt(process.versions.node))
    .map((line) => [
      `service on Node ${line}`,
      // Its random cases as in the ordinary check.
      `env -u LONG npx --yes --package node@${line} vitest run --project service`,
    ]),
);
const stacks = { stacks: 'npm run --silent test:stacks' };
const soak = { soak: 'vitest run --project soak' };
const mobile = { mobile: 'npm run --silent test:mobile' };
const examples = { examples: 'npm run --silent test:examples' };
/** Two lanes side by side; what a stage says is shown when it has ended. */
const onSources = [
  {
    format: 'oxfmt --check .',
    types: 'npm run --silent typecheck',
    docs: 'npm run --silent docs -- --check',
  },
  {
    lint: 'eslint . --max-warnings 0',
    'lint types': 'oxlint --deny-warnings',
    'lint templates': 'lit-analyzer --strict src',
    'lint imports': 'npm run --silent lint:imports',
    'lint unused': 'npm run --silent lint:unused',
    size: 'size-limit',
  },
];
/** Packed and installed as people get it. */
const asPublished = [
  {
    publint: 'publint --strict',
    'types as published': 'attw --pack --profile esm-only --quiet',
  },
  examples,
];

let passed = 0;
let failed = 0;
const summary = [];
const failures = [];

/** Runs a stage; answers whether it went well. One without a report counts as one check. */
async function run(name, command, atOnce) {
  const head = `\n=== ${name}\n`;
  if (atOnce) process.stdout.write(head);
  const hasReport = [tests, otherNodes, examples, mobile, stacks, soak].some((stages) => name in stages);
  const report = hasReport ? path.join(reports, `${name}.xml`) : undefined;
  const began = performance.now();
  const child = spawn(command, {
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      npm_config_loglevel: 'error',
      // What is packed was built at the beginning.
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
  failed += found.failures.length;
  failures.push(...found.failures);
  const good = found.failures.length === 0;
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  summary.push(`${good ? '✓' : '✗'} ${name.padEnd(21)} ${seconds.padStart(4)} s`);
  return good;
}

async function runAll(stages, { atOnce = true } = {}) {
  for (const [name, command] of Object.entries(stages)) await run(name, command, atOnce);
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
if (await run('build', 'npm run --silent build:quick', true)) {
  await runAll(tests);
  if (only !== 'test')
    for (const lanes of [onSources, asPublished])
      await Promise.all(lanes.map((stages) => runAll(stages, { atOnce: false })));
  if (only === 'long') {
    await runAll(stacks);
    await runAll(otherNodes);
    await runAll(mobile);
    await runAll(soak);
    // Changes the code in hundreds of small ways, which takes longer than all else.
    await run('mutation', 'npm run --silent mutate', true);
  }
}
if (failures.length > 0) {
  console.log(`\n=== what failed\n\n${failures.join('\n')}`);
  // Where only the end of a long log is kept, all of their names are in it.
  console.log(failures.map((text) => text.slice(0, text.indexOf('\n'))).join('\n'));
}
console.log(`\n${summary.join('\n')}\n\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
