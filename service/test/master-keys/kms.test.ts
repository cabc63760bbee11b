// A key management service behind a program: from a master key to the service and back.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from 'vitest';
import { rotateMaster } from '../../src/cli/index.js';
import type { OpenDatabase } from '../../src/db/index.js';
import { agreeOnMasterKeys, type KeySettings } from '../../src/master-keys/index.js';
import { newDataFolder } from '../support/child-service.js';
import { masterKeysOf } from '../support/keys.js';
import { openInMemory } from '../support/memory-database.js';

/** Wraps with a separate key for each key id and context, like a key management service. */
const program = `#!${process.execPath}
const { createCipheriv, createDecipheriv, createHash, randomBytes } = require('node:crypto');
const [operation, keyId, context] = process.argv.slice(2);
const key = createHash('sha256').update('known to it alone ' + keyId).digest();
const input = Buffer.from(require('node:fs').readFileSync(0, 'utf8'), 'base64');
const wrap = () => {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  const text = Buffer.concat([cipher.update(input), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
};
const unwrap = () => {
  const decipher = createDecipheriv('aes-256-gcm', key, input.subarray(0, 12)).setAAD(Buffer.from(context));
  decipher.setAuthTag(input.subarray(12, 28));
  return Buffer.concat([decipher.update(input.subarray(28)), decipher.final()]);
};
console.log((operation === 'wrap' ? wrap() : unwrap()).toString('base64'));
`;

let database: OpenDatabase;
let folder: string;
beforeAll(async () => {
  database = await openInMemory();
  folder = newDataFolder();
  writeFileSync(join(folder, 'kms'), program);
  chmodSync(join(folder, 'kms'), 0o700);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

it('a key management service takes over from a master key, changes its key, and gives back', async () => {
  const local = `local:${randomBytes(32).toString('hex')}`;
  const settings = (masterKeys: string, keyId?: string): KeySettings => ({
    masterKeys: masterKeysOf(masterKeys),
    kms: keyId === undefined ? undefined : { command: [join(folder, 'kms')], keyId },
    folder: undefined,
  });
  const rotate = async (by: KeySettings, options = {}) => {
    const said: string[] = [];
    await rotateMaster(database.db, by, options, { alone: true, say: (line) => void said.push(line) });
    return said;
  };
  const open = async (by: KeySettings) => (await agreeOnMasterKeys(database.db, by)).secrets;
  const sealed = (await open(settings(local))).seal('event', 'row', 'text');
  const opens = async (by: KeySettings) =>
    assert.equal((await open(by)).open('event', 'row', sealed), 'text');

  assert.ok((await rotate(settings(local, 'one'))).some((line) => line.startsWith('Nothing needs "local"')));
  await opens(settings('', 'one'));
  await assert.rejects(open(settings(local)), /the master key "kms:one", and SVC_KMS_COMMAND is not set/);

  // Data that another of its keys has wrapped is unwrapped under that key's name.
  assert.deepEqual(await rotate(settings('', 'two'), { data: true }), [
    'Data key 2 is new.',
    'Data key 1: wrapped by "kms:two", before by "kms:one".',
    'All values are sealed by data key 2.',
    'Every data key is wrapped by "kms:two".',
  ]);
  await opens(settings('', 'two'));

  await rotate(settings(local, 'two'), { to: 'local' });
  await opens(settings(local));
});
