// Does what npm itself does not do for a release. npm calls this by `preversion` and `prepublishOnly` in package.json.
//
//   npm version 1.2.0 --no-git-tag-version  also sets the version in src/version.ts and in the changelog's heading "Unreleased"
//   npm publish                             refuses a version that must not be published, and runs npm run check first
//   npm publish --dry-run                   the same without the check: says what would be published, and what prevents it
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const { env } = process;
const versionFile = 'src/version.ts';
const read = (file) => readFileSync(file, 'utf8');

/** The options of `npm publish`, which npm passes on in the environment. */
const ofPublish = /^npm_config_(?:access|dry_run|otp|provenance|provenance_file|tag)$/i;

/** Sets the version where npm does not, and names the changelog's section after it. */
function prepare(before, next) {
  // A setting that is off is an empty text. With the setting on, npm would commit and tag only package.json and its lock file.
  if (!['', 'false'].includes(env.npm_config_git_tag_version))
    throw new Error(`The tag comes once it is published: npm version ${next} --no-git-tag-version`);
  const changelog = read('CHANGELOG.md');
  if (!changelog.includes('\n## Unreleased\n'))
    throw new Error('CHANGELOG.md has no section "## Unreleased".');
  writeFileSync(versionFile, read(versionFile).replace(`'${before}'`, `'${next}'`));
  const heading = `## ${next} – ${new Date().toISOString().slice(0, 10)}`;
  writeFileSync('CHANGELOG.md', changelog.replace('\n## Unreleased\n', `\n## Unreleased\n\n${heading}\n`));
  console.log(`It is ${next} everywhere. Now: npm run manifest, read CHANGELOG.md, and commit.`);
}

/** The reasons why this version cannot be published, in sentences. */
function obstacles(version) {
  const found = [];
  const changes = execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' }).trim();
  if (changes) found.push(`The tree is not clean:\n${changes}`);
  if (!read(versionFile).includes(`'${version}'`))
    found.push(`${versionFile} does not say ${version}, which package.json does.`);
  if (!new RegExp(`^## ${version.replaceAll('.', '\\.')}\\b`, 'm').test(read('CHANGELOG.md')))
    found.push(`CHANGELOG.md has no section "## ${version}": npm version makes it.`);
  // Otherwise everybody who installs the package would get a pre-release.
  if (version.includes('-') && [undefined, 'latest'].includes(env.npm_config_tag))
    found.push(`${version} is not for everybody yet: npm publish --tag next`);
  return found;
}

function check(version) {
  const found = obstacles(version);
  if (found.length > 0) throw new Error(found.join('\n'));
  if (env.npm_config_dry_run === 'true') return console.log('Nothing stands in the way.');
  // The tests also run npm publish. The options of this run must not apply to theirs.
  const others = Object.fromEntries(Object.entries(env).filter(([name]) => !ofPublish.test(name)));
  if (spawnSync('npm', ['run', 'check'], { stdio: 'inherit', env: others }).status !== 0)
    throw new Error('npm run check failed.');
  console.log(`When it is published: git tag v${version} && git push origin v${version}`);
}

try {
  if (env.npm_lifecycle_event === 'preversion') prepare(env.npm_old_version, env.npm_new_version);
  else check(env.npm_package_version);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
