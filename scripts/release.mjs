// Releases the package from a clean tree whose version the changelog describes.
//
//   node scripts/release.mjs --prepare 1.2.0  sets the version everywhere, and names "Unreleased" of the changelog after it
//   node scripts/release.mjs                  a dry run: says what would be published, and what stands in the way
//   node scripts/release.mjs --publish        runs npm run check, packs and publishes; needs NODE_AUTH_TOKEN or NPM_TOKEN
//
// The registry is npm's own setting. If the CI supports it, the package is published with provenance.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

const { values: asked } = parseArgs({
  options: { prepare: { type: 'string' }, publish: { type: 'boolean', default: false } },
});
const publishes = asked.publish;
const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
const token = process.env.NODE_AUTH_TOKEN || process.env.NPM_TOKEN || null;

/** What may be in the package: what runs, what editors read, and the pages and examples that the README leads to. */
const published =
  /^(?:(?:bin|dist|docs|examples|init\/templates|mobile)\/|(?:package|custom-elements|web-types|vscode\.(?:html|css)-custom-data)\.json$|(?:(?:bench|service)\/README|README|CHANGELOG|CONTRIBUTING)\.md$|LICENSE$)/;

/** Runs a command and returns what it prints. */
const read = (command, ...args) => execFileSync(command, args, { encoding: 'utf8' }).trim();

const npm = (args, env = {}) =>
  spawnSync('npm', args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;

/** The reasons against a release, in sentences. */
function obstacles() {
  const found = [];
  const changes = read('git', 'status', '--porcelain');
  if (changes) found.push(`The tree is not clean:\n${changes}`);
  if (!readFileSync('src/version.ts', 'utf8').includes(`'${version}'`))
    found.push(`src/version.ts does not say ${version}, which package.json does.`);
  if (!new RegExp(`^## ${version.replaceAll('.', '\\.')}\\b`, 'm').test(readFileSync('CHANGELOG.md', 'utf8')))
    found.push(
      `CHANGELOG.md has no section "## ${version}". Give "Unreleased" that name, and begin a new one.`,
    );
  if (publishes && !token) found.push('There is no token: set NODE_AUTH_TOKEN or NPM_TOKEN.');
  if (!publishes && !existsSync('dist/index.js')) found.push('dist/ is missing: npm run build makes it.');
  return found;
}

/** Packs what is built. Throws if the package would contain other files. */
function pack(...options) {
  const [{ filename, size, files }] = JSON.parse(
    read('npm', 'pack', '--json', '--ignore-scripts', ...options),
  );
  const strays = files.map((file) => file.path).filter((file) => !published.test(file));
  if (strays.length > 0) throw new Error(`These have no place in the package: ${strays.join(', ')}`);
  console.log(`${filename}: ${files.length} files, ${(size / 1000).toFixed(0)} kB`);
  return filename;
}

/** The token is passed by the environment, because every process of the machine can read a command line. */
function publish(tarball) {
  const registry = read('npm', 'config', 'get', 'registry')
    .replace(/^https?:/, '')
    .replace(/\/?$/, '/');
  const canVouch = Boolean(process.env.ACTIONS_ID_TOKEN_REQUEST_URL || process.env.SIGSTORE_ID_TOKEN);
  const tag = version.includes('-') ? 'next' : 'latest';
  const args = [
    'publish',
    tarball,
    '--access',
    'public',
    '--tag',
    tag,
    ...(canVouch ? ['--provenance'] : []),
  ];
  if (!npm(args, { [`npm_config_${registry}:_authToken`]: token }))
    throw new Error('npm did not publish it.');
}

/** Every place that says the version, and the changelog's section for it. */
function prepare(next) {
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  if (!changelog.includes('\n## Unreleased\n'))
    throw new Error('CHANGELOG.md has no section "## Unreleased".');
  if (!npm(['version', next, '--no-git-tag-version', '--ignore-scripts', '--workspaces-update=false']))
    throw new Error(`${next} cannot be the version after ${version}.`);
  const said = readFileSync('src/version.ts', 'utf8');
  writeFileSync('src/version.ts', said.replace(`'${version}'`, `'${next}'`));
  const heading = `## ${next} – ${new Date().toISOString().slice(0, 10)}`;
  writeFileSync('CHANGELOG.md', changelog.replace('\n## Unreleased\n', `\n## Unreleased\n\n${heading}\n`));
  console.log(`It is ${next} everywhere. Now: npm run manifest, read CHANGELOG.md, and commit.`);
}

function release() {
  const found = obstacles();
  if (!publishes) {
    console.log(`A dry run of ${name} ${version}. With --publish it is checked and published.`);
    if (existsSync('dist/index.js')) pack('--dry-run');
  }
  if (found.length > 0) throw new Error(found.join('\n'));
  if (!publishes) return console.log('Nothing stands in the way.');
  if (!npm(['run', 'check'])) throw new Error('npm run check failed.');
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-link-release-'));
  try {
    publish(path.join(folder, pack('--pack-destination', folder)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`Published ${name} ${version}. Now: git tag v${version} && git push origin v${version}`);
}

try {
  if (asked.prepare === undefined) release();
  else prepare(asked.prepare);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
