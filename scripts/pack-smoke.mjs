// Packs the package, installs the tarball into blank projects and uses it as a stranger would: plain Node without
// React, TypeScript in both ways of finding modules, a page built with Vite, and React on a server.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const dir = mkdtempSync(path.join(tmpdir(), 'svc-link-pack-'));
const { devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

const npm = (args, cwd) =>
  execFileSync('npm', args, { cwd, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });
const node = (...args) => execFileSync(process.execPath, args, { cwd: dir, stdio: 'inherit' });
const write = (name, text) => writeFileSync(path.join(dir, name), text);
const install = (...packages) =>
  npm(['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], dir);

const inNode = `
import { SvcLink } from 'svc-link';
import { createClient } from 'svc-link/client';
import { createLinkToken } from 'svc-link/contract';
import { tag } from 'svc-link/locales/pt-br';
import { drive } from 'svc-link/testing';
import { verifyWebhook } from 'svc-link/webhooks';
import manifest from 'svc-link/custom-elements.json' with { type: 'json' };
for (const value of [SvcLink, createClient, drive, verifyWebhook]) if (typeof value !== 'function') throw new Error('exports');
if (createLinkToken.path !== '/v2/link/token' || tag !== 'pt-BR') throw new Error('values');
if (!manifest.modules.length || typeof document !== 'undefined') throw new Error('environment');
if (globalThis.customElements?.get('svc-link')) throw new Error('the class entry registers');`;

const onServer = `
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { SvcLink } from 'svc-link/react';
const html = renderToString(createElement(SvcLink, { className: 'wide', linkToken: 'lt' }));
if (html !== '<svc-link class="wide"></svc-link>') throw new Error(html);`;

const compilerOptions = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  jsx: 'react-jsx',
  strict: true,
  noEmit: true,
  skipLibCheck: false,
};

try {
  const [{ filename, entryCount, size }] = JSON.parse(
    npm(['pack', '--json', '--ignore-scripts', '--pack-destination', dir], root),
  );
  console.log(`${filename}: ${entryCount} files, ${(size / 1000).toFixed(1)} kB`);

  write('package.json', '{"private":true,"type":"module"}');
  install('--omit=peer', path.join(dir, filename));
  write('node.mjs', inNode);
  node('node.mjs');
  console.log('✓ Node');

  install(...['react', 'react-dom', '@types/react'].map((name) => `${name}@${devDependencies[name]}`));
  write('server.mjs', onServer);
  node('server.mjs');
  console.log('✓ React on a server');

  mkdirSync(path.join(dir, 'src'));
  for (const file of ['element.ts', 'react.tsx'])
    cpSync(path.join(root, 'test/types', file), path.join(dir, 'src', file));
  const checkTypes = (compiler, module, moduleResolution) => {
    const options = { ...compilerOptions, module, moduleResolution };
    write('tsconfig.json', JSON.stringify({ compilerOptions: options, include: ['src'] }));
    node(path.join(root, 'node_modules', compiler, 'bin/tsc'), '-p', dir);
    console.log(`✓ ${compiler}, ${moduleResolution}`);
  };
  checkTypes('typescript-7', 'nodenext', 'nodenext');
  checkTypes('typescript', 'esnext', 'bundler');

  write('index.html', '<script type="module" src="src/element.ts"></script><svc-link></svc-link>');
  write('react.html', '<script type="module" src="src/react.tsx"></script>');
  await build({
    root: dir,
    configFile: false,
    logLevel: 'error',
    build: { rolldownOptions: { input: ['index.html', 'react.html'].map((name) => path.join(dir, name)) } },
  });
  console.log('✓ Vite');

  install('react@18', 'react-dom@18', '@types/react@18');
  node('server.mjs');
  checkTypes('typescript-7', 'esnext', 'bundler');
  console.log('✓ React 18');
} finally {
  rmSync(dir, { recursive: true, force: true });
}
