// The tests in examples/tests, each with its own runner and the package as it is published.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { findChromium } from '../../scripts/chromium.mjs';
import { installExample } from './installed.mjs';

describe('tests of a page that embeds the widget', { timeout: 400_000 }, () => {
  let folder, run, browser;
  beforeAll(async () => {
    browser = await findChromium();
    folder = mkdtempSync(path.join(tmpdir(), 'svc-runners-'));
    run = installExample('tests', folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

  for (const [script, passed] of [
    ['test:vitest', /Tests\s+1 passed/],
    ['test:jest', /Tests:\s+1 passed/],
    ['test:playwright', /2 passed/],
  ])
    it(`pass by ${script}`, () => {
      const { status, stdout, stderr } = run(script, { CHROME_PATH: browser.executablePath });
      assert.equal(status, 0, stdout + stderr);
      assert.match(stdout + stderr, passed);
    });
});
