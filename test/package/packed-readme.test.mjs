// Everything that the package's README links to is in the package,
// because a person who installs it has no copy of the repository.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, it } from 'vitest';

describe('the packed README', () => {
  let packed;

  beforeAll(() => {
    const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel', 'error'];
    const [{ files }] = JSON.parse(execFileSync('npm', args, { encoding: 'utf8' }));
    packed = files.map(({ path: file }) => file);
  });

  const linksOf = (file) =>
    [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, target]) =>
      path.normalize(path.join(path.dirname(file), target)),
    );
  const isPacked = (target) => packed.some((file) => file === target || file.startsWith(`${target}/`));

  it('links only to packed files', () => {
    const links = linksOf('README.md');
    assert.ok(links.length > 20);
    assert.deepEqual(
      links.filter((target) => !isPacked(target)),
      [],
    );
  });

  it('shows pictures that are in the repository, small and not packed', () => {
    const readme = readFileSync('README.md', 'utf8');
    const pictures = [...readme.matchAll(/\b(?:src|srcset)="([^"]+)"/g)].map(([, file]) => file);
    assert.equal(pictures.length, 4);
    for (const file of pictures) {
      assert.ok(!packed.includes(file), file);
      assert.ok(statSync(file).size < (file.includes('/link-') ? 1_000_000 : 200_000), file);
    }
    // Without long alternative texts, some readers would not know what the pictures show.
    assert.equal(readme.match(/\balt="[^"]{20,}"/g).length, pictures.length / 2);
  });

  it('comes with the guides, and without the files that a build or an installation leaves', () => {
    assert.ok(packed.includes('docs/quick-start.md'));
    assert.deepEqual(
      packed.filter((file) => /(?:^|\/)node_modules\//.test(file) || /^examples\/\w+\/dist\//.test(file)),
      [],
    );
  });

  it('is packed with the programs, the files for editors, and the pages and examples to which it links, and nothing else', () => {
    const folders = /^(?:bin|dist|docs|examples|init\/templates|mobile)\//;
    const files =
      /^(?:(?:package|custom-elements|web-types|vscode\.(?:html|css)-custom-data)\.json|(?:(?:bench|service)\/README|README|CHANGELOG|CONTRIBUTING)\.md|LICENSE)$/;
    assert.deepEqual(
      packed.filter((file) => !folders.test(file) && !files.test(file)),
      [],
    );
  });
});
