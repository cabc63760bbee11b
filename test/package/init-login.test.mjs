// The token endpoints that `svc-link init` writes, before there is a login in them: whom they serve, and what they say.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { startService } from '../e2e/servers.ts';
import { projects } from './init-projects.mjs';
import { makeProject } from './init-run.mjs';

const ownKey = `sk_${randomBytes(24).toString('hex')}`;

const endings = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** Starts the server of a project as init says, and asks it for a token. `said` is what it printed meanwhile. */
async function ask({ folder }, env = {}) {
  // The tests' own values must not become the project's.
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name !== 'NODE_ENV' && name !== 'SVC_API_KEY'),
  );
  const child = spawn(process.execPath, ['server.mjs'], {
    cwd: folder,
    env: { ...inherited, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (said += text));
  const [text] = await once(child.stdout.setEncoding('utf8'), 'data');
  const { origin } = new URL(/http:\S+/.exec(text)[0]);
  const headers = { 'sec-fetch-site': 'same-origin', origin };
  const { status } = await fetch(`${origin}/api/link-token`, { method: 'POST', headers });
  child.kill();
  await closed;
  return { status, said };
}

describe('the token endpoint of svc-link init, before there is a login', () => {
  let service;
  beforeAll(async () => {
    service = await startService('', { SVC_API_KEY: ownKey });
  });
  afterAll(() => service?.stop());

  async function begun(key) {
    const project = makeProject(projects.html.files);
    endings.push(() => project.remove());
    mkdirSync(path.join(project.folder, 'node_modules'));
    symlinkSync(process.cwd(), path.join(project.folder, 'node_modules/svc-link'));
    const { code } = await project.init(['--base-url', service.service], { SVC_API_KEY: key });
    assert.equal(code, 0);
    // A free port of the machine, which the server prints.
    const server = project
      .read('server.mjs')
      .replace('localhost:${port}', 'localhost:${server.address().port}');
    project.write('server.mjs', server);
    return project;
  }

  it('serves the first run with a key of the team', async () => {
    const project = await begun(ownKey);

    assert.match(
      project.read('.env.local'),
      /^SVC_API_KEY=sk_\w+\n# [^\n]*signedIn[^\n]*\nNODE_ENV=development\n$/,
    );
    assert.deepEqual(await ask(project), { status: 200, said: '' });
  });

  it('says that the key is wrong, before it asks for a login', async () => {
    const { status, said } = await ask(await begun('sk_mistyped'));

    assert.equal(status, 502);
    assert.match(said, /The API key is unknown/);
    assert.doesNotMatch(said, /signedIn/);
  });

  it('serves nobody in production, and says what to change and where', async () => {
    const project = await begun(ownKey);
    const { status, said } = await ask(project, { NODE_ENV: 'production' });
    assert.equal(status, 502);
    assert.match(
      said,
      /^link-token\.mjs: put your login into signedIn\(\)\. [^\n]*NODE_ENV=development in \.env\.local/,
    );

    // As in production, where there is no such file and nobody may have set NODE_ENV.
    project.write('.env.local', '');
    assert.equal((await ask(project, { SVC_API_KEY: ownKey })).status, 502);
  });

  it('says where the key belongs if there is none', async () => {
    const project = await begun(ownKey);
    project.write('.env.local', 'SVC_API_KEY=\n');

    const { status, said } = await ask(project);

    assert.equal(status, 502);
    assert.match(said, /put SVC_API_KEY into \.env\.local/);
  });

  it('leaves NODE_ENV to the servers that set it', async () => {
    const says = async (name) => {
      const project = makeProject(projects[name].files);
      endings.push(() => project.remove());
      await project.init([], { SVC_API_KEY: ownKey });
      return project.read('.env.local').includes('NODE_ENV=development');
    };
    for (const name of ['next', 'react-router', 'vite', 'angular with a server of its own'])
      assert.equal(await says(name), false, name);
    for (const name of ['express', 'angular']) assert.equal(await says(name), true, name);
  });

  it('serves the same in each framework', () => {
    const conditions = [
      'node/link-token.mjs',
      'next/route.ts',
      'nuxt/link-token.post.ts',
      'sveltekit/+server.ts',
      'astro/link-token.ts',
      'react-router/api.link-token.ts',
    ]
      .map((name) => readFileSync(`init/templates/${name}`, 'utf8'))
      .map((text) => /const servesOneVisitor = .*\n/.exec(text)?.[0]);
    assert.deepEqual(
      new Set(conditions),
      new Set([
        "const servesOneVisitor = apiKey === 'sk_sandbox_local' || process.env.NODE_ENV === 'development';\n",
      ]),
    );
  });
});
