// The command in docs/handbook.md that adds a new master key to a file of settings, exactly as it is written there.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { readSettings } from '../../src/server/settings.js';

function commandOfHandbook(): string {
  const page = readFileSync(new URL('../../../docs/handbook.md', import.meta.url), 'utf8');
  const [command] = /^ *file=svc\.env\n[^`]*/m.exec(page) ?? [];
  return command ?? assert.fail('the handbook has no such command');
}

describe('a new master key in a file of settings', () => {
  const first = randomBytes(32).toString('hex');
  let folder: string;
  const file = (): string => join(folder, 'svc.env');
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'svc-settings-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (...lines: readonly string[]): void =>
    writeFileSync(file(), `${lines.join('\n')}\n`, { mode: 0o600 });
  /** Runs the handbook's command and returns its output. */
  const add = (id: string): string =>
    execFileSync('sh', ['-c', commandOfHandbook().replace(/id=\S+/, `id=${id}`)], {
      cwd: folder,
      encoding: 'utf8',
    });
  /** The settings. If a name occurs twice, the later line counts, as for systemd and compose. */
  const read = (): Readonly<Record<string, string>> =>
    Object.fromEntries(
      readFileSync(file(), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const),
    );
  const keys = () => readSettings(read()).masterKeys.map(({ id }) => id);
  const named = [`SVC_MASTER_KEY=${first}`, 'PUBLIC_URL=https://link.example.com'] as const;

  it('is written in front of the existing one, the first time and every later time', () => {
    write(...named);
    const [before = assert.fail()] = keys();
    assert.equal(add('2026-11'), 'SVC_MASTER_KEYS=2026-11:\n');
    assert.deepEqual(keys(), ['2026-11', before]);
    const kept = read()['SVC_MASTER_KEYS'] ?? '';
    assert.equal(add('2027-11'), 'SVC_MASTER_KEYS=2027-11:\n');
    assert.deepEqual(keys(), ['2027-11', '2026-11', before]);
    assert.ok(read()['SVC_MASTER_KEYS']?.endsWith(`,${kept}`));
    assert.equal(read()['PUBLIC_URL'], 'https://link.example.com');
    assert.equal(read()['SVC_MASTER_KEY'], first);
  });

  it('replaces an empty line, as in the compose file', () => {
    write('SVC_MASTER_KEYS=', ...named);
    assert.equal(add('2026-11'), 'SVC_MASTER_KEYS=2026-11:\n');
    assert.equal(keys().length, 2);
  });

  it('can be read by nobody else, and leaves no other file', () => {
    write(...named);
    add('2026-11');
    assert.equal(statSync(file()).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(folder), ['svc.env']);
  });
});
