// The files that `svc-link init` of the published package writes. With plain HTML, Express and Vite they are
// started and a provider is linked. The others are checked and compiled with their frameworks' packages.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { kinds } from '../../init/kinds.ts';
import { readProject } from '../../init/project.ts';
import { launchChromium, openProfile } from '../e2e/chromium.ts';
import { startService } from '../e2e/servers.ts';
import { assertOneExit, widgetOn } from '../e2e/widget.ts';
import { projects } from '../package/init-projects.mjs';
import { makeProject } from '../package/init-run.mjs';
import { comesBack } from './comes-back.mjs';
import { install, pack, serve } from './installed.mjs';

const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const versionOf = (...names) => Object.fromEntries(names.map((name) => [name, devDependencies[name]]));

/** Lit writes this in its development build, which a development server loads. */
const ofLit = /^Lit is in dev mode/;

const tsconfig = JSON.stringify({
  compilerOptions: {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['node'],
    jsx: 'react-jsx',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  },
  exclude: ['node_modules'],
});

describe('the files that svc-link init writes', { timeout: 300_000 }, () => {
  let folder, service, browser;

  beforeAll(async () => {
    [service, browser] = await Promise.all([startService(), launchChromium()]);
    folder = mkdtempSync(path.join(tmpdir(), 'svc-init-packed-'));
    install(folder, {
      ...versionOf('react', '@types/react', '@types/node', '@types/express', 'vite'),
      '@angular/core': '22.2.6',
      '@sveltejs/kit': '3.2.0',
      express: '5.3.0',
      h3: '1.15.11',
      rxjs: '7.8.2',
      svelte: '5.57.3',
      vue: '3.5.45',
      'svc-link': `file:${pack(folder)}`,
    });
  });
  afterAll(async () => {
    if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    await browser?.close();
    await service?.stop();
  });

  /** A project after `npx svc-link init`, with the packages of the parent folder. */
  async function begun(name) {
    const installed = path.join(folder, 'node_modules/svc-link');
    const project = makeProject(projects[name].files, { within: folder, installed });
    const { code, errors } = await project.init(['--base-url', service.service], {
      SVC_API_KEY: 'sk_sandbox_local',
    });
    assert.deepEqual([code, errors], [0, '']);
    return project;
  }

  /** The type checker's output for a project. */
  function check({ folder: cwd, write }) {
    write('tsconfig.json', tsconfig);
    const tsc = path.resolve('node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [tsc, '--pretty', 'false'], { cwd, encoding: 'utf8' });
    return stdout;
  }

  /** Builds a project with Vite, and checks that the page is in the output. */
  function builds(project) {
    const vite = path.join(folder, 'node_modules/vite/bin/vite.js');
    const { status, stderr } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: project.folder,
      encoding: 'utf8',
    });
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(project.read('dist/connect.html'), /<script type="module"[^>]* src="\/assets\/connect-/);
  }

  async function linksIn({ folder: cwd }, page, isVite) {
    const [server, profile] = await Promise.all([serve(cwd, 'start', isVite), openProfile(browser)]);
    try {
      const tab = await profile.newPage();
      const widget = widgetOn(tab);
      await tab.goto(server.url + page);
      await tab.getByRole('status').getByText('Choose what to connect.').waitFor();
      await comesBack(tab, profile);
      await widget.choose('Quartz Scale');
      await widget.signIn('ok@example.com');
      await widget.sees('Quartz Scale is connected');
      await tab.getByText('Connected: quartz_scale', { exact: true }).waitFor();
      assertOneExit(profile.events, 'success');
      assert.deepEqual(
        profile.complaints.filter((text) => !ofLit.test(text)),
        [],
      );
      // Another site gets no token, nor does a client that is not a browser.
      for (const headers of [{}, { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }]) {
        const { status } = await fetch(`${server.url}/api/link-token`, { method: 'POST', headers });
        assert.equal(status, 403);
      }
      // No address ends the server.
      for (const address of ['//', '/?%', page]) assert.ok((await fetch(server.url + address)).status < 500);
    } finally {
      await Promise.all([server.stop(), profile.close()]);
    }
  }

  it('link a provider in a page of plain HTML', async () => {
    await linksIn(await begun('html'), '/connect.html', false);
  });

  it('link a provider in an Express application, with the lines to add', async () => {
    const project = await begun('express');
    const [{ lines }] = kinds.express.additions(readProject(project.folder));
    const [importLine, , ...uses] = lines;
    const app = project.read('app.js');
    project.write(
      'app.js',
      `${importLine}\n${app.replace('express();\n', `express();\n${uses.join('\n')}\n`)}`,
    );

    await linksIn(project, '/connect.html', false);
  });

  it('compile in an Express application in TypeScript, with the lines to add', async () => {
    const project = await begun('express with TypeScript in src');
    const there = readProject(project.folder);
    assert.deepEqual(kinds.express.run(there), ['# start your application']);
    const [{ to, lines }] = kinds.express.additions(there);
    assert.equal(to, 'src/server.ts, before its other routes');
    const [importLine, , ...uses] = lines;
    // The application serves the page's folder already.
    assert.deepEqual(uses, ["app.post('/api/link-token', answerLinkToken);"]);
    project.write('src/server.ts', `${importLine}\n${project.read('src/server.ts')}${uses[0]}\n`);

    assert.equal(check(project), '');
  });

  it('link a provider in a Vite project', async () => {
    const project = await begun('vite');

    builds(project);
    await linksIn(project, '/connect.html', true);
  });

  it('link a provider in a Vite project with TypeScript and a configuration, and compile', async () => {
    const name = 'vite with TypeScript and a configuration';
    const project = await begun(name);
    const [{ to, lines }] = kinds.vite.additions(readProject(project.folder));
    const [importLine, , , plugin, , , build] = lines;
    const config = project.read(to).replace('plugins: [\n', `${build}\n  plugins: [\n${plugin}\n`);
    project.write(to, `${importLine}\n${config}`);

    assert.equal(check(project), '');
    builds(project);
    await linksIn(project, '/connect.html', true);
  });

  it('refuse a team’s own key until there is a login', async () => {
    const project = await begun('html');
    project.write('.env.local', 'SVC_API_KEY=sk_of_the_test\n');
    const server = await serve(project.folder, 'start', false);
    try {
      const headers = { 'sec-fetch-site': 'same-origin', origin: server.url };
      const { status } = await fetch(`${server.url}/api/link-token`, { method: 'POST', headers });
      assert.equal(status, 502);
    } finally {
      await server.stop();
    }
  });

  it('compile in Next.js', async () => {
    assert.equal(check(await begun('next')), '');
  });

  it('compile in React Router', async () => {
    assert.equal(check(await begun('react-router')), '');
  });

  it('compile in Angular', async () => {
    assert.equal(check(await begun('angular')), '');
  });

  it('compile in Nuxt’s server and in Vue', async () => {
    const project = await begun('nuxt');
    const names = ['createError', 'defineEventHandler', 'getHeader', 'getQuery'];
    project.write(
      'imports.d.ts',
      `export {};\ndeclare global {\n${names.map((name) => `const ${name}: (typeof import('h3'))['${name}'];`).join('\n')}\n}\n`,
    );
    assert.equal(check(project), '');

    const { parse, compileScript } = createRequire(path.join(folder, 'a.js'))('vue/compiler-sfc');
    const isCustomElement = (tag) => tag === 'svc-link';
    const { descriptor, errors } = parse(project.read('app/pages/connect.vue'), {
      templateParseOptions: { isCustomElement },
    });
    assert.deepEqual(errors, []);
    const { content } = compileScript(descriptor, { id: 'connect', inlineTemplate: true });
    assert.match(content, /_createElementVNode\("svc-link"/);
  });

  it('compile in SvelteKit and in Svelte', async () => {
    const project = await begun('sveltekit');
    // SvelteKit generates this file beside a route.
    project.write(
      'src/routes/api/link-token/$types.d.ts',
      "export type RequestHandler = import('@sveltejs/kit').RequestHandler<{}, '/api/link-token'>;\n",
    );
    assert.equal(check(project), '');

    const { compile } = createRequire(path.join(folder, 'a.js'))('svelte/compiler');
    const { warnings } = compile(project.read('src/routes/connect/+page.svelte'), {});
    assert.deepEqual(warnings, []);
  });
});
