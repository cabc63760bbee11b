import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'vitest';
import {
  makeMasterKey,
  nameMasterKey,
  parseMasterKey,
  parseMasterKeys,
  readMasterKeys,
} from '../../src/crypto/master-key.js';
import { newDataFolder } from '../support/child-service.js';

const one = randomBytes(32);
const other = randomBytes(32);

describe('master keys', () => {
  it('are written as base64 or hex', () => {
    assert.deepEqual(parseMasterKey(one.toString('hex')), one);
    assert.deepEqual(parseMasterKey(`${one.toString('base64')}\n`), one);
    assert.deepEqual(parseMasterKey(` ${one.toString('hex').toUpperCase()}\n`), one);
    const hex = 'a'.repeat(64);
    for (const wrong of [
      '',
      'aa',
      hex.slice(1),
      `${hex}a`,
      `a${hex}`,
      'z'.repeat(64),
      `aa${one.toString('base64')}`,
      `${one.toString('base64')} and more`,
      `${one.toString('base64').slice(0, 20)}!${one.toString('base64').slice(20)}`,
    ])
      assert.equal(parseMasterKey(wrong), undefined, wrong);
  });

  it('have an id before a colon, or are named by their fingerprint', () => {
    const text = `2026-11:${one.toString('base64')},\n ${other.toString('hex')}\n`;
    assert.deepEqual(parseMasterKeys(text), [nameMasterKey(one, '2026-11'), nameMasterKey(other)]);
    assert.match(nameMasterKey(other).id, /^[\w-]{8}$/);
    assert.notEqual(nameMasterKey(other).id, nameMasterKey(one).id);
  });

  it('count once, and each has one id', () => {
    const hex = [one, other].map((key) => key.toString('hex'));
    assert.deepEqual(parseMasterKeys(`a:${hex[0]},b:${hex[0]}`), [nameMasterKey(one, 'a')]);
    assert.equal(parseMasterKeys(`a:${hex[0]},a:${hex[1]}`), undefined);
    for (const wrong of ['a:', ':', 'a b:', `ä:${hex[0]}`, `a:b:${hex[0]}`, 'x'])
      assert.equal(parseMasterKeys(wrong), undefined, wrong);
    assert.deepEqual(parseMasterKeys(''), []);
  });
});

describe('the master keys of a folder', () => {
  let folder: string;
  beforeEach(() => (folder = newDataFolder()));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('stay the same', () => {
    assert.deepEqual(readMasterKeys(folder), []);
    assert.deepEqual([makeMasterKey(folder)], readMasterKeys(folder));
    for (const wrong of ['short', '\n']) {
      writeFileSync(join(folder, 'master.key'), wrong);
      assert.throws(() => readMasterKeys(folder), /master\.key does not hold a master key$/);
    }
  });

  it('are one on each line, the wrapping key first', () => {
    writeFileSync(join(folder, 'master.key'), `new:${one.toString('base64')}\n${other.toString('base64')}\n`);
    assert.deepEqual(readMasterKeys(folder), [nameMasterKey(one, 'new'), nameMasterKey(other)]);
  });

  it('are readable only by their owner, whatever a killed start has left', () => {
    writeFileSync(join(folder, 'master.key.new'), 'half of a k', { mode: 0o644 });
    makeMasterKey(folder);
    assert.deepEqual(readdirSync(folder), ['master.key']);
    assert.equal(statSync(join(folder, 'master.key')).mode & 0o777, 0o600);
  });
});
