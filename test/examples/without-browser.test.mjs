// What docs/testing.md says about a DOM without a browser.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { install } from './installed.mjs';

describe('a DOM without a browser', { timeout: 240_000 }, () => {
  let folder;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'svc-dom-'));
    install(folder, { jsdom: '26.1.0', 'happy-dom': '20.14.6' });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  for (const kind of ['jsdom', 'happy-dom'])
    it(`shows the first screen in ${kind}, and passes on an event of a test`, () => {
      const script = path.join(import.meta.dirname, 'without-browser/first-screen.mjs');
      const { stdout, stderr, status } = spawnSync(process.execPath, [script, kind, folder], {
        encoding: 'utf8',
        timeout: 30_000,
      });
      assert.equal(stderr, '');
      assert.deepEqual(stdout.trim().split('\n'), [
        'ready 2',
        'Choose a device or app',
        'success quartz_scale',
      ]);
      assert.equal(status, 0);
    });

  for (const kind of ['jsdom', 'happy-dom'])
    it(`goes through a whole link as a person in ${kind}, at the fake service`, () => {
      const script = path.join(import.meta.dirname, 'without-browser/whole-link.mjs');
      const { stdout, stderr, status } = spawnSync(process.execPath, [script, kind, folder], {
        encoding: 'utf8',
        timeout: 120_000,
      });
      assert.equal(stderr, '');
      assert.equal(status, 0);
      assert.deepEqual(
        stdout
          .trim()
          .split('\n')
          .filter((line) => !['loading', 'connecting'].includes(line)),
        [
          'select-provider',
          'sign-in',
          'sign-in',
          'provider_credential_error',
          'challenge',
          'done',
          'success quartz_scale',
          'Quartz Scale is connected',
        ],
      );
    });

  for (const kind of ['jsdom', 'happy-dom'])
    it(`links by OAuth in ${kind}, which opens no window, as the documentation shows`, () => {
      const script = path.join(import.meta.dirname, 'without-browser/oauth.mjs');
      const { stdout, stderr, status } = spawnSync(process.execPath, [script, kind, folder], {
        encoding: 'utf8',
        timeout: 60_000,
      });
      assert.deepEqual([stdout.trim(), stderr, status], ['Aurora Ring is connected', '', 0]);
    });
});
