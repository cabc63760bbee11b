// Databases for the tests, in memory where nothing else is said. Making one takes seconds of work, copying one that was made does not.
import { PGlite } from '@electric-sql/pglite';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openEmbedded, openPostgres, type OpenDatabase } from '../src/db/index.js';

// The package exports no package.json, so that its version is read beside its entry.
const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
const { version } = JSON.parse(readFileSync(`${dirname(dirname(entry))}/package.json`, 'utf8')) as {
  version: string;
};
const cache = fileURLToPath(new URL('../../node_modules/.cache/svc-service/', import.meta.url));
const template = `${cache}pglite-${version}.tar`;

async function makeTemplate(): Promise<void> {
  const pglite = await PGlite.create();
  const tar = await pglite.dumpDataDir('none');
  await pglite.close();
  mkdirSync(cache, { recursive: true });
  const draft = `${template}.${process.pid}`;
  writeFileSync(draft, Buffer.from(await tar.arrayBuffer()));
  renameSync(draft, template);
}

/** PostgreSQL where `TEST_DATABASE_URL` names one, else a database in memory. */
export async function openForTests(onError: (error: Error) => void): Promise<OpenDatabase> {
  const postgres = process.env['TEST_DATABASE_URL'];
  return postgres === undefined ? openInMemory() : openPostgres(postgres, onError);
}

export async function openInMemory(): Promise<OpenDatabase> {
  if (!existsSync(template)) await makeTemplate();
  return openEmbedded(undefined, new Blob([readFileSync(template)]));
}
