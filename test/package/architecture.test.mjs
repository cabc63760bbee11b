// The pages for newcomers name files. They move; the pages have to follow.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'vitest';

for (const [name, least] of [
  ['docs/architecture.md', 40],
  ['docs/recipes.md', 40],
])
  describe(name, () => {
    const page = readFileSync(name, 'utf8');

    it('names files and folders that are there', () => {
      const named = [
        ...page.matchAll(/`((?:src|service|test|demo|docs|init|scripts)\/[\w./-]+|\.size-limit\.js)`/g),
      ].map(([, file]) => file);
      assert.ok(named.length > least);
      assert.deepEqual(
        named.filter((file) => !existsSync(file)),
        [],
      );
    });
  });

describe('docs/architecture.md', () => {
  it('is read in ten minutes', () => {
    const words = readFileSync('docs/architecture.md', 'utf8').match(/\S+/g);
    assert.ok(words.length <= 1900, `${words.length} words`);
  });

  it('names every room', () => {
    const page = readFileSync('docs/architecture.md', 'utf8');
    const rooms = (folder) =>
      readdirSync(folder, { withFileTypes: true }).filter((each) => each.isDirectory());
    for (const { name } of rooms('src')) assert.match(page, new RegExp(`\\b${name}\\b`), name);
    for (const { name } of rooms('service/src')) assert.ok(page.includes(`${name}/`), name);
  });
});
