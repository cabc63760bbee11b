// What the config plugin writes into an app's config. The tests in test/mobile/long use Expo itself.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, it } from 'vitest';

const plugin = createRequire(import.meta.url)('../../mobile/react-native/app.plugin.js');
const filter = {
  action: 'VIEW',
  category: ['BROWSABLE', 'DEFAULT'],
  data: [{ scheme: 'https', host: 'app.example.com', path: '/linked' }],
  autoVerify: true,
};

describe('the config plugin', () => {
  it('adds the domain of a redirect with https, once', () => {
    const app = {
      name: 'App',
      ios: { associatedDomains: ['applinks:other.example'], bundleIdentifier: 'a' },
    };
    const props = { redirectUrl: 'https://app.example.com/linked?from=app' };
    const once = plugin(app, { redirectUrl: 'https://app.example.com/linked' });
    assert.deepEqual(plugin(once, { redirectUrl: 'https://app.example.com/linked' }), once);
    assert.deepEqual(once, {
      name: 'App',
      ios: {
        associatedDomains: [
          'applinks:other.example',
          'applinks:app.example.com',
          'webcredentials:app.example.com',
        ],
        bundleIdentifier: 'a',
      },
      android: { intentFilters: [filter] },
    });
    assert.deepEqual(plugin(app, props), once);
  });

  it('adds the scheme of an app, once', () => {
    const redirectUrl = 'com.example.app:/linked';
    assert.deepEqual(plugin({ scheme: 'mine' }, { redirectUrl }), { scheme: ['mine', 'com.example.app'] });
    assert.deepEqual(plugin({ scheme: ['com.example.app'] }, { redirectUrl }), {
      scheme: ['com.example.app'],
    });
    assert.deepEqual(plugin({}, { redirectUrl }), { scheme: ['com.example.app'] });
  });

  it('writes scheme and host in lower case, as a browser asks for them', () => {
    const { ios, android } = plugin({}, { redirectUrl: 'HTTPS://App.Example.com/Linked' });
    assert.deepEqual(ios.associatedDomains, ['applinks:app.example.com', 'webcredentials:app.example.com']);
    assert.deepEqual(android.intentFilters[0].data, [
      { scheme: 'https', host: 'app.example.com', path: '/Linked' },
    ]);
    assert.deepEqual(plugin({}, { redirectUrl: 'com.Example.App:/linked' }), { scheme: ['com.example.app'] });
  });

  for (const redirectUrl of [
    undefined,
    '',
    'linked',
    'myapp:/linked',
    'http://127.0.0.1/',
    'https:///linked',
  ])
    it(`refuses ${redirectUrl ?? 'no address'}`, () =>
      assert.throws(
        () => plugin({}, redirectUrl === undefined ? undefined : { redirectUrl }),
        /redirectUrl/,
      ));
});
