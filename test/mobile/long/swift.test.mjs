// The parts of mobile/swift that need no iOS: they are compiled without warnings, and their unit tests run.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, onTestFinished } from 'vitest';
import { findProgram } from '../../../scripts/programs.mjs';

const project = path.resolve(import.meta.dirname, '../../../mobile/swift');
const swift = findProgram('swift', { install: process.env.LONG !== undefined });

describe('the package for iOS', () => {
  // Debian 12 has no Swift, so the long check cannot require it.
  (swift ? it : it.skip)('does what its tests say, without iOS', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'svc-swift-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const run = (command, ...args) => {
      const own = ['--scratch-path', path.join(folder, command), ...args];
      const { status, stdout, stderr } = spawnSync(swift, [command, ...own], {
        cwd: project,
        encoding: 'utf8',
      });
      assert.equal(status, 0, stdout + stderr);
      return stdout + stderr;
    };
    // Only the package is built with warnings as errors, because the compiler's own code that calls the tests has warnings.
    run(
      'build',
      ...['-strict-concurrency=complete', '-warnings-as-errors'].flatMap((flag) => ['-Xswiftc', flag]),
    );
    assert.match(run('test'), /Executed 1\d tests, with 0 failures/);
  });
});
