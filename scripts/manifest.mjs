// Writes custom-elements.json, and from it what editors read; with --check fails where a committed one is not what the
// sources say.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { register } from 'tsx/esm/api';

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null);
const manifest = 'custom-elements.json';
const before = read(manifest);
const analyzer = 'node_modules/@custom-elements-manifest/analyzer/cem.js';
const { status } = spawnSync(process.execPath, [analyzer, 'analyze', '--quiet'], { stdio: 'inherit' });
if (status !== 0) process.exit(1);

// It reads the manifest, so it comes after it, and sources as they are.
register();
const { editorData } = await import('./editor-data.mjs');
const stale = read(manifest) === before ? [] : [manifest];
for (const [file, data] of Object.entries(editorData)) {
  const text = `${JSON.stringify(data, null, 2)}\n`;
  if (read(file) === text) continue;
  stale.push(file);
  writeFileSync(file, text);
}
if (process.argv.includes('--check') && stale.length > 0) {
  console.error(`Not fresh: ${stale.join(', ')}. Written anew: commit it.`);
  process.exitCode = 1;
}
