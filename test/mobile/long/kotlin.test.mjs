// The parts of mobile/kotlin that need no Android: they are compiled
// and their unit tests run, with the org.json that Android has.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, onTestFinished } from 'vitest';
import { findProgram, kotlinJars } from '../../../scripts/programs.mjs';
import { fails } from '../../support/missing.mjs';

const project = path.resolve(import.meta.dirname, '../../../mobile/kotlin');
const long = process.env.LONG !== undefined;
const kotlin = findProgram('kotlin', { install: long });

/** Runs a program, fails if it fails, and returns its output. */
function run(program, ...args) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: project, encoding: 'utf8' });
  assert.equal(status, 0, `${stdout}\n${stderr}`);
  return stdout + stderr;
}

describe('the library for Android', () => {
  if (kotlin === undefined) (long ? it : it.skip)('needs Kotlin', fails('kotlin'));
  else
    it('does what its tests say, without Android', () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'svc-kotlin-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const jar = path.join(folder, 'link.jar');
      const sources = ['main', 'test'].flatMap((kind) => {
        const own = path.join('src', kind, 'kotlin/svclink');
        const files = readdirSync(path.join(project, own)).filter((name) => name.endsWith('.kt'));
        return files.map((name) => path.join(own, name));
      });
      const said = run(kotlin, '-include-runtime', '-cp', kotlinJars.join(':'), '-d', jar, ...sources);
      assert.doesNotMatch(said, /\.kt:\d+:\d+: warning/);
      const tests = sources.filter((name) => /Test\.kt$/.test(name));
      assert.ok(tests.length > 1);
      const classes = tests.map((name) => `svclink.${path.basename(name, '.kt')}`);
      run('java', '-cp', [jar, ...kotlinJars].join(':'), 'org.junit.runner.JUnitCore', ...classes);
    });
});
