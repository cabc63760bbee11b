// The release script in a project of its own, with a registry of its own that keeps what it is sent.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { text } from 'node:stream/consumers';

const script = path.resolve('scripts/release.mjs');
const token = 'npm_secret_of_the_test';

describe('scripts/release.mjs', { timeout: 120_000 }, () => {
  let folder, registry, received;
  const file = (name, content) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  };
  const git = (...args) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
  const commit = () => {
    git('add', '-A');
    git('-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '-qm', 'test');
  };

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'svc-release-'));
    received = [];
    registry = createServer(async (request, response) => {
      received.push({ method: request.method, headers: request.headers, body: await text(request) });
      response.writeHead(request.method === 'PUT' ? 201 : 404, { 'content-type': 'application/json' });
      response.end('{}');
    });
    await new Promise((resolve) => registry.listen(0, '127.0.0.1', resolve));
    git('init', '-q');
    file(
      'package.json',
      JSON.stringify({ name: 'svc-link', version: '1.2.3', files: ['dist'], scripts: { check: 'true' } }),
    );
    file('src/version.ts', "export const version = '1.2.3';\n");
    file('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n## 1.2.3 – 2026-11-20\n\n- Something.\n');
    file('dist/index.js', 'export {};\n');
    commit();
  });
  afterEach(() => {
    registry.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function release(args = [], env = {}, cwd = folder) {
    const child = spawn(process.execPath, [script, ...args], {
      cwd,
      env: {
        ...process.env,
        NODE_AUTH_TOKEN: '',
        NPM_TOKEN: '',
        npm_config_registry: `http://127.0.0.1:${registry.address().port}/`,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [stdout, stderr, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise((resolve) => child.once('close', resolve)),
    ]);
    return { code, output: stdout + stderr };
  }

  it('says in a dry run what would be published, and publishes nothing', async () => {
    const { code, output } = await release([], { NPM_TOKEN: token });

    assert.equal(code, 0, output);
    assert.match(output, /svc-link-1\.2\.3\.tgz: 2 files/);
    assert.match(output, /Nothing stands in the way/);
    assert.deepEqual(received, []);
    assert.equal(git('status', '--porcelain'), '');
  });

  it('publishes with a token, which it hands to the registry and to nobody else', async () => {
    const { code, output } = await release(['--publish'], { NODE_AUTH_TOKEN: token });

    assert.equal(code, 0, output);
    const sent = received.find(({ method }) => method === 'PUT');
    assert.equal(sent.headers.authorization, `Bearer ${token}`);
    const { versions, 'dist-tags': tags } = JSON.parse(sent.body);
    assert.deepEqual([Object.keys(versions), tags], [['1.2.3'], { latest: '1.2.3' }]);
    assert.ok(!output.includes(token));
    assert.match(output, /git tag v1\.2\.3/);
  });

  it('takes everything that this package has for what belongs into it', async () => {
    const { output } = await release([], {}, path.resolve('.'));

    assert.doesNotMatch(output, /no place/);
    assert.match(output, /svc-link-.*\.tgz: \d+ files/);
  });

  it('prepares a version in every place that says it, and a section for it', async () => {
    const { code, output } = await release(['--prepare', '1.3.0']);

    assert.equal(code, 0, output);
    const read = (name) => readFileSync(path.join(folder, name), 'utf8');
    assert.equal(JSON.parse(read('package.json')).version, '1.3.0');
    assert.match(read('src/version.ts'), /'1\.3\.0'/);
    assert.match(
      read('CHANGELOG.md'),
      /^# Changelog\n\n## Unreleased\n\n## 1\.3\.0 – \d{4}-\d\d-\d\d\n\n## 1\.2\.3 – /,
    );
    commit();
    assert.match((await release()).output, /Nothing stands in the way/);
  });

  for (const [name, version] of [
    ['the version that is there', '1.2.3'],
    ['what is no version', 'soon'],
  ])
    it(`prepares nothing for ${name}`, async () => {
      const { code, output } = await release(['--prepare', version]);

      assert.equal(code, 1);
      assert.match(output, new RegExp(`${version} cannot be the version after 1\\.2\\.3`));
      assert.equal(git('status', '--porcelain'), '');
    });

  const refusals = [
    ['without a token', () => {}, {}, /NODE_AUTH_TOKEN or NPM_TOKEN/],
    [
      'a tree that is not clean',
      () => file('dist/more.js', ''),
      { NPM_TOKEN: token },
      /not clean:\n.*more\.js/,
    ],
    [
      'a version that the changelog does not describe',
      () => {
        file('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n## 1.2.30\n');
        commit();
      },
      { NPM_TOKEN: token },
      /no section "## 1\.2\.3"/,
    ],
    [
      'two versions',
      () => {
        file('src/version.ts', "export const version = '1.2.2';\n");
        commit();
      },
      { NPM_TOKEN: token },
      /src\/version\.ts does not say 1\.2\.3/,
    ],
    [
      'checks that fail',
      () => {
        file(
          'package.json',
          readFileSync(path.join(folder, 'package.json'), 'utf8').replace('"true"', '"false"'),
        );
        commit();
      },
      { NPM_TOKEN: token },
      /npm run check failed/,
    ],
    [
      'what has no place in the package',
      () => {
        file(
          'package.json',
          readFileSync(path.join(folder, 'package.json'), 'utf8').replace('"dist"', '"dist","src"'),
        );
        commit();
      },
      { NPM_TOKEN: token },
      /no place in the package: src\/version\.ts/,
    ],
  ];
  for (const [name, spoil, env, words] of refusals)
    it(`refuses ${name}`, async () => {
      spoil();

      const { code, output } = await release(['--publish'], env);

      assert.equal(code, 1);
      assert.match(output, words);
      assert.deepEqual(
        received.filter(({ method }) => method === 'PUT'),
        [],
      );
    });
});
