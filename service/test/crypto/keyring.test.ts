import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createKeyring, MissingMasterKey } from '../../src/crypto/keyring.js';
import { nameMasterKey } from '../../src/crypto/master-key.js';
import { newDataFolder } from '../support/child-service.js';

const [one, other] = [randomBytes(32), randomBytes(32)];
const dataKey = randomBytes(32);
const ring = (...keys: Parameters<typeof nameMasterKey>[]) =>
  createKeyring(
    keys.map((key) => nameMasterKey(...key)),
    undefined,
  )!;

describe('a keyring', () => {
  it('wraps with the first key, and unwraps with each', async () => {
    const before = ring([one, 'one']);
    const [wrapper] = before.wrappers;
    assert.equal(wrapper.id, 'one');
    const wrapped = await wrapper.wrap(dataKey, 'here');
    const both = ring([other, 'other'], [one, 'one']);
    assert.equal(both.wrappers[0].id, 'other');
    assert.deepEqual(await both.unwrap('one', wrapped, 'here'), dataKey);
  });

  it('finds a key even if it has another id', async () => {
    const wrapped = await ring([one]).wrappers[0].wrap(dataKey, 'here');
    assert.deepEqual(await ring([other, 'x'], [one, 'y']).unwrap('x', wrapped, 'here'), dataKey);
  });

  it('names the missing key', async () => {
    const wrapped = await ring([one, 'one']).wrappers[0].wrap(dataKey, 'here');
    const isMissing = (error: unknown) => error instanceof MissingMasterKey && error.id === 'one';
    await assert.rejects(ring([other, 'other']).unwrap('one', wrapped, 'here'), isMissing);
    await assert.rejects(ring([one, 'one']).unwrap('one', wrapped, 'elsewhere'), isMissing);
  });

  it('does not exist without a key', () => {
    assert.equal(createKeyring([], undefined), undefined);
  });
});

describe('a key management service', () => {
  let folder: string;
  const program = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    chmodSync(path, 0o700);
    return path;
  };
  beforeAll(() => (folder = newDataFolder()));
  afterAll(() => rmSync(folder, { recursive: true }));
  const ringOf = (path: string, keyId = 'alias/svc') =>
    createKeyring([nameMasterKey(one, 'one')], { command: [path, 'first'], keyId })!;

  it('wraps by a program, which gets the context and key id as arguments, and the key only on its input', async () => {
    const seen = join(folder, 'seen');
    // Flips one bit of each base64 digit, so that doing it twice changes nothing and the padding bits of the last digit stay 0.
    const path = program('turn', `#!/bin/sh\necho "$@" >> ${seen}\ntr 'A-Za-fg-z0-9+/' 'g-z0-9+/A-Za-f'\n`);
    const keyring = ringOf(path);
    const [wrapper] = keyring.wrappers;
    assert.equal(wrapper.id, 'kms:alias/svc');
    const wrapped = await wrapper.wrap(dataKey, 'here');
    assert.notDeepEqual(wrapped, dataKey);
    assert.deepEqual(await keyring.unwrap('kms:before', wrapped, 'here'), dataKey);
    assert.equal(readFileSync(seen, 'utf8'), 'first wrap alias/svc here\nfirst unwrap before here\n');
  });

  it('does not unwrap the keys that master keys have wrapped', async () => {
    const wrapped = await ring([one, 'one']).wrappers[0].wrap(dataKey, 'here');
    assert.deepEqual(
      await ringOf(program('never', '#!/bin/sh\nexit 9\n')).unwrap('one', wrapped, 'here'),
      dataKey,
    );
    await assert.rejects(
      ring([one, 'one']).unwrap('kms:alias/svc', wrapped.subarray(1), 'here'),
      (error) => error instanceof MissingMasterKey && error.id === 'kms:alias/svc',
    );
  });

  it('reports what is wrong with a program, without the program’s output', async () => {
    for (const [text, message] of [
      ['#!/bin/sh\necho c2VjcmV0\nexit 3\n', /^SVC_KMS_COMMAND wrap alias\/svc here: it ended with 3$/],
      ['#!/bin/sh\necho "not base64!"\n', /: its answer is not base64$/],
      ['#!/bin/sh\n', /: its answer is not base64$/],
    ] as const)
      await assert.rejects(ringOf(program('wrong', text)).wrappers[0].wrap(dataKey, 'here'), { message });
    await assert.rejects(
      ringOf(join(folder, 'none')).wrappers[0].wrap(dataKey, 'here'),
      /ended with ENOENT$/,
    );
  });
});
