// svc-link-react-native with the real packages: what is packed, its types, and what Expo makes of its config plugin.
import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { compile, installApp } from './installed.mjs';

describe('svc-link-react-native', () => {
  let app, require;
  beforeAll(() => {
    app = installApp();
    require = createRequire(path.join(app.folder, 'index.js'));
  });
  afterAll(() => app?.remove());

  it('is packed with all that it exports, and without its sources', () => {
    const { exports } = require('svc-link-react-native/package.json');
    const named = Object.values(exports).flatMap((entry) =>
      typeof entry === 'string' ? [entry] : Object.values(entry),
    );
    for (const file of named) assert.ok(app.packed.includes(file.replace('./', '')), file);
    assert.deepEqual(
      app.packed.filter((file) => /^src\/|tsconfig/.test(file)),
      [],
    );
  });

  it('has the types of an app', () => {
    cpSync(path.join(import.meta.dirname, 'app'), path.join(app.folder, 'app'), { recursive: true });
    assert.equal(compile(path.join(app.folder, 'app'), '-p', 'tsconfig.json'), '');
  });

  it('has a plugin of the type that Expo takes', () => {
    const plugin = 'node_modules/svc-link-react-native/app.plugin.js';
    const flags = ['--noEmit', '--checkJs', '--allowJs', '--strict', '--skipLibCheck', '--types', 'node'];
    const modules = ['--module', 'node20', '--maxNodeModuleJsDepth', '1'];
    cpSync(path.join(app.folder, plugin), path.join(app.folder, 'app.plugin.js'));
    assert.equal(compile(app.folder, ...flags, ...modules, '--ignoreConfig', 'app.plugin.js'), '');
  });

  describe('and Expo', () => {
    /** The app's config, once Expo has found the plugin by its name and called it. */
    const configured = (redirectUrl) =>
      require('@expo/config-plugins').withStaticPlugin(
        { name: 'App', slug: 'app' },
        { plugin: ['svc-link-react-native', { redirectUrl }], projectRoot: app.folder },
      );
    const manifest = () => ({
      manifest: {
        application: [
          {
            $: { 'android:name': '.MainApplication' },
            activity: [
              {
                $: { 'android:name': '.MainActivity', 'android:launchMode': 'singleTask' },
                'intent-filter': [],
              },
            ],
          },
        ],
      },
    });
    const filtersOf = ({ manifest: { application } }) => application[0].activity[0]['intent-filter'];

    it('write the domain of a redirect with https into the projects', () => {
      const { AndroidConfig, IOSConfig } = require('@expo/config-plugins');
      const config = configured('https://app.example.com/linked');
      assert.deepEqual(IOSConfig.Entitlements.setAssociatedDomains(config, {}), {
        'com.apple.developer.associated-domains': [
          'applinks:app.example.com',
          'webcredentials:app.example.com',
        ],
      });
      const [filter] = filtersOf(AndroidConfig.IntentFilters.setAndroidIntentFilters(config, manifest()));
      assert.equal(filter.$['android:autoVerify'], 'true');
      assert.deepEqual(filter.data, [
        {
          $: { 'android:scheme': 'https', 'android:host': 'app.example.com', 'android:path': '/linked' },
        },
      ]);
    });

    it("write an app's scheme into the projects", () => {
      const { AndroidConfig, IOSConfig } = require('@expo/config-plugins');
      const config = configured('com.example.app:/linked');
      const [types] = IOSConfig.Scheme.setScheme(config, {}).CFBundleURLTypes;
      assert.ok(types.CFBundleURLSchemes.includes('com.example.app'));
      const [filter] = filtersOf(AndroidConfig.Scheme.setScheme(config, manifest()));
      assert.deepEqual(filter.data, [{ $: { 'android:scheme': 'com.example.app' } }]);
    });
  });
});
