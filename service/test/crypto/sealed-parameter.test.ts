// A value in one of our own addresses: its content, its purpose and its lifetime.
import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { openParameter, sealParameter } from '../../src/crypto/sealed-parameter.js';
import { createSecrets } from '../../src/crypto/secrets.js';

const secrets = createSecrets(new Uint8Array(32).fill(5));
const purpose = 'posted-link';

describe('a value in an address', () => {
  const value = { session: 'id', list: [1, 'ü', null] };
  const sealed = sealParameter(secrets, purpose, 'bound', value) ?? '';

  it('is read as it was written, and nobody else can read it', () => {
    assert.match(sealed, /^[\w-]+$/);
    assert.doesNotMatch(Buffer.from(sealed, 'base64url').toString('latin1'), /session/);
    assert.deepEqual(openParameter(secrets, purpose, 'bound', sealed), value);
  });

  it('cannot be opened for another purpose or place, with another key, or if somebody else wrote it', () => {
    const other = createSecrets(new Uint8Array(32));
    const plain = Buffer.from(JSON.stringify({ value, until: Date.now() + 1000 })).toString('base64url');
    assert.equal(openParameter(secrets, 'oauth-form-post', 'bound', sealed), null);
    assert.equal(openParameter(secrets, purpose, '', sealed), null);
    assert.equal(openParameter(other, purpose, 'bound', sealed), null);
    for (const text of ['', 'AAAA', plain, `A${sealed}`, sealed.slice(0, -2)])
      assert.equal(openParameter(secrets, purpose, 'bound', text), null, text);
  });

  it('can be read for a minute, also in its last moment', () => {
    const now = Date.now;
    const began = now();
    try {
      Date.now = () => began;
      const text = sealParameter(secrets, purpose, '', value) ?? '';
      const openedAfter = (milliseconds: number) => {
        Date.now = () => began + milliseconds;
        return openParameter(secrets, purpose, '', text);
      };
      assert.deepEqual(openedAfter(60_000), value);
      assert.equal(openedAfter(60_001), null);
    } finally {
      Date.now = now;
    }
  });

  it('is null if it is too long for an address', () => {
    const around = JSON.stringify({ value: '', until: Date.now() }).length;
    const longest = 'a'.repeat(6000 - around);
    const text = sealParameter(secrets, purpose, '', longest) ?? '';
    assert.equal(openParameter(secrets, purpose, '', text), longest);
    assert.ok(text.length < 8192);
    assert.equal(sealParameter(secrets, purpose, '', `${longest}a`), null);
  });
});
