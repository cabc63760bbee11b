// The published package in empty projects: plain Node, TypeScript with both
// kinds of module resolution, a page built with Vite, and React on a server.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { build } from 'vite';
import { install, pack } from './installed.mjs';

const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

const inNode = `
import { SvcLink } from 'svc-link';
import { createClient } from 'svc-link/client';
import { createLinkToken } from 'svc-link/contract';
import { tag } from 'svc-link/locales/pt-br';
import { drive } from 'svc-link/testing';
import { verifyWebhook } from 'svc-link/webhooks';
import manifest from 'svc-link/custom-elements.json' with { type: 'json' };
console.log(JSON.stringify([
  ...[SvcLink, createClient, drive, verifyWebhook].map((value) => typeof value),
  createLinkToken.path, tag, manifest.modules.length > 0, typeof document,
  typeof globalThis.customElements?.get('svc-link'),
]));`;

const onServer = `
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { SvcLink } from 'svc-link/react';
console.log(renderToString(createElement(SvcLink, { className: 'wide', linkToken: 'lt' })));`;

const compilerOptions = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  jsx: 'react-jsx',
  strict: true,
  noEmit: true,
  skipLibCheck: false,
};

describe('the published package', { timeout: 240_000 }, () => {
  let packed, tarball;
  beforeAll(() => {
    packed = mkdtempSync(path.join(tmpdir(), 'svc-packed-'));
    tarball = pack(packed);
  });
  afterAll(() => rmSync(packed, { recursive: true, force: true }));

  /** A project with the package and these other packages. */
  function project(packages) {
    const folder = mkdtempSync(path.join(packed, 'project-'));
    const write = (name, text) => writeFileSync(path.join(folder, name), text);
    install(folder, { ...packages, 'svc-link': `file:${tarball}` });
    const run = (...args) => {
      const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
      assert.equal(status, 0, `${stdout}\n${stderr}`);
      return stdout.trim();
    };
    return { folder, write, run };
  }

  it('needs neither React nor a browser in Node, and its class entry registers nothing', () => {
    const { write, run } = project({});
    write('node.mjs', inNode);

    assert.deepEqual(JSON.parse(run('node.mjs')), [
      ...['function', 'function', 'function', 'function'],
      ...['/v2/link/token', 'pt-BR', true, 'undefined', 'undefined'],
    ]);
  });

  for (const [react, packages, checks] of [
    [
      'the React of this repository',
      Object.fromEntries(['react', 'react-dom', '@types/react'].map((name) => [name, devDependencies[name]])),
      [
        ['typescript-7', 'nodenext', 'nodenext'],
        ['typescript', 'esnext', 'bundler'],
      ],
    ],
    [
      'React 18',
      { react: '18', 'react-dom': '18', '@types/react': '18' },
      [['typescript-7', 'esnext', 'bundler']],
    ],
  ])
    describe(`with ${react}`, () => {
      let made;
      beforeAll(() => {
        made = project(packages);
        mkdirSync(path.join(made.folder, 'src'));
        for (const file of ['element.ts', 'react.tsx'])
          cpSync(path.join('test/types', file), path.join(made.folder, 'src', file));
      });

      it('renders its tag on a server', () => {
        made.write('server.mjs', onServer);
        assert.equal(made.run('server.mjs'), '<svc-link class="wide"></svc-link>');
      });

      for (const [compiler, module, moduleResolution] of checks)
        it(`has types that ${compiler} finds by ${moduleResolution}`, () => {
          const options = { ...compilerOptions, module, moduleResolution };
          made.write('tsconfig.json', JSON.stringify({ compilerOptions: options, include: ['src'] }));
          made.run(path.resolve('node_modules', compiler, 'bin/tsc'), '-p', made.folder);
        });

      it('is built into a page by Vite', async () => {
        made.write('index.html', '<script type="module" src="src/element.ts"></script><svc-link></svc-link>');
        made.write('react.html', '<script type="module" src="src/react.tsx"></script>');
        const input = ['index.html', 'react.html'].map((name) => path.join(made.folder, name));
        await build({
          root: made.folder,
          configFile: false,
          logLevel: 'error',
          build: { rolldownOptions: { input } },
        });
      });
    });
});
