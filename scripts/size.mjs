// Fails when what a browser loads is over its budget: minified and brotli-compressed, as served from /cdn/.
// "First screen" is the entry with everything it imports statically; "whole flow" adds every chunk an
// English flow loads later and the script of the hosted page, which OAuth opens in a window.
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'vite';

const BUDGET = { first: 20, flow: 36 };

/** Loaded only where the developer is to be told something. */
const onMisuse = ({ fileName }) => fileName.startsWith('developer-notes');

/** Loaded where the panel is opened over the page: an inline flow has no use for it. */
const ofMode = ({ fileName }) => /^(overlay|anchor)-/.test(fileName);

const kindOf = (chunk) => (onMisuse(chunk) ? 'misuse' : ofMode(chunk) ? 'mode' : 'later');

const brotli = (text) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length / 1000;

async function chunksOf(mode) {
  const result = await build({ mode, logLevel: 'error', build: { write: false, sourcemap: false } });
  const { output } = Array.isArray(result) ? result[0] : result;
  return output.filter((chunk) => chunk.type === 'chunk');
}

/** The chunks that a browser fetches before the first screen. */
function firstOf(chunks) {
  const first = new Set();
  const visit = (file) => {
    if (first.has(file)) return;
    first.add(file);
    chunks.find((chunk) => chunk.fileName === file)?.imports.forEach(visit);
  };
  visit(chunks.find((chunk) => chunk.isEntry).fileName);
  return first;
}

process.env.NODE_ENV = 'production';
const cdn = await chunksOf('cdn');
const hosted = await chunksOf('hosted');
const first = firstOf(cdn);
const sum = (chunks) => chunks.reduce((total, { code }) => total + brotli(code), 0);

for (const chunk of cdn)
  console.log(
    `  ${(first.has(chunk.fileName) ? 'first' : kindOf(chunk)).padEnd(6)} ${chunk.fileName.padEnd(36)} ${brotli(chunk.code).toFixed(2).padStart(6)} kB`,
  );
console.log(`  window hosted page ${' '.repeat(24)} ${sum(hosted).toFixed(2).padStart(6)} kB`);

const figures = {
  first: sum(cdn.filter(({ fileName }) => first.has(fileName))),
  flow: sum(cdn.filter((chunk) => !onMisuse(chunk) && !ofMode(chunk))) + sum(hosted),
};
for (const [name, label] of [
  ['first', 'first screen'],
  ['flow', 'whole English flow'],
]) {
  const over = figures[name] > BUDGET[name];
  console.log(
    `${over ? '✗' : '✓'} ${label.padEnd(20)} ${figures[name].toFixed(2)} kB of ${BUDGET[name]} kB brotli`,
  );
  if (over) process.exitCode = 1;
}
