import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'vitest';
import {
  createSecrets,
  createSecretsOf,
  headerOf,
  keyNumberOf,
  requestIdKey,
} from '../../src/crypto/secrets.js';
import { addressesOf, BadSettings, readSettings } from '../../src/server/settings.js';

describe('secrets', () => {
  const secrets = createSecrets(randomBytes(32));

  it('open to the text that was sealed', () => {
    for (const text of ['', 'good-password', 'ü '.repeat(5000)]) {
      assert.equal(secrets.open('challenge', 'row', secrets.seal('challenge', 'row', text)), text);
    }
  });

  it('look different each time', () => {
    const seal = () => Buffer.from(secrets.seal('challenge', 'row', 'same')).toString('hex');
    assert.notEqual(seal(), seal());
  });

  it('do not open in another row, for another purpose, with another key, or if they were changed', () => {
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

  it('derive the key of request ids, the same each time and a different one for another master key', () => {
    const key = requestIdKey(secrets);
    assert.equal(key.length, 32);
    assert.deepEqual(requestIdKey(secrets), key);
    assert.notDeepEqual(requestIdKey(createSecrets(randomBytes(32))), key);
  });

  it('can still be opened by a new version', () => {
    const kept = createSecrets(new Uint8Array(32).fill(7));
    const sealed = 'AactyzFdsbNeZ6jtuyCJ8yrsSn-NuIY7ehE1MM_kAQ';
    assert.equal(kept.open('connection', 'row', Buffer.from(sealed, 'base64url')), 'ü');
    assert.equal(kept.derive('name'), 'pUn8QRpGLjZj9o36vlozMMCeGHtPLPzmYv08YqQKZkI');
    assert.equal(
      Buffer.from(requestIdKey(kept)).toString('base64url'),
      'NzjMn_8mT9O5Nk7dGydZQLo-yTQ83rxFyjj6C27MmIg',
    );
    assert.equal(kept.digest('sign-in', 'ada@example.com'), 'iwdMFUqqnpACiUwUQTOqFJUjwt7RFhdPq392UwGy-4g');
  });

  it('make a digest of a text that is the same only with their key', () => {
    const digest = secrets.digest('provider-account', 'ada@example.com');
    assert.match(digest, /^[\w-]{43}$/);
    assert.equal(secrets.digest('provider-account', 'ada@example.com'), digest);
    assert.notEqual(secrets.digest('provider-account', 'ida@example.com'), digest);
    assert.notEqual(createSecrets(randomBytes(32)).digest('provider-account', 'ada@example.com'), digest);
  });

  it('contain the number of the data key that sealed them, except the first', () => {
    const held = new Map([1, 2, 300].map((number) => [number, randomBytes(32)]));
    let number = 1;
    const several = createSecretsOf({ find: (each) => held.get(each), sealing: () => number });
    const seal = (by: number) => {
      number = by;
      return several.seal('challenge', 'row', `by ${by}`);
    };
    const values = [1, 2, 300].map(seal);
    assert.deepEqual(values.map(keyNumberOf), [1, 2, 300]);
    assert.deepEqual(
      values.map((value) => several.open('challenge', 'row', value)),
      ['by 1', 'by 2', 'by 300'],
    );
    // A process of a version without data keys can read what the first key seals.
    assert.equal(createSecrets(held.get(1)!).open('challenge', 'row', values[0]!), 'by 1');
    assert.deepEqual(headerOf(300), Buffer.of(2, 0, 0, 1, 44));
    assert.equal(keyNumberOf(headerOf(300)), 300);
    for (const nothing of [[], [0], [3], [3, 0, 0, 0, 1], [2, 0, 0, 1]])
      assert.equal(keyNumberOf(Buffer.from(nothing)), undefined);
  });

  it('report which data key is missing', () => {
    const key = randomBytes(32);
    const several = createSecretsOf({ find: () => key, sealing: () => 7 });
    assert.throws(
      () => createSecrets(key).open('challenge', 'row', several.seal('challenge', 'row', 'text')),
      /^Unreadable: a value is sealed with data key 7, which this process does not have$/,
    );
  });

  it('are derived and digested with the first data key, whichever key seals', () => {
    const key = randomBytes(32);
    const one = createSecrets(key);
    const several = createSecretsOf({
      find: (number) => (number === 1 ? key : randomBytes(32)),
      sealing: () => 2,
    });
    assert.equal(several.derive('name'), one.derive('name'));
    assert.equal(several.digest('sign-in', 'ada'), one.digest('sign-in', 'ada'));
  });

  it('refuse a key of another length', () => {
    assert.throws(() => createSecrets(randomBytes(16)), /not 32 bytes/);
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

  it('are all optional', () => {
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

  it('set another address of the service', () => {
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

  it('report everything that is wrong with them', () => {
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
    assert.match(problems({ SVC_MASTER_KEY: 'x' }), /^SVC_MASTER_KEY is not/);
    const [one, other] = ['aa'.repeat(32), 'bb'.repeat(32)];
    assert.match(problems({ SVC_MASTER_KEY: `${one},${other}` }), /^SVC_MASTER_KEY is not/);
    assert.match(problems({ SVC_MASTER_KEYS: `a:${one},a:${other}` }), /^SVC_MASTER_KEYS is not/);
    assert.match(problems({ SVC_MASTER_KEYS: 'a:x' }), /^SVC_MASTER_KEYS is not/);
    assert.match(problems({ SVC_KMS_COMMAND: 'x' }), /need each other/);
    assert.match(problems({ SVC_KMS_KEY_ID: 'x' }), /need each other/);
    assert.match(problems({ LOG_LEVEL: 'x' }), /LOG_LEVEL/);
  });

  it('list master keys, the wrapping key first', () => {
    const [one, other] = ['aa'.repeat(32), 'bb'.repeat(32)];
    const ids = (env: Record<string, string>) => readSettings(env).masterKeys.map(({ id }) => id);
    assert.deepEqual(ids({ SVC_MASTER_KEYS: `2026:${one}, 2025:${other}` }), ['2026', '2025']);
    const [byItself] = ids({ SVC_MASTER_KEY: other });
    assert.deepEqual(ids({ SVC_MASTER_KEYS: `2026:${one}`, SVC_MASTER_KEY: other }), ['2026', byItself]);
    // The same key counts once, with the id that it was given.
    assert.deepEqual(ids({ SVC_MASTER_KEYS: `2026:${one}`, SVC_MASTER_KEY: one }), ['2026']);
    const url = 'postgres://db/svc';
    assert.deepEqual(ids({ DATABASE_URL: url, SVC_MASTER_KEYS: `2026:${one}` }), ['2026']);
    const { kms } = readSettings({
      DATABASE_URL: url,
      SVC_KMS_COMMAND: ' kms  --fast ',
      SVC_KMS_KEY_ID: 'k',
    });
    assert.deepEqual(kms, { command: ['kms', '--fast'], keyId: 'k' });
  });
});
