// Writes custom-elements.json, or with --check fails where the committed one is not what the sources say.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const file = 'custom-elements.json';
const before = readFileSync(file, 'utf8');
const { status } = spawnSync(
  process.execPath,
  ['node_modules/@custom-elements-manifest/analyzer/cem.js', 'analyze', '--quiet'],
  { stdio: 'inherit' },
);
if (status !== 0) process.exitCode = 1;
else if (process.argv.includes('--check') && readFileSync(file, 'utf8') !== before) {
  console.error(`${file} is not fresh. It was written anew: commit it.`);
  process.exitCode = 1;
}
