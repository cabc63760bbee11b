// Fills the tables of the documentation from the sources, so that they say what the code does.
//
//   npm run docs              writes what stands between <!-- generated:NAME --> and <!-- /generated -->, and what
//                             scripts/docs/promised.mjs and badges.mjs name
//   npm run docs -- --check   fails if a table is not what the sources say
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'oxfmt';
import { badges, badgeTables } from './docs/badges.mjs';
import { elementTables } from './docs/element.mjs';
import { interfaceTables } from './docs/interface.mjs';
import { otherTables } from './docs/surroundings.mjs';
import { problemTables } from './docs/problems.mjs';
import { promised } from './docs/promised.mjs';

const root = path.resolve(import.meta.dirname, '..');
const pages = [
  ...readdirSync(path.join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  'README.md',
  'docs/providers/README.md',
  'service/README.md',
];
const tables = { ...interfaceTables, ...elementTables, ...problemTables, ...otherTables, ...badgeTables };
const block = /(<!-- generated:([a-z-]+)(?: ([\w.-]+))? -->)[^]*?(<!-- \/generated -->)/g;

/** A page with its tables as they are now. */
const fill = (text, name) =>
  text.replace(block, (_, open, table, about, close) => {
    if (!Object.hasOwn(tables, table)) throw new Error(`${name}: nobody knows how to make "${table}".`);
    return [open, tables[table](about), close].join('\n\n');
  });

const layout = JSON.parse(readFileSync(path.join(root, '.oxfmtrc.json'), 'utf8'));
const stale = [];
for (const name of [...pages, ...Object.keys(promised), ...Object.keys(badges)]) {
  const file = path.join(root, name);
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const filled = promised[name] ? JSON.stringify(promised[name]) : fill(before, name);
  const after = badges[name] ?? (await format(file, filled, layout)).code;
  if (after === before) continue;
  stale.push(name);
  if (!process.argv.includes('--check')) writeFileSync(file, after);
}
if (process.argv.includes('--check') && stale.length > 0) {
  console.error(`Not fresh: ${stale.join(', ')}. Run: npm run docs`);
  process.exitCode = 1;
}
