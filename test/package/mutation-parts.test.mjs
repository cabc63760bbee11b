// Each part of `npm run mutate` names files that exist, and has a row in docs/testing.md.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const read = (file) => readFileSync(path.join(root, file), 'utf8');
const parts = read('test/mutation/parts.ts');

describe('the parts that are mutated', () => {
  // Otherwise a file that was moved would be left out silently.
  it('name files and folders that exist', () => {
    const named = [...parts.matchAll(/'((?:service|src|test)\/[^']+)'/g)].map(([, name]) => name);
    assert.ok(named.length > 50);
    const missing = named.filter((name) => !existsSync(path.join(root, name.replace(/\/\*\*.*/, ''))));
    assert.deepEqual(missing, []);
  });

  it('are the same as on the documentation’s page', () => {
    const names = [...parts.matchAll(/^ {2}'?([\w-]+)'?: \{/gm)].map(([, name]) => name);
    const rows = [...read('docs/testing.md').matchAll(/^\| ([\w-]+) +\| \d+\.\d % \(/gm)].map(
      ([, name]) => name,
    );
    assert.ok(names.length > 10);
    assert.deepEqual(rows.toSorted(), names.toSorted());
  });
});
