// Run by the build.
import { createTemplate } from './db/open-pglite.js';

await createTemplate();
