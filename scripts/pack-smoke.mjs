// Packs the package, installs the tarball into an empty project and uses it
// as a stranger would: types, bundler, plain Node.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const dir = mkdtempSync(path.join(tmpdir(), 'svc-link-pack-'));
const npm = (args, cwd) =>
  execFileSync('npm', args, { cwd, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });
try {
  const [{ filename, entryCount, size }] = JSON.parse(
    npm(['pack', '--json', '--ignore-scripts', '--pack-destination', dir], root),
  );
  console.log(`${filename}: ${entryCount} files, ${(size / 1000).toFixed(1)} kB`);
  const write = (name, text) => writeFileSync(path.join(dir, name), text);
  write('package.json', '{"private":true,"type":"module"}');
  npm(
    ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--omit=peer', path.join(dir, filename)],
    dir,
  );

  // Importing the class needs no DOM; only ./define does.
  write(
    'node.mjs',
    `import { SvcLink } from 'svc-link';
import { createClient } from 'svc-link/client';
import { createLinkToken } from 'svc-link/contract';
if (typeof SvcLink !== 'function' || typeof createClient !== 'function') throw new Error('exports');
if (createLinkToken.path !== '/v2/link/token') throw new Error('contract');`,
  );
  execFileSync(process.execPath, ['node.mjs'], { cwd: dir, stdio: 'inherit' });

  write(
    'app.ts',
    `import 'svc-link/define';
import { SvcLink } from 'svc-link';
import { createClient } from 'svc-link/client';
const el: SvcLink = document.createElement('svc-link');
el.baseUrl = 'https://link.example';
el.tokenProvider = async () => 'token';
el.addEventListener('svc-exit', (event) => {
  const outcome: 'success' | 'error' | 'cancelled' = event.detail.outcome;
  console.log(outcome, event.detail.result?.provider);
});
document.body.append(el);
// @ts-expect-error – not a string
el.open = 'yes';
const client = createClient({ baseUrl: 'https://link.example', apiKey: 'sk' });
export const session = client.createLinkToken({ user_id: '00000000-0000-4000-8000-000000000000' });`,
  );
  write(
    'tsconfig.json',
    JSON.stringify({
      compilerOptions: {
        target: 'es2022',
        module: 'nodenext',
        lib: ['es2022', 'dom', 'dom.iterable'],
        types: [],
        strict: true,
        noEmit: true,
        skipLibCheck: false,
      },
      files: ['app.ts'],
    }),
  );
  execFileSync(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', dir], {
    stdio: 'inherit',
  });

  await build({
    root: dir,
    configFile: false,
    logLevel: 'error',
    build: { target: 'es2022', lib: { entry: 'app.ts', formats: ['es'], fileName: 'app' } },
  });
  console.log('imports in Node, type-checks and bundles');
} finally {
  rmSync(dir, { recursive: true, force: true });
}
