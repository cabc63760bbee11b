// docs/test-matrix.md is true: every row of the matrix has its tests, or a reason why it has none.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'vitest';
import { titlesIn } from './titles.mjs';

const root = path.join(import.meta.dirname, '../..');
const read = (file) => readFileSync(path.join(root, file), 'utf8');
const doc = read('docs/test-matrix.md');

const count = (letter, many) => Array.from({ length: many }, (_, index) => `${letter}${index + 1}`);
const ids = [...count('P', 12), ...count('H', 13), ...count('F', 11), ...count('V', 5), ...count('S', 3)];

/** The rows of the table below a heading, as lists of cells. */
const rowsBelow = (heading) =>
  doc
    .split(`\n## ${heading}\n`)[1]
    .split('\n## ')[0]
    .split('\n')
    .filter((line) => /^\| [A-Z]\d/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

/** The ids at the start of a test's title. */
const idsIn = (text) => [
  ...new Set(
    [...text.matchAll(/\bit\(\s*['"`]((?:[PHFVS]\d{1,2} )+)/g)].flatMap(([, found]) =>
      found.trim().split(' '),
    ),
  ),
];

const testFiles = ['test', 'service/test'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true })
    .filter((name) => /\.test\.(mjs|ts)$/.test(name))
    .map((name) => path.posix.join(folder, ...name.split(path.sep))),
);
const where = new Map();
for (const file of testFiles)
  for (const id of idsIn(read(file))) where.set(id, [...(where.get(id) ?? []), file]);

describe('docs/test-matrix.md', () => {
  const matrix = new Map(rowsBelow('The matrix').map(([id, , engines, files]) => [id, { engines, files }]));

  it('has a row for every id, in order', () => {
    assert.deepEqual([...matrix.keys()], ids);
  });

  for (const id of ids)
    it(`names the tests of ${id}, all of them`, () => {
      const named = [...matrix.get(id).files.matchAll(/`([^`]+)`/g)].map(([, file]) => file);
      assert.deepEqual(named.toSorted(), (where.get(id) ?? []).toSorted());
      assert.ok(named.length > 0);
    });

  it('gives a reason and an alternative for a test that does not run', () => {
    for (const [which, ...cells] of rowsBelow('What does not run here')) {
      for (const id of which.split(' ')) assert.ok(ids.includes(id), id);
      assert.equal(cells.length, 3);
      for (const cell of cells) assert.notEqual(cell, '', which);
    }
  });

  it('says why an engine is left out', () => {
    const explained = rowsBelow('What does not run here').flatMap(([which]) => which.split(' '));
    for (const [id, { engines }] of matrix)
      if (!engines.includes('C F W') && engines !== 'node') assert.ok(explained.includes(id), id);
  });
});

describe('the attacks of docs/security.md', () => {
  const found = new Map();
  const titlesOf = (file) => {
    if (!found.has(file)) found.set(file, titlesIn(read(file)));
    return found.get(file);
  };
  /** The rows of all tables, as `[heading, first cell, second cell]`. */
  const rowsOf = (text) => {
    let heading = '';
    return text.split('\n').flatMap((line) => {
      heading = /^#+ (.+)/.exec(line)?.[1] ?? heading;
      const cells = line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim());
      return line.startsWith('| ') && !line.startsWith('| --') ? [[heading, cells[0], cells[1] ?? '']] : [];
    });
  };
  const security = rowsOf(read('docs/security.md'));
  const tables = new Set(security.flatMap(([heading, , why]) => (why === 'why it fails' ? [heading] : [])));
  // An attack that works has no reason why it fails.
  const attacks = security.filter(
    ([heading, , why]) => tables.has(heading) && why !== 'why it fails' && !why.startsWith('**works**'),
  );
  const tested = rowsOf(doc.split('\n## The attacks\n')[1].split('\n## ')[0]).filter(
    ([, attack]) => attack !== 'attack',
  );

  it('have a row each, in order', () => {
    const named = (rows) => rows.map(([heading, attack]) => `${heading}: ${attack}`);
    assert.ok(attacks.length > 40);
    assert.deepEqual(named(tested), named(attacks));
  });

  for (const [heading, attack, tests] of tested)
    it(`are tested: ${heading}: ${attack}`, () => {
      const files = [...tests.matchAll(/`([^`]+\.test\.ts)`: ((?:“[^”]+”(?:, )?)+)/g)];
      assert.ok(files.length > 0, tests);
      for (const [, file, titles] of files)
        for (const [, title] of titles.matchAll(/“([^”]+)”/g))
          assert.ok(titlesOf(file).has(title), `${file} has no test “${title}”`);
    });

  it('have tests with exactly the title that is named', () => {
    const titles = titlesIn(`
      describe('a group', () => {
        it('is whole', () => assert.equal(1, 1, 'is a message'));
        it(\`is of \${one}, and of \${two}\`, run);
        it.each(rows)('has %s of $slug', run);
        it.skip('is skipped', run);
        // it('is taken out', run);
      });`);
    assert.deepEqual([...titles], ['a group', 'is whole', 'is of …, and of …', 'has … of …']);
  });
});
