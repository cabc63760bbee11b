// Run by the build: creates the database that new data folders are copied from.
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createTables } from './create-tables.js';
import { openEmbedded } from '../db/index.js';
import { createLog } from './log.js';

const directory = fileURLToPath(new URL('../template', import.meta.url));
const unfinished = `${directory}.new`;
// A template from an earlier build may have older tables.
for (const folder of [directory, unfinished]) rmSync(folder, { recursive: true, force: true });
mkdirSync(unfinished);
const database = await openEmbedded(unfinished);
await createTables(database, createLog('warn'));
await database.close();
renameSync(unfinished, directory);
