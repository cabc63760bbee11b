// Which tests cover which rule of the interface, by the comments above them.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { sections } from './interface-rules.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const folders = ['service/test', 'test/client', 'test/contract', 'test/webhooks', 'test/e2e'];
/** A comment that names rules, and the title of the test below it. */
const marked = /^ *\/\/ spec ([\d., ]+)\n *(?:it|describe)\(\s*(?:'([^']*)'|"([^"]*)"|`([^`]*)`)/gm;

/** The tests by the number of the rule that they cover: file and title. Throws if such a comment is not above a test. */
export function readMarks() {
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

/** Each rule with its section, its number and its text. */
export const rules = sections.flatMap(([section, , texts]) =>
  texts.map((text, at) => ({ section, number: `${section}.${at + 1}`, text })),
);
