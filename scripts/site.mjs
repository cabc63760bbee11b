// Writes the documentation as files for any host, with live samples and pages of the demo that need no service. It adds a folder
// for this version to the folders of other versions, `latest` for the newest, and a list for readers to switch between them.
//
//   npm run docs:static                  writes into site/
//   npm run docs:static -- --out FOLDER  writes into another folder
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vitepress';
import { writeDemo } from '../demo/in-the-page/index.ts';
import { openApiDocument } from '../service/dist/openapi/index.js';
import { referenceRoutes } from '../service/dist/reference/index.js';
import { addVersion } from './site/versions.mjs';

const { values } = parseArgs({ options: { out: { type: 'string', default: 'site' } } });
const out = path.resolve(values.out);
const root = path.resolve(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const built = path.join(out, '.new');
const add = (from, to, filter) =>
  cpSync(path.join(root, from), path.join(built, to), { recursive: true, filter });

// The configuration of the documentation's site reads this.
process.env.DOCS_LIVE = 'in the page';
await build(path.join(root, 'demo/docs-site'), { outDir: built });
add('dist/cdn', 'cdn', (file) => !file.endsWith('.map'));
add('demo/pages/icon.svg', 'icon.svg');
add('demo/docs-site/provider.html', 'provider.html');
await writeDemo(path.join(built, 'demo'));
await writeReference();
const names = addVersion({ built, out, version });
console.log(`Version ${version} stands in ${values.out}, which has ${names.join(', ')}.`);

/** Writes the page that the service has at `/docs`, without the forms that try an endpoint. */
async function writeReference() {
  const document = () => openApiDocument({ publicUrl: 'http://127.0.0.1:8787', sandbox: true });
  const routes = referenceRoutes({ document, hasFiction: true, keys: {} });
  const read = async (address) => (await routes.request(address)).text();
  const page = (await read('/docs'))
    .replace(/<script [^>]*><\/script>/, '')
    .replace('"/docs/reference.css"', '"reference.css"')
    .replace('"/docs"', '"index.html"')
    .replace('"/openapi.json"', '"openapi.json"');
  writeFileSync(path.join(built, 'reference.html'), page);
  writeFileSync(path.join(built, 'reference.css'), await read('/docs/reference.css'));
  writeFileSync(path.join(built, 'openapi.json'), JSON.stringify(document()));
}
