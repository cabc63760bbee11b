// Fails when a bundle is larger than its budget: minified and brotli-compressed,
// everything it imports statically included.
import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'vite';

const BUDGET = [
  // what, entry, exports used, kB (brotli) of the first request and of all
  ['element', 'src/define.ts', 8],
  ['client', 'src/client.ts', 8],
  ['element + client (cdn)', 'src/cdn.ts', 14],
];

const kB = (text) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length / 1000;

let failed = false;
for (const [name, entry, budget] of BUDGET) {
  const [{ output }] = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      lib: { entry, formats: ['es'], fileName: 'entry' },
      rolldownOptions: { output: { minify: true } },
    },
  });
  const chunks = output.filter((chunk) => chunk.type === 'chunk');
  const first = new Set();
  const visit = (file) => {
    if (first.has(file)) return;
    first.add(file);
    chunks.find((chunk) => chunk.fileName === file)?.imports.forEach(visit);
  };
  visit(chunks.find((chunk) => chunk.isEntry).fileName);
  const sum = (list) => list.reduce((total, chunk) => total + kB(chunk.code), 0);
  const now = sum(chunks.filter((chunk) => first.has(chunk.fileName)));
  const lazy = sum(chunks.filter((chunk) => !first.has(chunk.fileName)));
  const over = now > budget;
  failed ||= over;
  console.log(
    `${over ? '✗' : '✓'} ${name.padEnd(24)} ${now.toFixed(2).padStart(6)} kB of ${budget} kB` +
      (lazy ? `, ${lazy.toFixed(2)} kB more when needed` : ''),
  );
}
const cdn = kB(readFileSync('dist/svc-link.cdn.js'));
console.log(`  dist/svc-link.cdn.js     ${cdn.toFixed(2).padStart(6)} kB`);
process.exitCode = failed ? 1 : 0;
