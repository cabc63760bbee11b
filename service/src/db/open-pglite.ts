import { PGlite, types } from '@electric-sql/pglite';
import { cpSync, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { bytesOf } from './rows.js';

/** PostgreSQL's own default takes 130 MB more and serves one process no better. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=8MB'];

/** Bytes by Node's own means: PGlite's took a quarter of the time of a large import. */
const bytes = {
  serializers: { [types.BYTEA]: bytesOf },
  parsers: { [types.BYTEA]: (text: string) => Buffer.from(text.slice(2), 'hex') },
};

export const openMemory = (copyOf?: Blob): Promise<PGlite> =>
  PGlite.create({ startParams, ...bytes, ...(copyOf && { loadDataDir: copyOf }) });

/** What the build makes: a copy of it is there seconds sooner than a new database, with 600 MB less. */
const template = fileURLToPath(new URL('../../dist/template/pg', import.meta.url));

/** Its version is written last, so that one whose making broke off is none. */
const isDatabase = (dataDir: string): boolean => existsSync(join(dataDir, 'PG_VERSION'));

/** Opens the database of a data folder; makes it at the first start, and again if the making of it broke off. */
export async function openFolder(directory: string): Promise<PGlite> {
  const dataDir = join(directory, 'pg');
  if (!isDatabase(dataDir)) await (isDatabase(template) ? copyTo(dataDir) : create(dataDir));
  return PGlite.create({ dataDir, startParams, ...bytes });
}

/** Copies beside the place and moves it there whole, so that what broke off is never opened. */
async function copyTo(dataDir: string): Promise<void> {
  const unfinished = `${dataDir}.new`;
  await rm(unfinished, { recursive: true, force: true });
  // Nothing else is done yet, and of its 1,200 files this takes a quarter of the time.
  cpSync(template, unfinished, { recursive: true });
  await rm(dataDir, { recursive: true, force: true });
  await rename(unfinished, dataDir);
}

/** As text, so that it runs before and after compilation. */
const script = `
  const { workerData } = require('node:worker_threads');
  import(workerData.pglite)
    .then(({ PGlite }) => PGlite.create({ dataDir: workerData.dataDir }))
    .then((pglite) => pglite.close());
`;

/**
 * Makes a database in a thread of its own, which takes the 500 MB that this needs with it when it ends. Not in
 * a process: that could outlive this one and write on in a folder that is no longer locked.
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
