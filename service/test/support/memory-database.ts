// Databases for the tests, in memory unless a setting says otherwise. It takes seconds to make one, but copying one is fast.
import { PGlite } from '@electric-sql/pglite';
import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTables } from '../../src/server/create-tables.js';
import { createLog } from '../../src/server/log.js';
import { openEmbedded, openPostgres, type OpenDatabase } from '../../src/db/index.js';

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const cache = path('../../../node_modules/.cache/svc-service/');

/** The file with this version's tables. Its name is a hash of everything that the tables are made from. */
function template(): string {
  const made = createHash('sha256').update(readFileSync(path('../../../package-lock.json')));
  for (const file of [fileURLToPath(import.meta.url), path('../../src/db/migrate.ts')])
    made.update(readFileSync(file));
  for (const folder of ['../../src/db/migrations/', '../../src/jobs/'])
    for (const name of readdirSync(path(folder)).sort()) made.update(readFileSync(path(folder + name)));
  return join(cache, `${made.digest('hex').slice(0, 16)}.tar`);
}

async function makeTemplate(file: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-template-'));
  // Otherwise the new folder would get a copy of the build's database, with the migrations as they were at the time of the build.
  await (await PGlite.create(join(folder, 'pg'))).close();
  const database = await openEmbedded(folder);
  await createTables(database, createLog('silent'));
  await database.close();
  const pglite = await PGlite.create(join(folder, 'pg'));
  // No database is made from the templates, and they are two thirds of what each test file unpacks.
  await pglite.exec('update pg_database set datistemplate = false');
  for (const name of ['template0', 'template1']) await pglite.exec(`drop database ${name}`);
  await pglite.exec('checkpoint');
  const tar = await pglite.dumpDataDir('none');
  await pglite.close();
  rmSync(folder, { recursive: true });

  mkdirSync(cache, { recursive: true });
  // Remove the files of earlier versions.
  for (const name of readdirSync(cache))
    if (name.endsWith('.tar') && join(cache, name) !== file) rmSync(join(cache, name), { force: true });
  // Another thread or process may be making the same file.
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, Buffer.from(await tar.arrayBuffer()));
  renameSync(draft, file);
}

/** PostgreSQL if `TEST_DATABASE_URL` names one, otherwise a database in memory. */
export async function openForTests(onError: (error: Error) => void): Promise<OpenDatabase> {
  const postgres = process.env['TEST_DATABASE_URL'];
  return postgres === undefined ? openInMemory() : openPostgres(postgres, onError);
}

export async function openInMemory(): Promise<OpenDatabase> {
  const file = template();
  if (!existsSync(file)) await makeTemplate(file);
  return openEmbedded(undefined, new Blob([readFileSync(file)]));
}
