// Changes the code in small ways (StrykerJS), and reports the changes that no test notices. Fails for a part below 85 %.
//
//   npm run mutate                every part of test/mutation/parts.ts
//   npm run mutate flow auth      some of them
//   npm run mutate flow -- --mutate 'src/flow/runner/poll.ts'
import { Stryker } from '@stryker-mutator/core';
import { parts } from './parts.ts';

const end = process.argv.indexOf('--mutate');
const only = end < 0 ? undefined : process.argv.slice(end + 1);
const asked = process.argv.slice(2, end < 0 ? undefined : end);
const unknown = asked.filter((name) => !parts[name]);
if (unknown.length > 0)
  throw new Error(`No part ${unknown.join(', ')}: there are ${Object.keys(parts).join(', ')}.`);

/** The required share of noticed changes, in percent. Changes that no test could notice are not counted. */
const least = 85;
const scores = [];
for (const name of asked.length > 0 ? asked : Object.keys(parts)) {
  const { mutate, tests, page, apart } = parts[name];
  process.env.PART = name;
  for (const [key, is] of Object.entries({ IN_PAGE: page, APART: apart }))
    if (is) process.env[key] = '1';
    else delete process.env[key];
  const results = await new Stryker({
    mutate: [...(only ?? mutate)],
    ...(tests
      ? {
          testRunner: 'vitest',
          vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
          coverageAnalysis: 'perTest',
        }
      : {
          testRunner: 'unit',
          coverageAnalysis: 'perTest',
          buildCommand: 'node --import tsx test/mutation/bundle.mjs',
        }),
    plugins: ['@stryker-mutator/vitest-runner', './test/mutation/runner.mjs'],
    concurrency: 1,
    // Long, so that a slow run on a busy machine does not count as noticed.
    timeoutMS: 60_000,
    // The tests check no types, and the template of the tables is found
    // by a hash of the source text, so the files must not be changed.
    disableTypeChecks: false,
    // Files that the tests do not need are not copied. Copies of databases would lack empty folders that a database needs.
    ignorePatterns: tests
      ? ['/reports', '/screenshots', '**/.svc-data*', '/service/dist/template', '.wireit', '.git']
      : [
          '/*',
          '!/src',
          '!/test',
          '!/service',
          '/service/*',
          '!/service/src',
          '!/service/test',
          '!/tsconfig.base.json',
        ],
    tempDirName: '.stryker',
    cleanTempDir: 'always',
    reporters: ['clear-text', 'html', 'json', 'progress-append-only'],
    htmlReporter: { fileName: `reports/mutation/${name}.html` },
    jsonReporter: { fileName: `reports/mutation/${name}.json` },
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: true },
    thresholds: { high: 95, low: least, break: null },
    allowEmpty: false,
  }).runMutationTest();
  const of = (...statuses) => results.filter(({ status }) => statuses.includes(status)).length;
  const killed = of('Killed', 'Timeout');
  const all = killed + of('Survived', 'NoCoverage');
  scores.push({ name, killed, all, score: (100 * killed) / all });
}

for (const { name, killed, all, score } of scores)
  console.log(
    `${score >= least ? '✓' : '✗'} ${name.padEnd(12)} ${score.toFixed(1)} % (${killed} of ${all} killed)`,
  );
if (scores.some(({ score }) => score < least)) process.exitCode = 1;
