import { PGlite, types } from '@electric-sql/pglite';
import { cpSync, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { bytesOf } from './rows.js';

/** PostgreSQL's default takes 130 MB more and is no faster for one process. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=8MB'];

/** Converts bytes with Node's own functions. PGlite's functions took a quarter of the time of a large import. */
const bytes = {
  serializers: { [types.BYTEA]: bytesOf },
  parsers: { [types.BYTEA]: (text: string) => Buffer.from(text.slice(2), 'hex') },
};

export const openMemory = (copyOf?: Blob): Promise<PGlite> =>
  PGlite.create({ startParams, ...bytes, ...(copyOf && { loadDataDir: copyOf }) });

/** A database made by the build. Copying it is seconds faster than creating one and takes 600 MB less memory. */
const template = fileURLToPath(new URL('../../dist/template/pg', import.meta.url));

/** PostgreSQL writes PG_VERSION last, so a database without it was not created completely. */
const isDatabase = (dataDir: string): boolean => existsSync(join(dataDir, 'PG_VERSION'));

/** Opens the database of a data folder. Creates it at the first start, and again if its creation was interrupted. */
export async function openFolder(directory: string): Promise<PGlite> {
  const dataDir = join(directory, 'pg');
  if (!isDatabase(dataDir)) await (isDatabase(template) ? copyTo(dataDir) : create(dataDir));
  return PGlite.create({ dataDir, startParams, ...bytes });
}

/** Copies the template to another folder first and then renames it, so that an incomplete copy is never opened. */
async function copyTo(dataDir: string): Promise<void> {
  const unfinished = `${dataDir}.new`;
  await rm(unfinished, { recursive: true, force: true });
  // Synchronous, because nothing else runs yet and it takes a quarter of the time for the 1,200 files.
  cpSync(template, unfinished, { recursive: true });
  await rm(dataDir, { recursive: true, force: true });
  await rename(unfinished, dataDir);
}

/** The script is text, so that it runs both from the sources and from the compiled code. */
const script = `
  const { workerData } = require('node:worker_threads');
  import(workerData.pglite)
    .then(({ PGlite }) => PGlite.create({ dataDir: workerData.dataDir }))
    .then((pglite) => pglite.close());
`;

/**
 * Creates a database in a worker thread, whose 500 MB of memory are freed when it ends. Not in a
 * process, which could outlive this one and continue to write to a folder that is no longer locked.
 */
function create(dataDir: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const pglite = import.meta.resolve('@electric-sql/pglite');
    const worker = new Worker(script, { eval: true, execArgv: [], workerData: { pglite, dataDir } });
    worker.once('error', reject);
    worker.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`making the database ended with ${code}`));
    });
  });
}
