// The settings of signing in to the console, and where a key is accepted instead.
import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { takesKeysInConsole } from '../../src/server/exposure.js';
import { readSettings } from '../../src/server/settings.js';

const whole = {
  CONSOLE_OIDC_ISSUER: 'https://login.example.com',
  CONSOLE_OIDC_CLIENT_ID: 'console',
  CONSOLE_OIDC_CLIENT_SECRET: 'secret',
  CONSOLE_OIDC_ROLES: 'groups: Staff Members=view, svc/admins=own',
};
const production = { DATABASE_URL: 'postgres://db/svc', SVC_MASTER_KEY: '00'.repeat(32) };

describe('the settings of the console', () => {
  it('name a provider, and the role that each value of a claim gives', () => {
    const read = readSettings({ ...whole, PUBLIC_URL: 'https://link.example.com' }).console;
    assert.deepEqual(
      [read?.claim, [...(read?.roles ?? [])], read?.scopes, read?.orgId],
      [
        'groups',
        [
          ['Staff Members', 'view'],
          ['svc/admins', 'own'],
        ],
        'openid profile',
        undefined,
      ],
    );
    assert.equal(readSettings({}).console, undefined);
  });

  it('are complete or absent, and report what is wrong', () => {
    for (const [env, message] of [
      [
        { CONSOLE_OIDC_ISSUER: whole.CONSOLE_OIDC_ISSUER },
        /CONSOLE_OIDC_ISSUER needs CONSOLE_OIDC_CLIENT_ID, /,
      ],
      [{ ...whole, CONSOLE_OIDC_ISSUER: 'http://login.example.com' }, /is not an https address/],
      [{ ...whole, CONSOLE_OIDC_ISSUER: 'login' }, /is not an https address/],
      [{ ...whole, PUBLIC_URL: 'http://link.example.com', ...production }, /needs a PUBLIC_URL of https/],
      [{ ...whole, CONSOLE_OIDC_ROLES: 'groups' }, /such as "groups: staff=view, admins=own"/],
      [{ ...whole, CONSOLE_OIDC_ROLES: 'groups: a=view, b=root' }, /roles are view, operate, own/],
      [{ ...whole, CONSOLE_OIDC_ROLES: 'groups: a=view, a=own' }, /CONSOLE_OIDC_ROLES/],
      [{ ...whole, CONSOLE_OIDC_SCOPES: 'profile' }, /does not hold openid/],
      [{ ...whole, CONSOLE_OIDC_ORG: 'ours' }, /is not the id of an organization/],
    ] as const)
      assert.throws(() => readSettings(env), { name: 'BadSettings', message });
  });

  it('accept a key if nobody signs in and only this machine reaches the service', () => {
    const takes = (env: Record<string, string>) => takesKeysInConsole(readSettings(env));
    assert.equal(takes({}), true);
    assert.equal(takes({ HOST: '0.0.0.0' }), false);
    assert.equal(takes({ PUBLIC_URL: 'https://link.example.com' }), false);
    assert.equal(takes(production), true);
    assert.equal(takes({ ...production, HOST: '0.0.0.0' }), false);
    assert.equal(takes({ ...production, PUBLIC_URL: 'https://link.example.com' }), false);
    assert.equal(takes(whole), false);
  });
});
