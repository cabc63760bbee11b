// PROVIDERS and SANDBOX_PROVIDERS: valid settings, and reported mistakes.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { BadSettings, readSettings } from '../../src/server/settings.js';

const secretText = 'not-to-be-shown';

const read = (env: Record<string, string>) => readSettings(env).providers;
const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readSettings(env);
  } catch (error) {
    assert.ok(error instanceof BadSettings);
    assert.ok(!error.message.includes(secretText), error.message);
    return error.message.split('\n');
  }
  return [];
};
const problems = (providers: object | string, env: Record<string, string> = {}) =>
  problemsOf({ PROVIDERS: typeof providers === 'string' ? providers : JSON.stringify(providers), ...env });

describe('the fictional providers', () => {
  it('exist with the embedded database, and not with PostgreSQL', () => {
    assert.equal(read({}).fictional.size, 28);
    const postgres = { DATABASE_URL: 'postgres://db/svc', SVC_MASTER_KEY: 'ab'.repeat(32) };
    assert.equal(read(postgres).fictional.size, 0);
    assert.equal(read({ ...postgres, SANDBOX_PROVIDERS: '1' }).fictional.size, 28);
  });

  it('can be left out, or some of them', () => {
    assert.equal(read({ SANDBOX_PROVIDERS: '0' }).fictional.size, 0);
    assert.deepEqual(
      [...read({ SANDBOX_PROVIDERS: 'aurora_ring, zephyr_bed' }).fictional],
      ['aurora_ring', 'zephyr_bed'],
    );
    assert.match(
      problemsOf({ SANDBOX_PROVIDERS: 'aurora_ring,saturn_ring' }).join(),
      /not one of them: saturn_ring/,
    );
  });
});

describe('an application with a real provider', () => {
  it('is read from the text or from a file', () => {
    const text = JSON.stringify({
      polar: {
        client_id: 'id',
        client_secret: secretText,
        urls: { token: 'http://127.0.0.1:9000/token/' },
        notices: { secret: secretText },
      },
    });
    const expected = {
      client: { id: 'id', secret: secretText },
      enabled: true,
      where: { base: null, region: null },
      urls: { token: 'http://127.0.0.1:9000/token' },
      noticeSecret: secretText,
      subscribes: true,
    };
    assert.deepEqual(read({ PROVIDERS: text }).real.get('polar'), expected);
    const folder = mkdtempSync(join(tmpdir(), 'svc-providers-'));
    try {
      writeFileSync(join(folder, 'providers.json'), text);
      assert.deepEqual(read({ PROVIDERS: join(folder, 'providers.json') }).real.get('polar'), expected);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('may name other pages for help and passwords, or none', () => {
    const help_url = 'https://help.example/polar?lang=en#sign-in';
    const helpOf = (entry: object) => read({ PROVIDERS: JSON.stringify({ polar: entry }) }).real.get('polar');
    assert.deepEqual(helpOf({ help_url, forgot_url: null })?.help, { help_url, forgot_url: null });
    assert.deepEqual(helpOf({ help_url })?.help, { help_url });
    assert.deepEqual(
      problems({ polar: { help_url: 'http://127.0.0.1/help', forgot_url: 'javascript:alert(1)' } }),
      ['help_url', 'forgot_url'].map(
        (name) => `PROVIDERS: polar.${name} is neither an https address nor null`,
      ),
    );
  });

  it('subscribes to notices if the settings mention them', () => {
    const subscribes = (notices: unknown) =>
      read({ PROVIDERS: JSON.stringify({ oura: { notices } }) }).real.get('oura')?.subscribes;
    assert.deepEqual([true, {}, false, undefined].map(subscribes), [true, true, undefined, undefined]);
    assert.deepEqual(problems({ oura: { notices: 'yes' } }), [
      'PROVIDERS: oura.notices is neither true, false nor an object',
    ]);
  });

  it('may have its secret in a variable', () => {
    const PROVIDERS = JSON.stringify({ polar: { client_id: 'id', client_secret_env: 'POLAR_SECRET' } });
    assert.deepEqual(read({ PROVIDERS, POLAR_SECRET: secretText }).real.get('polar')?.client, {
      id: 'id',
      secret: secretText,
    });
    assert.deepEqual(problemsOf({ PROVIDERS }), [
      'PROVIDERS: polar.client_secret_env does not name a variable that is set',
    ]);
  });

  it('has a further key if the provider needs one, and only then', () => {
    const both = { client_id: 'id', client_secret: secretText };
    const PROVIDERS = JSON.stringify({ suunto: { ...both, api_key_env: 'SUUNTO_KEY' } });
    assert.deepEqual(read({ PROVIDERS, SUUNTO_KEY: 'key' }).real.get('suunto')?.client, {
      id: 'id',
      secret: secretText,
      apiKey: 'key',
    });
    assert.deepEqual(problemsOf({ PROVIDERS }), [
      'PROVIDERS: suunto.api_key_env does not name a variable that is set',
    ]);
    assert.deepEqual(problems({ suunto: both }), [
      'PROVIDERS: suunto.api_key is missing; or name the variable that holds it in api_key_env',
    ]);
    assert.deepEqual(problems({ suunto: { ...both, api_key: 7, client_secret: '' } }), [
      'PROVIDERS: suunto.client_secret is not a text',
      'PROVIDERS: suunto.api_key is not a text',
    ]);
    assert.deepEqual(problems({ suunto: { api_key: secretText } }), [
      'PROVIDERS: suunto.client_id is missing',
    ]);
    assert.deepEqual(problems({ polar: { ...both, api_key: secretText } }), [
      'PROVIDERS: polar.api_key makes no difference to this provider',
    ]);
  });

  it('is reported with all its mistakes at once, and no secret', () => {
    assert.deepEqual(
      problems({
        polar: {
          client_id: '',
          client_secret: secretText,
          client_secret_env: 'X',
          enabled: 'yes',
          region: 'mars',
          base: 'https://fhir.example',
          urls: { tokens: 'https://a.example', api: 'http://api.example', token: 'ftp://x', revoke: 7 },
          notices: { secret: '', key: secretText },
          colour: secretText,
        },
        saturn: {},
      }).map((line) => line.replace(/ is none of .*/, ' is none of …')),
      [
        'PROVIDERS: polar.colour is none of …',
        'PROVIDERS: polar.enabled is neither true nor false',
        'PROVIDERS: polar.region makes no difference to this provider',
        'PROVIDERS: polar.base makes no difference to this provider: use urls',
        'PROVIDERS: polar.client_secret and client_secret_env are both there: leave one out',
        'PROVIDERS: polar.client_id is not a text',
        'PROVIDERS: polar.urls.tokens is none of …',
        'PROVIDERS: polar.urls.token is not an https address; http is allowed for this machine only',
        'PROVIDERS: polar.urls.revoke is not an https address; http is allowed for this machine only',
        'PROVIDERS: polar.urls.api is not an https address; http is allowed for this machine only',
        'PROVIDERS: polar.notices.key is none of …',
        'PROVIDERS: polar.notices.secret is not a text',
        'PROVIDERS: saturn is none of …',
      ],
    );
  });

  it('needs both its id and its secret', () => {
    assert.deepEqual(problems({ polar: { client_id: 'id' } }), [
      'PROVIDERS: polar.client_secret is missing; or name the variable that holds it in client_secret_env',
    ]);
    assert.deepEqual(problems({ polar: { client_secret: secretText } }), [
      'PROVIDERS: polar.client_id is missing',
    ]);
  });

  it('is refused as a whole if it cannot be read, without being quoted', () => {
    for (const text of [`{"polar": "${secretText}`, '{', '[]'])
      assert.match(problems(text).join(), /^PROVIDERS is (?:not a JSON object|neither a JSON object)/);
    assert.match(problems('/no/such/file.json').join(), /nor the path of a file that can be read/);
  });
});

describe('a provider with passwords', () => {
  const named = { client_id: 'id', client_version: '4.16.0' };

  it('is off unless it is turned on, and then must name the app', () => {
    const real = (librelinkup: object) => read({ PROVIDERS: JSON.stringify({ librelinkup }) }).real;
    assert.equal(real(named).get('librelinkup')?.enabled, false);
    const said = real({ ...named, enabled: true }).get('librelinkup');
    assert.deepEqual([said?.enabled, said?.client], [true, { id: 'id', secret: '', version: '4.16.0' }]);
    assert.deepEqual(problems({ librelinkup: { enabled: true } }), [
      'PROVIDERS: librelinkup.client_id is missing: what the interface knows the app by that is asked for',
    ]);
    assert.deepEqual(problems({ librelinkup: { ...named, client_version: undefined, enabled: true } }), [
      'PROVIDERS: librelinkup.client_version is missing',
    ]);
    assert.deepEqual(problems({ librelinkup: { ...named, client_version: 4, client_secret: secretText } }), [
      'PROVIDERS: librelinkup.client_secret makes no difference to this provider',
      'PROVIDERS: librelinkup.client_version is not a text',
    ]);
    assert.deepEqual(problems({ polar: { client_version: '1' } }), [
      'PROVIDERS: polar.client_version makes no difference to this provider',
    ]);
  });

  it('may have a secret of the app, in a variable', () => {
    const PROVIDERS = JSON.stringify({
      eight_sleep: { enabled: true, client_id: 'id', client_secret_env: 'SECRET' },
    });
    assert.deepEqual(read({ PROVIDERS, SECRET: secretText }).real.get('eight_sleep')?.client, {
      id: 'id',
      secret: secretText,
    });
    assert.deepEqual(problems({ eight_sleep: { enabled: true, client_id: 'id' } }), [
      'PROVIDERS: eight_sleep.client_secret is missing; or name the variable that holds it in client_secret_env',
    ]);
  });
});
