// Writes the documentation as files for any host, with live samples that need no service: a folder for this version beside those that
// are there, `latest` for the newest, and a list by which readers change between them.
//
//   npm run docs:static                  writes into site/
//   npm run docs:static -- --out FOLDER  writes into another folder
import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vitepress';
import { addVersion } from './site/versions.mjs';

const { values } = parseArgs({ options: { out: { type: 'string', default: 'site' } } });
const out = path.resolve(values.out);
const root = path.resolve(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const built = path.join(out, '.new');
const add = (from, to, filter) =>
  cpSync(path.join(root, from), path.join(built, to), { recursive: true, filter });

// Its configuration reads this.
process.env.DOCS_LIVE = 'in the page';
await build(path.join(root, 'demo/docs-site'), { outDir: built });
add('dist/cdn', 'cdn', (file) => !file.endsWith('.map'));
add('demo/pages/icon.svg', 'icon.svg');
add('demo/docs-site/provider.html', 'provider.html');
const names = addVersion({ built, out, version });
console.log(`Version ${version} stands in ${values.out}, which has ${names.join(', ')}.`);
