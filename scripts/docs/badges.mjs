// The badges of the README: pictures of facts that other checks of the project make sure of.
import { readFileSync } from 'node:fs';
import { makeBadge } from 'badge-maker';
import { languages } from '../../src/messages/languages.ts';

const root = new URL('../../', import.meta.url);
const { engines, license } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
// Read and not imported, because the import needs a build.
const limits = readFileSync(new URL('.size-limit.js', root), 'utf8');
const [, most] = /name: 'first screen', limit: '([^']+)'/.exec(limits);

const facts = [
  { file: 'docs/badges/license.svg', label: 'license', message: license },
  { file: 'docs/badges/node.svg', label: 'node', message: engines.node.replace('>=', '≥ ') },
  { file: 'docs/badges/size.svg', label: 'first screen, brotli', message: `≤ ${most}` },
  { file: 'docs/badges/languages.svg', label: 'languages', message: `${Object.keys(languages).length + 1}` },
];

/** The badges by file name. */
export const badges = Object.fromEntries(
  facts.map(({ file, ...fact }) => [file, makeBadge({ ...fact, color: '#1f4fd1' })]),
);

export const badgeTables = {
  badges: () => facts.map(({ file, label, message }) => `![${label}: ${message}](${file})`).join('\n'),
};
