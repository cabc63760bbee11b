// Rotations that were stopped in the middle, and how the next one continues.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'vitest';
import { createSecrets } from '../../src/crypto/index.js';
import { storeDataKey } from '../../src/master-keys/data-keys.js';
import { rotateMasterKey } from '../../src/master-keys/index.js';
import { sealEverything, unreadable } from '../support/sealed-scene.js';
import { newKey, rotationScene } from './rotation-scene.js';

const [a, b] = [`a:${newKey()}`, `b:${newKey()}`];
const scene = rotationScene();
const { storeRows, startWith, agree, rotate, sealedBy } = scene;

describe('a rotation of the master key', () => {
  it('continues where it was stopped', async () => {
    const keys = await startWith(a);
    const half = rotateMasterKey(scene.db, keys, {
      ...{ data: true, wait: 0, alone: true },
      say: (line) => assert.ok(!line.startsWith('link_session.challenge'), 'ended here'),
    });
    await assert.rejects(half, /ended here/);
    assert.deepEqual(await sealedBy(), [1, 2]);
    const said = await rotate([a], { data: true });
    assert.ok(
      !said.some((line) => line.includes('is new') || line.startsWith('connection.')),
      said.join('\n'),
    );
    assert.deepEqual(await sealedBy(), [2]);
    assert.deepEqual(await unreadable(scene.db, (await agree(a)).secrets), []);
  });

  it('continues by itself if values of a version without data keys are left', async () => {
    const old = newKey();
    await storeRows();
    await sealEverything(scene.db, createSecrets(Buffer.from(old, 'hex')));
    await assert.rejects(
      rotateMasterKey(scene.db, await agree(b, old), {
        ...{ data: false, wait: 0, alone: true },
        say: (line) => assert.ok(!line.startsWith('link_session.challenge'), 'ended here'),
      }),
      /ended here/,
    );
    assert.deepEqual(await sealedBy(), [1, 2]);
    const said = await rotate([b, old]);
    assert.ok(said.includes('All values are sealed by data key 2.'), said.join('\n'));
    assert.deepEqual(await sealedBy(), [2]);
    assert.deepEqual(await unreadable(scene.db, (await agree(b)).secrets), []);
    assert.deepEqual(await rotate([b]), ['Every data key is wrapped by "b".'], 'and then is done');
  });

  it('seals with no data key that another master key has wrapped', async () => {
    const endsAt =
      (start: string) =>
      (line: string): void =>
        assert.ok(!line.startsWith(start), 'ended here');
    const whole = { data: true, wait: 0, alone: true };
    const keys = await startWith(a);
    await assert.rejects(
      rotateMasterKey(scene.db, keys, { ...whole, say: endsAt('link_session.challenge') }),
      /ended here/,
    );
    // Stopped once more, after the data keys were wrapped again: the second data key must not be taken for one that was
    // made under the new master key.
    await assert.rejects(
      rotateMasterKey(scene.db, await agree(b, a), { ...whole, say: endsAt('Data key 2: wrapped') }),
      /ended here/,
    );
    const said = await rotate([b, a], { data: true });
    assert.ok(said.includes('All values are sealed by data key 3.'), said.join('\n'));
    assert.deepEqual(await sealedBy(), [3]);
    assert.deepEqual(await unreadable(scene.db, (await agree(b)).secrets), []);
  });

  it('makes a new data key if the earlier master key has wrapped an unfinished one', async () => {
    const { keyring } = await startWith(a);
    await storeDataKey(scene.db, keyring, randomBytes(32), {
      number: 2,
      was_master: false,
      sealsIn: 3600,
    });
    const said = await rotate([b, a], { data: true });
    assert.ok(said.includes('Data key 3 is new.'), said.join('\n'));
    assert.deepEqual(await sealedBy(), [3]);
  });
});
