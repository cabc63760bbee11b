// Run by the build: makes what data folders begin as.
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createTables } from './create-tables.js';
import { openEmbedded } from '../db/index.js';
import { createLog } from './log.js';

const directory = fileURLToPath(new URL('../template', import.meta.url));
const unfinished = `${directory}.new`;
// An earlier one may be of tables that were since written anew.
for (const folder of [directory, unfinished]) rmSync(folder, { recursive: true, force: true });
mkdirSync(unfinished);
const database = await openEmbedded(unfinished);
await createTables(database, createLog('warn'));
await database.close();
renameSync(unfinished, directory);
