// A key management service that nothing needs yet: a start tells of one that does not work, and goes on without it.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { pino } from 'pino';
import { rotateMaster } from '../../src/cli/index.js';
import type { OpenDatabase } from '../../src/db/index.js';
import { agreeOnMasterKeys, type KeySettings, tellOfUnusedKms } from '../../src/master-keys/index.js';
import { startService } from '../../src/server/server.js';
import { readSettings } from '../../src/server/settings.js';
import { newDataFolder } from '../support/child-service.js';
import { keySettings, masterKeysOf } from '../support/keys.js';
import { openInMemory } from '../support/memory-database.js';

let database: OpenDatabase;
let folder: string;
beforeAll(async () => {
  database = await openInMemory();
  folder = newDataFolder();
  // The master key has wrapped the first data key.
  await agreeOnMasterKeys(database.db, keySettings(master));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const master = `local:${randomBytes(32).toString('hex')}`;

/** A program of a few lines of shell. Returns its path. */
function program(name: string, script: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o700);
  return path;
}

const settings = (command: string, ...args: string[]): KeySettings => ({
  masterKeys: masterKeysOf(master),
  kms: { command: [command, ...args], keyId: 'one' },
  folder: undefined,
});

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly err?: { readonly message: string };
}

async function told(by: KeySettings): Promise<readonly Line[]> {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line) => void lines.push(line) });
  await tellOfUnusedKms(database.db, (await agreeOnMasterKeys(database.db, by)).keyring, log);
  return lines.map((line) => JSON.parse(line) as Line);
}

const warning =
  'SVC_KMS_COMMAND does not wrap keys as it should: the next rotation of the master key would fail. Nothing needs it until then.';

describe('a key management service that has wrapped nothing', () => {
  for (const [what, command, problem] of [
    ['is missing', () => join('/nowhere', 'kms'), /it ended with ENOENT/],
    ['ends with an error', () => program('fails', 'cat > /dev/null; exit 3'), /it ended with 3/],
    [
      'writes something else',
      () => program('talks', 'cat > /dev/null; echo "{}"'),
      /its answer is not base64/,
    ],
    [
      'does not unwrap what it has wrapped',
      () => program('forgets', 'cat > /dev/null; echo AAAA'),
      /does not unwrap what it has wrapped/,
    ],
  ] as const)
    it(`is told of if its program ${what}`, async () => {
      const [line, ...others] = await told(settings(command()));
      assert.deepEqual([others.length, line?.level, line?.msg], [0, 40, warning]);
      assert.match(line?.err?.message ?? '', problem);
    });

  it('is not told of if it works, or is not set', async () => {
    assert.deepEqual(await told(settings(program('echo', 'cat'))), []);
    assert.deepEqual(await told({ ...settings('/nowhere'), kms: undefined }), []);
  });

  it('is told of by a start, which goes on', async () => {
    const data = newDataFolder();
    const before = { PORT: '0', DATA_DIR: data, SVC_MASTER_KEY: randomBytes(32).toString('hex') };
    await (await startService(readSettings(before), pino({ enabled: false }))).stop();
    const withKms = readSettings({ ...before, SVC_KMS_COMMAND: '/nowhere/kms', SVC_KMS_KEY_ID: 'one' });
    let warn = (): void => undefined;
    const warned = new Promise<void>((resolve) => (warn = resolve));
    const log = pino({}, { write: (line) => void (line.includes(warning) && warn()) });
    const service = await startService(withKms, log);
    assert.equal((await fetch(`${service.publicUrl}/ready`)).status, 200);
    await warned;
    await service.stop();
    rmSync(data, { recursive: true });
  });
});

it('one that wraps already is not asked again', async () => {
  const asked = join(folder, 'asked');
  const works = program('works', `echo "$1" >> ${asked}; cat`);
  await rotateMaster(database.db, settings(works), {}, { alone: true, say: () => undefined });
  rmSync(asked);
  assert.deepEqual(await told(settings(works)), []);
  // The start itself unwraps.
  assert.equal(readFileSync(asked, 'utf8').trim(), 'unwrap');
});
