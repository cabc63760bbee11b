// Builds everything that is published or served: dist/ (ES modules and types), dist/cdn/, dist/hosted/
// and the service with its console.
//
//   node scripts/build.mjs             always
//   node scripts/build.mjs --if-stale  only where a source is newer than the last build
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const stamp = path.join(root, 'dist', '.built');

/** The newest change below a file or folder, in milliseconds. */
function newest(file) {
  const stat = statSync(file);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(file).map((name) => newest(path.join(file, name))));
}

const sources = [
  'src',
  'service/src',
  'service/console',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.base.json',
];

export function isFresh() {
  if (!existsSync(stamp) || !existsSync(path.join(root, 'service/dist/main.js'))) return false;
  return Math.max(...sources.map((name) => newest(path.join(root, name)))) < statSync(stamp).mtimeMs;
}

function run(...args) {
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) throw new Error(`${args.join(' ')} failed`);
}

export function build() {
  rmSync(path.join(root, 'dist'), { recursive: true, force: true });
  rmSync(path.join(root, 'service/dist'), { recursive: true, force: true });
  for (const mode of ['lib', 'cdn', 'hosted', 'console'])
    run('node_modules/vite/bin/vite.js', 'build', '--mode', mode, '--logLevel', 'warn');
  run('node_modules/typescript-7/bin/tsc', '-p', 'tsconfig.build.json');
  run('node_modules/typescript-7/bin/tsc', '-p', 'service/tsconfig.json');
  run('service/dist/create-template.js');
  writeFileSync(stamp, '');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    if (!process.argv.includes('--if-stale') || !isFresh()) build();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
