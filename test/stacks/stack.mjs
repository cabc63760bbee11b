// One example of a framework with its own server, as its README describes it: installed in its own folder,
// its types checked, built, started as in production, and used to link a provider with the real service.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { launchChromium, openProfile } from '../e2e/chromium.ts';
import { freePort, startService } from '../e2e/servers.ts';
import { assertOneExit, widgetOn } from '../e2e/widget.ts';
import { comesBack } from '../examples/comes-back.mjs';
import { copyExample, pack } from '../examples/installed.mjs';
import { startProgram } from '../examples/program.mjs';
import { watchLooks } from './looks.mjs';

const silent = {
  NO_COLOR: '1',
  npm_config_loglevel: 'error',
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  NG_CLI_ANALYTICS: 'false',
};

/** The newest frameworks require a newer Node than the package does. npm has Node as a package. */
function environmentFor({ engines }) {
  // Vitest's mode must not become the build's.
  const env = { ...process.env, ...silent };
  for (const name of ['NODE_ENV', 'VITEST', 'FORCE_COLOR']) delete env[name];
  if (engines.node.startsWith('>=20') || Number.parseInt(process.versions.node) >= 22) return env;
  const args = ['--yes', '--package', 'node@22', 'node', '-p', 'process.execPath'];
  const node = execFileSync('npx', args, { env, encoding: 'utf8' }).trim();
  return { ...env, PATH: [path.dirname(node), env.PATH].join(path.delimiter) };
}

/** Installs an example as `npm install` in it would, with the package as it is published. */
function installStack(name, service) {
  const folder = mkdtempSync(path.join(tmpdir(), `svc-${name}-`));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  copyExample(name, folder, service);
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  manifest.dependencies['svc-link'] = `file:${pack(folder)}`;
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  const env = environmentFor(manifest);
  const run = (...args) => {
    const { status, stdout, stderr } = spawnSync('npm', args, {
      cwd: folder,
      env,
      encoding: 'utf8',
      timeout: 240_000,
    });
    return { status, said: stdout + stderr };
  };
  const installed = run('install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts');
  if (installed.status !== 0) {
    remove();
    throw new Error(installed.said);
  }
  return {
    remove,
    script: (script) => run('run', script),
    /** Runs the example with a text in one of its files replaced, and then restores the file. */
    with({ file, from, to }, act) {
      const where = path.join(folder, file);
      const written = readFileSync(where, 'utf8');
      assert.ok(written.includes(from), `${file} has no ${from}`);
      writeFileSync(where, written.replace(from, to));
      try {
        return act();
      } finally {
        writeFileSync(where, written);
      }
    },
    async serve() {
      const port = await freePort();
      const url = `http://localhost:${port}`;
      const { stop } = await startProgram('npm', ['start'], {
        cwd: folder,
        env: { ...env, PORT: String(port) },
        ready: `:${port}`,
      });
      return { url, stop };
    },
  };
}

/**
 * The tests of one example. `mistakes` are texts that its type check has to refuse, each with a part
 * of the error in `says`. `copies` are its files that `svc-link init` writes, each with its template.
 */
export function describeStack(name, { mistakes, copies }) {
  describe(`the example of ${name}`, { timeout: 300_000 }, () => {
    let service, browser, stack, server, profile, page;

    beforeAll(async () => {
      [service, browser] = await Promise.all([startService(), launchChromium()]);
      stack = installStack(name, service.service);
      const { status, said } = stack.script('build');
      assert.equal(status, 0, said);
      // What bundlers say of code for the server that they put into the script for browsers.
      assert.doesNotMatch(said, /externalized for browser/);
      server = await stack.serve();
    });
    afterAll(async () => {
      await server?.stop();
      stack?.remove();
      await browser?.close();
      await service?.stop();
    });
    beforeEach(async () => {
      profile = await openProfile(browser);
      page = await profile.newPage();
    });
    afterEach(() => profile.close());

    it('renders the element on its server', async () => {
      const html = await (await fetch(server.url)).text();
      assert.equal(html.match(/<svc-link[^>]*>/g)?.length, 1);
      assert.match(html, /<svc-link[^>]*>(?:<!--.*?-->)*<template shadowrootmode="open"><style>/);
      assert.match(html, /Choose what to connect\./);
      // No property that is a function is written as an attribute.
      assert.doesNotMatch(html.match(/<svc-link[^>]*>/)[0], /provider/i);
    });

    it('links a provider without a message on the console', async () => {
      const said = [];
      profile.context.on('console', (message) => said.push(message.text()));
      const widget = widgetOn(page);

      await page.goto(server.url);
      await widget.sees('Choose a device or app');
      await page.getByRole('status').getByText('Choose what to connect.').waitFor();
      await comesBack(page, profile);
      await widget.choose('Quartz Scale');
      await widget.signIn('ok@example.com');
      await widget.sees('Quartz Scale is connected');
      await page.getByText('Connected: quartz_scale', { exact: true }).waitFor();

      assertOneExit(profile.events, 'success');
      assert.equal(profile.events.filter(({ name }) => name === 'svc-success').length, 1);
      assert.deepEqual([said, profile.complaints], [[], []]);
    });

    it('shows the widget before its scripts load, moves nothing, and shows nothing without its styles', async () => {
      const looks = await watchLooks(page);

      await page.goto(server.url, { waitUntil: 'commit' });
      await widgetOn(page).sees('Choose a device or app');

      assert.deepEqual(await looks.seen(), {
        scriptsAfterFirstPaint: true,
        drawnAtFirstPaint: true,
        shifts: [],
        pages: ['1.75rem of system-ui'],
        widgets: ['flex'],
      });
    });

    it('gives the page a token and never the key, and gives another site nothing', async () => {
      const asked = page.waitForResponse(/\/api\/link-token/);
      await page.goto(server.url);
      const answer = await (await asked).text();
      assert.match(answer, /"link_token":/);
      assert.doesNotMatch(answer, /sk_/);

      for (const headers of [{}, { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }]) {
        const { status } = await fetch(`${server.url}/api/link-token`, { method: 'POST', headers });
        assert.equal(status, 403);
      }
    });

    it('has no key in the files that a browser loads', async () => {
      const loaded = [];
      page.on('response', (response) => {
        if (response.url().startsWith(server.url)) loaded.push(response);
      });
      await page.goto(server.url);
      await widgetOn(page).sees('Choose a device or app');
      for (const response of loaded) assert.doesNotMatch(await response.text(), /sk_sandbox/);
    });

    it('has types that compile', () => {
      const { status, said } = stack.script('typecheck');
      assert.equal(status, 0, said);
    });

    for (const { says, ...mistake } of mistakes)
      it(`has types that refuse ${mistake.to}`, () => {
        const { status, said } = stack.with(mistake, () => stack.script('typecheck'));
        assert.notEqual(status, 0);
        assert.match(said, says);
      });

    for (const [file, template] of Object.entries(copies))
      it(`has the same ${file} as svc-link init writes`, () => {
        assert.equal(
          readFileSync(`examples/${name}/${file}`, 'utf8'),
          readFileSync(`init/templates/${template}`, 'utf8'),
        );
      });

    it('is started as its README says, and looks as the other examples do', () => {
      const readme = readFileSync(`examples/${name}/README.md`, 'utf8');
      assert.match(readme, /```sh\nnpm install\nnpm run build\nnpm start\n```/);
      assert.match(readme, /`npm ci` and `npm start` at the root of the repository/);
    });
  });
}
