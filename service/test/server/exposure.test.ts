// Whom the service accepts: by its settings at the start, and by the host name of a request.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'vitest';
import { Hono } from 'hono';
import {
  checkExposure,
  isClockFree,
  isLoopback,
  keysOf,
  onlyOwnNames,
  sandboxKeys,
} from '../../src/server/exposure.js';
import { BadSettings, readSettings } from '../../src/server/settings.js';
import type { Env } from '../../src/http/env.js';

const strong = (prefix: string): string => prefix + createHash('sha256').update(prefix).digest('hex');
// Always the same, because the names of tests contain them.
const ownKeys = { SVC_API_KEY: strong('sk_'), SVC_MANAGEMENT_KEY: strong('') };

describe('the well-known keys', () => {
  const both = ['SVC_API_KEY', 'SVC_MANAGEMENT_KEY'];
  for (const [env, open, missing] of [
    [{ HOST: '0.0.0.0' }, 'HOST=0.0.0.0', both],
    [{ HOST: '::' }, 'HOST=::', both],
    [{ HOST: '192.168.1.20' }, 'HOST=192.168.1.20', both],
    [{ HOST: 'localhost.example' }, 'HOST=localhost.example', both],
    [{ PUBLIC_URL: 'https://a.example' }, 'PUBLIC_URL=https://a.example', both],
    [{ SANDBOX_URL: 'https://a.example' }, 'SANDBOX_URL=https://a.example', both],
    [
      { HOST: '::', PUBLIC_URL: 'https://a.example', SANDBOX_URL: 'https://b.example' },
      'HOST=:: and PUBLIC_URL=https://a.example and SANDBOX_URL=https://b.example',
      both,
    ],
    [{ HOST: '0.0.0.0', SVC_API_KEY: ownKeys.SVC_API_KEY }, 'HOST=0.0.0.0', ['SVC_MANAGEMENT_KEY']],
    [{ HOST: '0.0.0.0', SVC_MANAGEMENT_KEY: ownKeys.SVC_MANAGEMENT_KEY }, 'HOST=0.0.0.0', ['SVC_API_KEY']],
    [{ HOST: '0.0.0.0', ...ownKeys, SVC_API_KEY: 'sk_sandbox_local' }, 'HOST=0.0.0.0', ['SVC_API_KEY']],
  ] as const)
    it(`are refused with ${JSON.stringify(env)}`, () => {
      assert.throws(
        () => checkExposure(readSettings(env)),
        (error: unknown) => {
          assert.ok(error instanceof BadSettings);
          const [name] = open.split('=');
          assert.equal(
            error.message,
            `${open} lets others in, who know the keys of the sandbox.\n` +
              `Set ${missing.join(' and ')} to keys of your own, such as what "openssl rand -hex 32" prints; ` +
              `or leave ${name} out, so that only this machine reaches the service.`,
          );
          return true;
        },
      );
    });

  it('are allowed if only this machine reaches the service', () => {
    for (const env of [
      {},
      { HOST: 'localhost', PUBLIC_URL: 'http://127.0.0.1:8080' },
      { HOST: '::1', PUBLIC_URL: 'http://[::1]:8080', SANDBOX_URL: 'http://provider.localhost:8080' },
    ])
      checkExposure(readSettings(env));
  });

  it('do not matter if both keys are the operator’s own, or PostgreSQL has none', () => {
    checkExposure(readSettings({ HOST: '0.0.0.0', PUBLIC_URL: 'https://link.example.com', ...ownKeys }));
    const postgres = { DATABASE_URL: 'postgres://db/svc', SVC_MASTER_KEY: 'ab'.repeat(32), HOST: '0.0.0.0' };
    checkExposure(readSettings(postgres));
    assert.throws(
      () => checkExposure(readSettings({ ...postgres, SVC_API_KEY: 'sk_sandbox_local' })),
      BadSettings,
    );
  });
});

describe('a key that the settings name', () => {
  const postgres = { DATABASE_URL: 'postgres://db/svc', SVC_MASTER_KEY: 'ab'.repeat(32) };
  const faultOf = (env: Record<string, string>): string => {
    try {
      checkExposure(readSettings(env));
      return '';
    } catch (error) {
      assert.ok(error instanceof BadSettings);
      return error.message;
    }
  };
  const few = /^SVC_API_KEY can be guessed: it has fewer than 24 characters\./;
  const alike = /^SVC_API_KEY can be guessed: it has fewer than 8 different characters\./;
  const unsendable = /^SVC_API_KEY holds characters that a header cannot carry\./;
  const known = /^SVC_API_KEY is the one of the sandbox, which everybody knows\./;

  for (const [key, fault] of [
    ['x', few],
    ['sk_of_my_own', few],
    ['sk_0123456789abcdefghijklm', few],
    ['mk_sandbox_local', few],
    ['sk_sandbox_local2', few],
    ['a'.repeat(64), alike],
    ['sk_' + '1234567'.repeat(8), alike],
    ['a pass phrase of several words', unsendable],
    ['schlüssel-der-sich-nicht-senden-lässt', unsendable],
  ] as const)
    it(`stops the start in either mode if it is ${key}`, () => {
      for (const env of [{}, postgres]) {
        const message = faultOf({ ...env, SVC_API_KEY: key });
        assert.match(message, fault);
        assert.match(message, /openssl rand -hex 32.*svc-service keys create/);
        assert.ok(key === 'x' || !message.includes(key));
      }
    });

  it('is reported with every other wrong key', () => {
    const message = faultOf({ SVC_API_KEY: 'sk_short', SVC_MANAGEMENT_KEY: 'mk_short' });
    assert.match(message, /^SVC_API_KEY can be.*\nSVC_MANAGEMENT_KEY can be.*\nUse what/);
  });

  it('is not the sandbox’s on PostgreSQL, even if only this machine reaches it', () => {
    assert.match(faultOf({ ...postgres, SVC_API_KEY: 'sk_sandbox_local' }), known);
    assert.equal(faultOf({ SVC_API_KEY: 'sk_sandbox_local', SVC_MANAGEMENT_KEY: 'mk_sandbox_local' }), '');
  });

  for (const key of [
    'abcdefghijklmnopqrstusk_',
    '12345678'.repeat(3),
    'sk_0123456789abcdefghijklmn',
    strong(''),
    strong('sk_'),
    strong('any-prefix.'),
  ])
    it(`is accepted if it is ${key.length} random characters`, () => {
      for (const env of [{}, postgres]) assert.equal(faultOf({ ...env, SVC_API_KEY: key }), '');
    });
});

describe('the keys of a service', () => {
  const postgres = { DATABASE_URL: 'postgres://db/svc', SVC_MASTER_KEY: 'ab'.repeat(32) };
  const own = { apiKey: ownKeys.SVC_API_KEY, managementKey: ownKeys.SVC_MANAGEMENT_KEY };
  it('are those of the settings, or else those of the sandbox, but PostgreSQL has none', () => {
    assert.deepEqual(sandboxKeys, { apiKey: 'sk_sandbox_local', managementKey: 'mk_sandbox_local' });
    assert.deepEqual(keysOf(readSettings({})), sandboxKeys);
    assert.deepEqual(keysOf(readSettings({ SVC_API_KEY: 'sk_own' })), {
      ...sandboxKeys,
      apiKey: 'sk_own',
    });
    for (const env of [ownKeys, { ...ownKeys, ...postgres }])
      assert.deepEqual(keysOf(readSettings(env)), own);
    const none = { apiKey: undefined, managementKey: undefined };
    assert.deepEqual(keysOf(readSettings(postgres)), none);
  });

  it('leave the clock to everybody only if both are those of the sandbox', () => {
    assert.ok(isClockFree(readSettings({})));
    assert.ok(!isClockFree(readSettings({ SVC_API_KEY: 'sk_own' })));
    assert.ok(!isClockFree(readSettings({ SVC_MANAGEMENT_KEY: 'mk_own' })));
  });
});

describe('this machine', () => {
  it('is distinguished from any other', () => {
    for (const host of [
      'localhost',
      'LOCALHOST.',
      'a.localhost',
      'a-b.c_2.localhost',
      '127.0.0.1',
      '127.0.20.255',
      '127.1.2.3',
      '::1',
      '[::1]',
    ])
      assert.ok(isLoopback(host), host);
    for (const host of [
      '',
      '0.0.0.0',
      '::',
      'localhost.example',
      'xlocalhost',
      '127.0.0.1.example',
      '128.0.0.1',
      '.localhost',
      'a..localhost',
      'localhost..',
      'localhost!',
      '127.0.0',
      '127.0.0.1.1',
      '127.0.0.a',
      '127.0.0.1000',
      '1127.0.0.1',
      '::11',
      '1::1',
      '::2',
    ])
      assert.ok(!isLoopback(host), host);
  });
});

describe('a service that only this machine reaches', () => {
  const app = new Hono<Env>()
    .use(
      onlyOwnNames({
        publicUrl: 'https://link.example.com',
        sandboxUrl: 'https://providers.example.com:8443',
        internalUrl: 'http://10.0.0.1',
      }),
    )
    .get('/', (c) => c.text('here'));

  it('answers to its own names', async () => {
    for (const host of [
      'localhost',
      '127.0.0.1:8787',
      '[::1]',
      'link.example.com',
      'providers.example.com:1',
    ])
      assert.equal((await app.request(`http://${host}/`)).status, 200, host);
  });

  it('tells any other name what to do', async () => {
    for (const host of ['evil.example', '10.0.0.1', 'link.example.com.evil.example', 'x.link.example.com']) {
      const answer = await app.request(`http://${host}/`);
      assert.equal(answer.status, 421, host);
      const detail =
        'The name in Host is neither this machine nor that of PUBLIC_URL. Set PUBLIC_URL to the address that browsers use.';
      assert.deepEqual(await answer.json(), { detail });
    }
  });
});
