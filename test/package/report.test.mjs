// How `npm run check` reads the test reports. Its last line decides whether a change is good.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { readReport } from '../../scripts/report.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'svc-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Reads a report with this text. */
function read(text) {
  const file = path.join(folder, 'report.xml');
  writeFileSync(file, text);
  return readReport(file);
}

describe('a report', () => {
  it('of Playwright counts passed tests, and says which tests failed, in which suite and why', () => {
    // In the project, so that its imports are found.
    const reports = path.resolve(import.meta.dirname, '../../reports');
    mkdirSync(reports, { recursive: true });
    const project = mkdtempSync(path.join(reports, 'report-'));
    const file = path.join(folder, 'playwright.xml');
    writeFileSync(
      path.join(project, 'some.test.mjs'),
      `import { test } from '@playwright/test';
       test.describe('outer', () => {
         test('passes', () => {});
         test('says "<b> & </testcase>"', () => { throw new Error('<failure> was it'); });
         test.skip('is left out', () => {});
       });`,
    );
    const runner = path.resolve(import.meta.dirname, '../../node_modules/@playwright/test/cli.js');
    // The default is beside the package, where the site's build would find its pages.
    const output = path.join(folder, 'output');
    spawnSync(process.execPath, [runner, 'test', '--reporter=junit', '--output', output], {
      cwd: project,
      env: { ...process.env, PLAYWRIGHT_JUNIT_OUTPUT_FILE: file },
    });
    rmSync(project, { recursive: true });

    const { passed, failures } = readReport(file);
    assert.equal(passed, 1);
    assert.equal(failures.length, 1);
    assert.match(
      failures[0],
      /^failed: some\.test\.mjs: outer › says "<b> & <\/testcase>"\n[^]*<failure> was it/,
    );
  });

  it('reads text in CDATA as text', () => {
    const { passed, failures } = read(`<testsuites><testsuite name="Chrome" tests="2"><properties/>
      <testcase name="fails" classname="of it" line="3"><failure message="a > b" type=""><![CDATA[<testcase name="no"/> & so]]></failure></testcase>
      <testcase name="passes" classname="of it"/></testsuite></testsuites>`);
    assert.equal(passed, 1);
    assert.deepEqual(failures, ['failed: Chrome: fails\n    <testcase name="no"/> & so\n']);
  });

  it('knows a failure without details, and an error', () => {
    const { passed, failures } = read(
      '<testsuite name="a"><testcase name="b"><failure message="c"/></testcase><testcase name="d"><error>e</error></testcase></testsuite>',
    );
    assert.equal(passed, 0);
    assert.deepEqual(failures, ['failed: a: b\n    \n', 'failed: a: d\n    e\n']);
  });

  it('that is missing or has no test fails', () => {
    for (const { passed, failures } of [
      read('<testsuites><testsuite name="a"></testsuite></testsuites>'),
      readReport(path.join(folder, 'none.xml')),
    ]) {
      assert.equal(passed, 0);
      assert.equal(failures.length, 1);
    }
  });
});
