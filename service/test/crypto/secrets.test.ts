import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { createSecrets, makeMasterKey, parseMasterKey, readMasterKey } from '../../src/crypto/secrets.js';
import { addressesOf, BadSettings, readSettings } from '../../src/server/settings.js';
import { newDataFolder } from '../support/child-service.js';

describe('secrets', () => {
  const secrets = createSecrets(randomBytes(32));

  it('open as what was sealed', () => {
    for (const text of ['', 'good-password', 'ü '.repeat(5000)]) {
      assert.equal(secrets.open('challenge', 'row', secrets.seal('challenge', 'row', text)), text);
    }
  });

  it('look different each time', () => {
    const seal = () => Buffer.from(secrets.seal('challenge', 'row', 'same')).toString('hex');
    assert.notEqual(seal(), seal());
  });

  it('do not open in another row, for another purpose, with another key, or changed', () => {
    const sealed = secrets.seal('challenge', 'row', 'text');
    assert.throws(() => secrets.open('challenge', 'another', sealed));
    assert.throws(() => secrets.open('connection', 'row', sealed));
    assert.throws(() => createSecrets(randomBytes(32)).open('challenge', 'row', sealed));
    assert.throws(() => secrets.open('challenge', 'row', new Uint8Array()), /of an unknown version/);
    // A shorter tag is easier to guess.
    assert.throws(() =>
      secrets.open('challenge', 'row', secrets.seal('challenge', 'row', '').subarray(0, -4)),
    );
    for (let at = 0; at < sealed.length; at++) {
      const changed = Uint8Array.from(sealed);
      changed[at]! ^= 1;
      assert.throws(() => secrets.open('challenge', 'row', changed), `byte ${at}`);
    }
  });

  it('open after a new version as they were sealed before it', () => {
    const kept = createSecrets(new Uint8Array(32).fill(7));
    const sealed = 'AactyzFdsbNeZ6jtuyCJ8yrsSn-NuIY7ehE1MM_kAQ';
    assert.equal(kept.open('connection', 'row', Buffer.from(sealed, 'base64url')), 'ü');
    assert.equal(kept.derive('name'), 'pUn8QRpGLjZj9o36vlozMMCeGHtPLPzmYv08YqQKZkI');
    assert.equal(kept.digest('sign-in', 'ada@example.com'), 'iwdMFUqqnpACiUwUQTOqFJUjwt7RFhdPq392UwGy-4g');
  });

  it('stand for a text by a digest that is the same with their key alone', () => {
    const digest = secrets.digest('provider-account', 'ada@example.com');
    assert.match(digest, /^[\w-]{43}$/);
    assert.equal(secrets.digest('provider-account', 'ada@example.com'), digest);
    assert.notEqual(secrets.digest('provider-account', 'ida@example.com'), digest);
    assert.notEqual(createSecrets(randomBytes(32)).digest('provider-account', 'ada@example.com'), digest);
  });

  it('come from a key that stays with its folder', () => {
    const folder = newDataFolder();
    assert.equal(readMasterKey(folder), undefined);
    assert.deepEqual(makeMasterKey(folder), readMasterKey(folder));
    writeFileSync(join(folder, 'master.key'), 'short');
    assert.throws(() => readMasterKey(folder), /master\.key does not hold a master key$/);
    rmSync(folder, { recursive: true });
  });

  it('come from a key that its owner alone may read, whatever a start that was killed has left', () => {
    const folder = newDataFolder();
    writeFileSync(join(folder, 'master.key.new'), 'half of a k', { mode: 0o644 });
    makeMasterKey(folder);
    assert.deepEqual(readdirSync(folder), ['master.key']);
    assert.equal(statSync(join(folder, 'master.key')).mode & 0o777, 0o600);
    rmSync(folder, { recursive: true });
  });

  it('take a key as base64 or hex', () => {
    const key = randomBytes(32);
    assert.deepEqual(parseMasterKey(key.toString('hex')), key);
    assert.deepEqual(parseMasterKey(`${key.toString('base64')}\n`), key);
    assert.deepEqual(parseMasterKey(` ${key.toString('hex').toUpperCase()}\n`), key);
    const hex = 'a'.repeat(64);
    for (const wrong of [
      '',
      'aa',
      hex.slice(1),
      `${hex}a`,
      `a${hex}`,
      'z'.repeat(64),
      `aa${key.toString('base64')}`,
      `${key.toString('base64')} and more`,
      `${key.toString('base64').slice(0, 20)}!${key.toString('base64').slice(20)}`,
    ])
      assert.equal(parseMasterKey(wrong), undefined, wrong);
    assert.throws(() => createSecrets(randomBytes(16)), /32 bytes/);
  });
});

describe('settings', () => {
  const problems = (env: Record<string, string>): string => {
    try {
      readSettings(env);
      return '';
    } catch (error) {
      assert.ok(error instanceof BadSettings);
      return error.message;
    }
  };

  it('need nothing', () => {
    const settings = readSettings({});
    assert.deepEqual([settings.host, settings.port, settings.storage.kind], ['127.0.0.1', 8787, 'folder']);
    assert.deepEqual(addressesOf(settings, 8787), {
      publicUrl: 'http://127.0.0.1:8787',
      sandboxUrl: 'http://localhost:8787',
      internalUrl: 'http://127.0.0.1:8787',
    });
  });

  it('count an empty variable as not set', () => {
    assert.equal(readSettings({ PORT: '', DATABASE_URL: ' ' }).port, 8787);
  });

  it('place the service behind another address', () => {
    const settings = readSettings({ PUBLIC_URL: 'https://link.example.com/', HOST: '0.0.0.0' });
    assert.deepEqual(addressesOf(settings, 80), {
      publicUrl: 'https://link.example.com',
      sandboxUrl: 'https://link.example.com',
      internalUrl: 'http://127.0.0.1:80',
    });
    assert.equal(addressesOf(readSettings({ HOST: '::1' }), 80).publicUrl, 'http://[::1]:80');
    const sandbox = readSettings({ SANDBOX_URL: 'https://sandbox.example.com' });
    assert.equal(addressesOf(sandbox, 80).sandboxUrl, 'https://sandbox.example.com');
  });

  it('say everything that is wrong with them', () => {
    assert.equal(
      problems({
        PORT: 'http',
        DATABASE_URL: 'mysql://x',
        PUBLIC_URL: 'https://a.example/path',
        SANDBOX_URL: 'x',
      }),
      [
        'PORT is not a port number',
        'DATABASE_URL does not begin with postgres://',
        'DATABASE_URL needs SVC_MASTER_KEY: 32 bytes as base64 or hex, the same for every process',
        'PUBLIC_URL is not an address such as https://link.example.com',
        'SANDBOX_URL is not an address such as https://link.example.com',
      ].join('\n'),
    );
    assert.match(problems({ SVC_MASTER_KEY: 'x' }), /SVC_MASTER_KEY/);
    assert.match(problems({ LOG_LEVEL: 'x' }), /LOG_LEVEL/);
  });
});
