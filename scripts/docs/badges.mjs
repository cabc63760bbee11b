// The badges of README: pictures of facts that the project checks elsewhere.
import { readFileSync } from 'node:fs';
import { makeBadge } from 'badge-maker';
import { languages } from '../../src/messages/languages.ts';

const root = new URL('../../', import.meta.url);
const { engines, license } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
// Read and not imported, because that takes what is built.
const limits = readFileSync(new URL('.size-limit.js', root), 'utf8');
const [, most] = /name: 'first screen', limit: '([^']+)'/.exec(limits);

const facts = {
  license: ['license', license],
  node: ['node', engines.node.replace('>=', '≥ ')],
  size: ['first screen, brotli', `≤ ${most}`],
  languages: ['languages', `${Object.keys(languages).length + 1}`],
};

const file = (name) => `docs/badges/${name}.svg`;

/** By the file that keeps them. */
export const badges = Object.fromEntries(
  Object.entries(facts).map(([name, [label, message]]) => [
    file(name),
    makeBadge({ label, message, color: '#1f4fd1' }),
  ]),
);

export const badgeTables = {
  badges: () =>
    Object.entries(facts)
      .map(([name, [label, message]]) => `![${label}: ${message}](${file(name)})`)
      .join('\n'),
};
