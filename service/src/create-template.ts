// Run by the build: makes what data folders begin as.
import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createTables } from './create-tables.js';
import { openEmbedded } from './db/index.js';
import { createLog } from './log.js';

const directory = fileURLToPath(new URL('template', import.meta.url));
rmSync(directory, { recursive: true, force: true });
mkdirSync(directory);
const database = await openEmbedded(directory);
await createTables(database, createLog('warn'));
await database.close();
