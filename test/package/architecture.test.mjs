// The page for newcomers names files. They move; the page has to follow.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'vitest';

describe('docs/architecture.md', () => {
  it('names files and folders that are there', () => {
    const page = readFileSync('docs/architecture.md', 'utf8');
    const named = [...page.matchAll(/`((?:src|service|test|demo|docs)\/[\w./-]+|\.size-limit\.js)`/g)].map(
      ([, name]) => name,
    );
    assert.ok(named.length > 40);
    assert.deepEqual(
      named.filter((name) => !existsSync(name)),
      [],
    );
  });
});
