// How a page's own tools see the published files: source maps lead to our sources, and a bundle
// that uses nothing contains nothing. Also, our own bundles contain nothing that is for servers.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { describe, it } from 'vitest';
import { build } from 'vite';

const scripts = readdirSync('dist', { recursive: true })
  .filter((name) => name.endsWith('.js'))
  .map((name) => path.join('dist', name));

describe('source maps', () => {
  it('are beside every script, and name sources that exist and are ours', () => {
    assert.ok(scripts.length > 100);
    for (const script of scripts) {
      const code = readFileSync(script, 'utf8');
      // A script that only re-exports other files has nothing to map.
      const statements = code.replace(/^(?:(?:import|export)\b[^;]*;|"use client";|\/\/.*)$/gm, '').trim();
      if (statements === '' && !existsSync(`${script}.map`)) continue;
      // This file is the bundler's own.
      if (path.basename(script).startsWith('rolldown-runtime-')) continue;
      const [, url] = /\n\/\/# sourceMappingURL=(.*)\s*$/.exec(code) ?? [];
      assert.equal(url, `${path.basename(script)}.map`, script);
      const { sources, sourcesContent } = JSON.parse(readFileSync(`${script}.map`, 'utf8'));
      assert.ok(sources.length > 0, script);
      sources.forEach((source, index) => {
        const file = path.join(path.dirname(script), source);
        if (file.includes('\0') || /vite\/preload-helper|rolldown\/runtime/.test(source)) return;
        assert.ok(existsSync(file), `${script}: ${source}`);
        // The sources are not published, so the map contains their text.
        assert.ok(sourcesContent[index], `${script}: ${source} without its text`);
      });
    }
  });

  for (const [script, words, file] of [
    ['dist/cdn/svc-link.js', 'Getting things ready', /src\/messages\/en-first\.ts$/],
    ['dist/client/user-calls.js', 'createUser:', /src\/client\/user-calls\.ts$/],
    ['dist/react/events.js', 'svc-expiring', /src\/react\/events\.ts$/],
  ])
    it(`of ${script} lead to the line with ${words}`, () => {
      const map = new SourceMap(JSON.parse(readFileSync(`${script}.map`, 'utf8')));
      const lines = readFileSync(script, 'utf8').split('\n');
      const line = lines.findIndex((text) => text.includes(words));
      const entry = map.findEntry(line, lines[line].indexOf(words));

      assert.match(entry.originalSource, file);
      const source = path.join(path.dirname(script), entry.originalSource);
      assert.ok(readFileSync(source, 'utf8').split('\n')[entry.originalLine].includes(words));
    });
});

describe('the bundles for browsers', () => {
  // The bundles' subset of zod lacks functions that these schemas need, and the bundler turns a missing import into undefined.
  it('have no schema that only servers need', () => {
    // The first line of these files says that they are for servers only.
    const forServers = readdirSync('src/contract').filter((name) =>
      /^\/\/ For servers (?:and tests )?only/.test(readFileSync(`src/contract/${name}`, 'utf8')),
    );
    assert.ok(forServers.length > 5);
    const bundled = scripts.filter(
      (name) => /^dist\/(?:cdn|hosted)\//.test(name) && existsSync(`${name}.map`),
    );
    const sources = bundled.flatMap((name) => JSON.parse(readFileSync(`${name}.map`, 'utf8')).sources);
    assert.ok(sources.some((source) => source.endsWith('contract/link-session.ts')));
    assert.deepEqual(
      sources.filter((source) => forServers.some((name) => source.endsWith(`contract/${name}`))),
      [],
    );
  });
});

describe('an application that uses nothing of the package', () => {
  /** The output of a bundler for this code. */
  async function bundle(code) {
    const entry = 'virtual:app';
    const app = {
      name: 'app',
      resolveId: (id) => (id === entry ? id : null),
      load: (id) => (id === entry ? code : null),
    };
    const [{ output }] = [
      await build({
        configFile: false,
        logLevel: 'silent',
        plugins: [app],
        build: { write: false, minify: false, target: 'es2022', rolldownOptions: { input: entry } },
      }),
    ].flat();
    return output.map((chunk) => chunk.code ?? '').join('\n');
  }

  for (const entry of [
    'svc-link',
    'svc-link/client',
    'svc-link/contract',
    'svc-link/webhooks',
    'svc-link/testing',
    'svc-link/react',
    'svc-link/server',
  ])
    it(`contains nothing of ${entry}`, async () => {
      const code = await bundle(
        `import * as unused from '${entry}'; import '${entry}'; console.log('kept');`,
      );
      assert.match(code, /console\.log\(["']kept["']\)/);
      assert.ok(code.length < 400, `${code.length} characters:\n${code.slice(0, 400)}`);
    });

  it('contains no skeleton if a page’s own code renders one, because the server does that', async () => {
    const code = await bundle(
      "import { renderSkeleton } from 'svc-link/server'; console.log('kept', renderSkeleton({ locale: 'de' }));",
    );
    assert.match(code, /kept/);
    assert.ok(code.length < 400, code.slice(0, 400));
  });

  it('contains the element if it imports svc-link/define', async () => {
    const code = await bundle("import 'svc-link/define';");
    assert.match(code, /customElements\.define\(["']svc-link["']/);
  });
});
