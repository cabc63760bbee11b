// The table that links each rule of the specification to the tests that check it.
import path from 'node:path';
import { readMarks, rules } from '../../test/contract/held-rules.mjs';
import { sections } from '../../test/contract/interface-rules.mjs';
import { code, table } from './table.mjs';

const link = ({ file, title }) =>
  `[${path.basename(file).split('.')[0]}](../${file}) ${title.replace(/\$\{\w+\}/g, '…')}`;

export const interfaceTables = {
  rules: () => {
    const marks = readMarks();
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
