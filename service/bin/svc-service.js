#!/usr/bin/env node
// This file is in the repository so that npm can link it before the first build.
import { existsSync } from 'node:fs';

const main = new URL('../dist/main.js', import.meta.url);
if (existsSync(main)) {
  await import(main.href);
} else {
  process.stderr.write('svc-service: not built yet; run npm run build first\n');
  process.exitCode = 1;
}
