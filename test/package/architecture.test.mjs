// The page for newcomers is short, and names every folder of rooms. docs-names.test.mjs checks that its files exist.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'vitest';

describe('docs/architecture.md', () => {
  it('can be read in ten minutes', () => {
    const words = readFileSync('docs/architecture.md', 'utf8').match(/\S+/g);
    assert.ok(words.length <= 1900, `${words.length} words`);
  });

  it('names every folder', () => {
    const page = readFileSync('docs/architecture.md', 'utf8');
    const rooms = (folder) =>
      readdirSync(folder, { withFileTypes: true }).filter((each) => each.isDirectory());
    for (const { name } of rooms('src')) assert.match(page, new RegExp(`\\b${name}\\b`), name);
    for (const { name } of rooms('service/src')) assert.ok(page.includes(`${name}/`), name);
  });
});
