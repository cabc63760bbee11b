// Fills the tables of the documentation from the sources, so that they say what the code does.
//
//   npm run docs         writes the text between <!-- generated:NAME --> and <!-- /generated -->, the badges, and the files that
//                        tests compare: the interface and the messages between windows, so that a change to them is visible
//   npm run docs:check   fails if a file differs from what the sources say
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'oxfmt';
import { globSync } from 'tinyglobby';
import { describedMessages } from '../test/bridge/described-messages.ts';
import { describedInterface } from '../test/contract/described-interface.ts';
import { badges, badgeTables } from './docs/badges.mjs';
import { elementTables } from './docs/element.mjs';
import { interfaceTables } from './docs/interface.mjs';
import { otherTables } from './docs/surroundings.mjs';
import { problemTables } from './docs/problems.mjs';

const root = path.resolve(import.meta.dirname, '..');
const read = (name) => readFileSync(path.join(root, name), 'utf8');

const tables = { ...interfaceTables, ...elementTables, ...problemTables, ...otherTables, ...badgeTables };
const block = /(<!-- generated:([a-z-]+)(?: ([\w.-]+))? -->)[^]*?(<!-- \/generated -->)/g;

/** A page with its tables filled in from the sources. */
const fill = (name) =>
  read(name).replace(block, (_, open, table, about, close) => {
    if (!Object.hasOwn(tables, table)) throw new Error(`${name}: nobody knows how to make "${table}".`);
    return [open, tables[table](about), close].join('\n\n');
  });

const pages = globSync(['docs/*.md', 'docs/providers/README.md', 'README.md', 'service/README.md'], {
  cwd: root,
});
/** The texts by file name, before they are formatted. */
const texts = {
  ...Object.fromEntries(pages.map((name) => [name, fill(name)])),
  'test/contract/interface.json': JSON.stringify(describedInterface()),
  'test/bridge/messages.json': JSON.stringify(describedMessages()),
};
const layout = JSON.parse(read('.oxfmtrc.json'));
const stale = [];
for (const [name, text] of Object.entries({ ...texts, ...badges })) {
  const after = name in badges ? text : (await format(name, text, layout)).code;
  if (existsSync(path.join(root, name)) && after === read(name)) continue;
  stale.push(name);
  if (!process.argv.includes('--check')) writeFileSync(path.join(root, name), after);
}
if (process.argv.includes('--check') && stale.length > 0) {
  console.error(`Not fresh: ${stale.join(', ')}. Run: npm run docs`);
  process.exitCode = 1;
}
