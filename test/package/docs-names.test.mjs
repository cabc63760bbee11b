// Everything that the documentation names exists. If files move, or scripts and settings are renamed, the pages must follow.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { globSync } from 'tinyglobby';
import { describe, it } from 'vitest';

const read = (file) => readFileSync(file, 'utf8');
const pages = globSync([
  'docs/**/*.md',
  '{README,CONTRIBUTING,SECURITY}.md',
  '{service,examples/*,mobile/*}/README.md',
]);
/** All matches of a pattern in the pages, each with its page. Line breaks are ignored. */
const named = (pattern, where = pages) =>
  where.flatMap((page) =>
    [...read(page).replace(/\n+/g, ' ').matchAll(pattern)].map((match) => ({ page, match })),
  );
/** Each wrong match, as a line that says where it is. */
const saying = (found, isRight) =>
  found.filter((each) => !isRight(each)).map(({ page, match: [text] }) => `${page}: ${text}`);

describe('the names in the documentation', () => {
  it('are files and folders that exist', () => {
    // Left out: files of the reader's own project, placeholders in capitals, and files that are not shared.
    const ofOurs = pages.filter((page) => page !== 'docs/frameworks.md' && !page.startsWith('examples/'));
    const found = named(
      /`((?:src|service|test|demo|docs|init|scripts|bench|examples|mobile)\/(?![\w/]*(?:ROOM|NAME))[\w./-]+(?![\w./*-])|\.size-limit\.js)/g,
      ofOurs,
    );
    assert.ok(found.length > 200);
    const isThere = ({ page, match: [, file] }) =>
      file === 'service/shipping/.env' || existsSync(file) || existsSync(path.join(path.dirname(page), file));
    assert.deepEqual(saying(found, isThere), []);
  });

  it('are in the file in which the documentation says they are', () => {
    const found = named(/`(\w+)`(?:(?:, | and )`(\w+)`)*(?: in| of) `([\w./-]+\.(?:ts|mjs))`/g);
    assert.ok(found.length > 15);
    const isThere = ({ match: [text, , , file] }) =>
      [...text.matchAll(/`(\w+)`/g)].every(([, name]) => read(file).includes(name));
    assert.deepEqual(saying(found, isThere), []);
  });

  it('are scripts of the package.json beside the page, or of the one in the root', () => {
    const found = named(/npm run (?:--silent )?([a-z][\w:-]*\w)/g);
    assert.ok(found.length > 50);
    const scriptsOf = (file) => (existsSync(file) ? JSON.parse(read(file)).scripts : {});
    const isThere = ({ page, match: [, script] }) =>
      [path.join(path.dirname(page), 'package.json'), 'package.json'].some(
        (file) => script in scriptsOf(file),
      );
    assert.deepEqual(saying(found, isThere), []);
  });

  it('are the versions of Node that the examples need', () => {
    const rows = named(/\]\(\.\.\/examples\/(\w+)\) *\| *[\d.]+ *\| *([\d.]+) *\|/g, ['docs/frameworks.md']);
    assert.ok(rows.length > 4);
    const isAsked = ({ match: [, name, version] }) => {
      const least = version.replaceAll('.', '\\.');
      const { engines } = JSON.parse(read(`examples/${name}/package.json`));
      assert.match(
        read(`examples/${name}/README.md`),
        new RegExp(`wants Node ${least}[ ,]|^(?!.*wants Node)`, 's'),
        name,
      );
      return new RegExp(`[>=^]${least}(?: |$)`).test(engines.node);
    };
    assert.deepEqual(saying(rows, isAsked), []);
  });

  it('are settings of the service, or of programs beside it', () => {
    const [, table] = /^## Settings$([^]*?)^## /m.exec(
      read('docs/operating.md').replace(/^### [^]*/m, '## '),
    );
    const beside = globSync(['service/shipping/**', 'examples/*/*.{js,mjs,ts,go,py}', 'scripts/*.mjs'], {
      dot: true,
    });
    const known = [table, ...beside.map(read)].join('\n');
    const found = named(
      /\b(?:SVC|DATABASE|RETENTION|CONSOLE|METRICS|SANDBOX|REFUSED|WEBHOOK|MAX|DRAIN|KEEP)_[A-Z_]+\b/g,
    );
    assert.ok(found.length > 100);
    assert.deepEqual(
      saying(found, ({ match: [name] }) => new RegExp(`\\b${name}\\b`).test(known)),
      [],
    );
  });
});
