// Runs the project's checks, repeats what failed and ends with one line: N passed, N failed.
//
//   node scripts/check.mjs        everything that CI runs
//   node scripts/check.mjs test   the tests alone (npm test)
//   node scripts/check.mjs long   everything, with many more random cases, and what the tests would notice
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { failuresIn, failureText } from './failures.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const bin = (name) => path.join(root, 'node_modules', '.bin', name);

const nodeTests = (...folders) => [process.execPath, 'scripts/node-tests.mjs', ...folders];

const build = { build: ['npm', 'run', 'build:quick'] };
const allTests = {
  unit: [bin('wtr')],
  'e2e, service, package': nodeTests('test/e2e', 'service/test', 'test/webhooks', 'test/package'),
  'service on PostgreSQL': [process.execPath, 'scripts/test-on-postgres.mjs'],
};
/** Side by side; what one of them says is shown when it has ended. */
const onSources = [
  {
    format: [bin('oxfmt'), '--check', '.'],
    types: [process.execPath, 'scripts/typecheck.mjs'],
    docs: [process.execPath, '--import', 'tsx', 'scripts/docs.mjs', '--check'],
  },
  {
    lint: [bin('eslint'), '.', '--max-warnings', '0'],
    'lint types': [bin('oxlint'), '--deny-warnings'],
    'lint templates': [bin('lit-analyzer'), '--strict', 'src'],
    size: [bin('size-limit')],
  },
];
/** Packed and installed as people get it; side by side as well. */
const asPublished = [
  {
    publint: [bin('publint'), '--strict'],
    'types as published': [bin('attw'), '--pack', '--profile', 'esm-only', '--quiet'],
    'use as published': [process.execPath, 'scripts/pack-smoke.mjs'],
  },
  { examples: nodeTests('test/examples') },
];
/** Changes the code in hundreds of small ways, which takes longer than all else. */
const ofTests = { mutation: [process.execPath, '--import', 'tsx', 'scripts/mutate.mjs'] };

const only = process.argv[2];

/** Runs one stage, shows its output at once or when it ends, and reads the counts that the test reporters print. */
function run(name, [command, ...args], atOnce) {
  const head = `\n=== ${name}\n`;
  if (atOnce) process.stdout.write(head);
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        npm_config_loglevel: 'error',
        // What is packed was built at the beginning.
        npm_config_ignore_scripts: 'true',
        ...(only === 'long' && { LONG: '1' }),
      },
    });
    let text = '';
    const take = (data) => {
      text += data;
      if (atOnce) process.stdout.write(data);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.once('error', (error) => {
      console.error(error.message);
      resolve({ good: false, passed: 0, failed: 1 });
    });
    child.once('close', (code) => {
      if (!atOnce) process.stdout.write(head + text);
      const counts = [...text.matchAll(/^(?:node|browsers): (\d+) passed, (\d+) failed$/gm)];
      const sum = (index) => counts.reduce((total, match) => total + Number(match[index]), 0);
      const good = code === 0;
      if (!good) {
        const told = failuresIn(text);
        const end = () => failureText(name, text.trimEnd().split('\n').slice(-20).join('\n'));
        failures.push(...(told.length > 0 ? told : [end()]));
      }
      // A stage without tests of its own counts as one check.
      resolve(
        counts.length > 0
          ? { good, passed: sum(1), failed: Math.max(sum(2), good ? 0 : 1) }
          : { good, passed: good ? 1 : 0, failed: good ? 0 : 1 },
      );
    });
  });
}

let passed = 0;
let failed = 0;
const summary = [];
const failures = [];

/** Runs stages one after the other; answers whether all went well. */
async function runAll(stages, { atOnce = true } = {}) {
  let allGood = true;
  for (const [name, command] of Object.entries(stages)) {
    const began = performance.now();
    const result = await run(name, command, atOnce);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    passed += result.passed;
    failed += result.failed;
    summary.push(`${result.good ? '✓' : '✗'} ${name.padEnd(20)} ${seconds.padStart(4)} s`);
    allGood &&= result.good;
  }
  return allGood;
}

if (await runAll(build)) {
  await runAll(allTests);
  if (only !== 'test') {
    for (const lanes of [onSources, asPublished])
      await Promise.all(lanes.map((stages) => runAll(stages, { atOnce: false })));
  }
  if (only === 'long') await runAll(ofTests);
}
if (failures.length > 0) console.log(`\n=== what failed\n\n${failures.join('\n')}`);
console.log(`\n${summary.join('\n')}\n\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
