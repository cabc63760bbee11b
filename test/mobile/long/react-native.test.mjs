// svc-link-react-native with the real packages: the content of the
// package, its types, and the result of its config plugin in Expo.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

  it('is packed with everything that it exports, and without its sources', () => {
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

  it('is used in the documentation as its types require', () => {
    const root = path.resolve(import.meta.dirname, '../../..');
    const blocksOf = (file) =>
      [...readFileSync(path.join(root, file), 'utf8').matchAll(/^ *```tsx\n([^]*?)^ *```$/gm)].map(
        ([, code]) => code,
      );
    const [hook, component, intent] = blocksOf('docs/mobile.md');
    const [button] = blocksOf('mobile/react-native/README.md');
    const isImport = /^import .*$/gm;
    // The variables that the pages assume, and a component around their code.
    const samples = {
      'screen.tsx': `${[hook, component].flatMap((code) => code.match(isImport)).join('\n')}
        declare const linkWebUrl: string, linkSessionId: string, redirectUrl: string;
        declare function post(path: string, body: object): Promise<void>;
        export function Screen() {
          ${hook.replace(isImport, '')}
          ${component.replace(isImport, '')}
        }`,
      'button.tsx': `${button}
        interface Made { link_web_url: string; link_session_id: string }
        declare function askServer(path: string, body?: object): Promise<Made>;
        export {};`,
      'intent.tsx': `${intent}
        declare const redirectUrl: string;`,
    };
    const { compilerOptions } = JSON.parse(
      readFileSync(path.join(import.meta.dirname, 'app/tsconfig.json'), 'utf8'),
    );
    const folder = path.join(app.folder, 'documented');
    mkdirSync(folder);
    for (const [name, text] of Object.entries(samples)) writeFileSync(path.join(folder, name), text);
    const files = Object.keys(samples);
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    assert.equal(compile(folder, '-p', 'tsconfig.json'), '');
  });

  it('has a plugin of the type that Expo accepts', () => {
    const plugin = 'node_modules/svc-link-react-native/app.plugin.js';
    const flags = ['--noEmit', '--checkJs', '--allowJs', '--strict', '--skipLibCheck', '--types', 'node'];
    const modules = ['--module', 'node20', '--maxNodeModuleJsDepth', '1'];
    cpSync(path.join(app.folder, plugin), path.join(app.folder, 'app.plugin.js'));
    assert.equal(compile(app.folder, ...flags, ...modules, '--ignoreConfig', 'app.plugin.js'), '');
  });

  describe('and Expo', () => {
    /** The app's config, after Expo has found the plugin by its name and called it. */
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
