// The table that leads from each rule of the specification to the tests that hold it.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { notHeldYet, sections } from '../../test/contract/interface-rules.mjs';
import { code, table } from './table.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const folders = ['service/test', 'test/client', 'test/contract', 'test/webhooks', 'test/e2e'];
/** A comment that names rules, and the title of what stands below it. */
const marked = /^ *\/\/ spec ([\d., ]+)\n *(?:it|describe)\(\s*(?:'([^']*)'|"([^"]*)"|`([^`]*)`)/gm;

/** The tests by the number of the rule that they hold. */
function readMarks() {
  const marks = new Map();
  for (const folder of folders)
    for (const name of readdirSync(path.join(root, folder), { recursive: true })
      .filter((each) => /\.test\.(ts|mjs)$/.test(each))
      .sort()) {
      const file = `${folder}/${name}`;
      const text = readFileSync(path.join(root, file), 'utf8');
      const found = [...text.matchAll(marked)];
      const comments = text.match(/^ *\/\/ spec \d/gm) ?? [];
      if (comments.length !== found.length)
        throw new Error(`${file}: a "// spec" comment stands above no test.`);
      for (const [, numbers, ...titles] of found)
        for (const number of numbers.split(', ')) {
          const title = titles.find((each) => each !== undefined);
          marks.set(number, [...(marks.get(number) ?? []), { file, title }]);
        }
    }
  return marks;
}

const rules = sections.flatMap(([section, , texts]) =>
  texts.map((text, at) => ({ section, number: `${section}.${at + 1}`, text })),
);

/** The tests of each rule. Throws for a rule without one, unless it is known, and for a mark that names no rule. */
function readHeld() {
  const marks = readMarks();
  const numbers = new Set(rules.map(({ number }) => number));
  const complaints = [
    ...[...marks.keys()]
      .filter((number) => !numbers.has(number))
      .map((number) => `there is no rule ${number}`),
    ...[...notHeldYet]
      .filter((number) => !numbers.has(number))
      .map((number) => `there is no rule ${number} to wait for`),
    ...[...notHeldYet].filter((number) => marks.has(number)).map((number) => `${number} is held by now`),
    ...[...numbers]
      .filter((number) => !marks.has(number) && !notHeldYet.has(number))
      .map((n) => `no test holds ${n}`),
  ];
  if (complaints.length > 0)
    throw new Error(
      `test/contract/interface-rules.mjs and "// spec" comments disagree:\n${complaints.join('\n')}`,
    );
  return marks;
}

const link = ({ file, title }) =>
  `[${path.basename(file).split('.')[0]}](../${file}) ${title.replace(/\$\{\w+\}/g, '…')}`;

export const interfaceTables = {
  rules: () => {
    const marks = readHeld();
    return sections
      .map(([section, title]) => {
        const rows = rules
          .filter((rule) => rule.section === section)
          .map(({ number, text }) => [
            code(number),
            text,
            (marks.get(number) ?? []).map(link).join('; ') || '_not held yet_',
          ]);
        return `## ${section} ${title}\n\n${table(['rule', 'in short', 'held by'], rows)}`;
      })
      .join('\n\n');
  },
};
