// What npm does for a release with our script, in a test project and with a test registry that records what it receives.
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
// Fails if it sees the settings of `npm publish`.
const check = 'node -e "process.exit(process.env.npm_config_tag ? 1 : 0)"';
const scripts = { check };
for (const event of ['preversion', 'prepublishOnly']) scripts[event] = `"${process.execPath}" "${script}"`;

describe('a release by npm', { timeout: 120_000 }, () => {
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
    file('package.json', JSON.stringify({ name: 'svc-link', version: '1.2.3', files: ['dist'], scripts }));
    file('src/version.ts', "export const version = '1.2.3';\n");
    file('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n## 1.2.3 – 2026-11-20\n\n- Something.\n');
    file('dist/index.js', 'export {};\n');
    commit();
  });
  afterEach(() => {
    registry.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function npm(...args) {
    const { host } = new URL(`http://127.0.0.1:${registry.address().port}`);
    const child = spawn('npm', args, {
      cwd: folder,
      env: {
        // Without the settings of the npm that runs the tests.
        ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name))),
        npm_config_registry: `http://${host}/`,
        [`npm_config_//${host}/:_authToken`]: token,
        npm_config_loglevel: 'notice',
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
    const { code, output } = await npm('publish', '--dry-run');

    assert.equal(code, 0, output);
    assert.match(output, /total files: 2$/m);
    assert.match(output, /Nothing stands in the way/);
    assert.deepEqual(
      received.filter(({ method }) => method === 'PUT'),
      [],
    );
    assert.equal(git('status', '--porcelain'), '');
  });

  it('is published once everything has been checked', async () => {
    const { code, output } = await npm('publish');

    assert.equal(code, 0, output);
    const sent = received.find(({ method }) => method === 'PUT');
    assert.equal(sent.headers.authorization, `Bearer ${token}`);
    const { versions, 'dist-tags': tags } = JSON.parse(sent.body);
    assert.deepEqual([Object.keys(versions), tags], [['1.2.3'], { latest: '1.2.3' }]);
    assert.match(output, /git tag v1\.2\.3/);
  });

  it('gets its version in every place that names it, and a section in the changelog', async () => {
    const { code, output } = await npm('version', '1.3.0', '--no-git-tag-version');

    assert.equal(code, 0, output);
    const read = (name) => readFileSync(path.join(folder, name), 'utf8');
    assert.equal(JSON.parse(read('package.json')).version, '1.3.0');
    assert.match(read('src/version.ts'), /'1\.3\.0'/);
    assert.match(
      read('CHANGELOG.md'),
      /^# Changelog\n\n## Unreleased\n\n## 1\.3\.0 – \d{4}-\d\d-\d\d\n\n## 1\.2\.3 – /,
    );
    commit();
    assert.match((await npm('publish', '--dry-run')).output, /Nothing stands in the way/);
  });

  it('of a pre-release is only for those who ask for it', async () => {
    await npm('version', '2.0.0-rc.1', '--no-git-tag-version');
    commit();

    assert.match((await npm('publish')).output, /npm publish --tag next/);
    const { code, output } = await npm('publish', '--tag', 'next');

    assert.equal(code, 0, output);
    const [sent, ...more] = received.filter(({ method }) => method === 'PUT');
    assert.deepEqual([JSON.parse(sent.body)['dist-tags'], more], [{ next: '2.0.0-rc.1' }, []]);
  });

  it('is not tagged before it is complete', async () => {
    const { code, output } = await npm('version', '1.3.0');

    assert.equal(code, 1);
    assert.match(output, /npm version 1\.3\.0 --no-git-tag-version/);
    assert.deepEqual([git('status', '--porcelain'), git('tag')], ['', '']);
  });

  for (const [name, version] of [
    ['the version that is there', '1.2.3'],
    ['what is no version', 'soon'],
  ])
    it(`changes nothing for ${name}`, async () => {
      const { code } = await npm('version', version, '--no-git-tag-version');

      assert.equal(code, 1);
      assert.equal(git('status', '--porcelain'), '');
    });

  const refusals = [
    ['a tree that is not clean', () => file('dist/more.js', ''), /not clean:\n.*more\.js/],
    [
      'a version that the changelog does not describe',
      () => {
        file('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n## 1.2.30\n');
        commit();
      },
      /no section "## 1\.2\.3"/,
    ],
    [
      'two versions',
      () => {
        file('src/version.ts', "export const version = '1.2.2';\n");
        commit();
      },
      /src\/version\.ts does not say 1\.2\.3/,
    ],
    [
      'checks that fail',
      () => {
        const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
        manifest.scripts.check = 'node -e "process.exit(1)"';
        file('package.json', JSON.stringify(manifest));
        commit();
      },
      /npm run check failed/,
    ],
  ];
  for (const [name, spoil, words] of refusals)
    it(`refuses ${name}`, async () => {
      spoil();

      const { code, output } = await npm('publish');

      assert.equal(code, 1);
      assert.match(output, words);
      assert.deepEqual(
        received.filter(({ method }) => method === 'PUT'),
        [],
      );
    });
});
