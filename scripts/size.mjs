// Fails when what a browser loads is over its budget: minified and brotli-compressed, as served from /cdn/, /link/ and
// /console/.
// "First screen" is the entry with everything it imports statically; "whole flow" adds every chunk an
// English flow loads later and what the hosted page loads in a window of OAuth. "Hosted page" is what that page
// loads to its own first screen, where it shows the widget itself.
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'vite';

const BUDGET = { first: 20, flow: 40, window: 4, hosted: 30, language: 5, consoleFirst: 40, console: 110 };

/** Loaded only on a developer's machine, or where a developer is to be told something. */
const onMisuse = ({ fileName }) => /^(developer-notes|inspect)-/.test(fileName);

/** Loaded where the widget is opened over the page or in another one, or the browser is too old: an inline flow has no use for it. */
const ofMode = ({ fileName }) => /^(overlay|anchor|remote)-/.test(fileName);

/** Loaded in place of English. */
const ofLanguage = ({ fileName }) => fileName.includes('locales/');

const kindOf = (chunk) =>
  onMisuse(chunk) ? 'misuse' : ofLanguage(chunk) ? 'words' : ofMode(chunk) ? 'mode' : 'later';

const brotli = (text) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length / 1000;

async function chunksOf(mode) {
  const result = await build({ mode, logLevel: 'error', build: { write: false, sourcemap: false } });
  const { output } = Array.isArray(result) ? result[0] : result;
  return output.filter((chunk) => chunk.type === 'chunk');
}

/** The chunks that a browser fetches with these: the entry alone, or some that it loads at once. */
function firstOf(chunks, ...roots) {
  const first = new Set();
  const visit = (file) => {
    if (first.has(file)) return;
    first.add(file);
    chunks.find((chunk) => chunk.fileName === file)?.imports.forEach(visit);
  };
  for (const chunk of chunks)
    if ((chunk.isEntry && !ofLanguage(chunk)) || roots.includes(chunk.name)) visit(chunk.fileName);
  return first;
}

process.env.NODE_ENV = 'production';
const cdn = await chunksOf('cdn');
const hosted = await chunksOf('hosted');
const ofConsole = await chunksOf('console');
const first = firstOf(cdn);
const sum = (chunks) => chunks.reduce((total, { code }) => total + brotli(code), 0);

for (const chunk of cdn)
  console.log(
    `  ${(first.has(chunk.fileName) ? 'first' : kindOf(chunk)).padEnd(6)} ${chunk.fileName.padEnd(36)} ${brotli(chunk.code).toFixed(2).padStart(6)} kB`,
  );
// Another file that it needs would be a request in series.
if (first.size > 1) {
  console.log(`✗ the first screen is more than one file: ${[...first].join(', ')}`);
  process.exitCode = 1;
}
const inWindow = firstOf(hosted);
const inPage = firstOf(hosted, 'link-page');
const inConsole = firstOf(ofConsole);

const figures = {
  first: sum(cdn.filter(({ fileName }) => first.has(fileName))),
  flow:
    sum(cdn.filter((chunk) => !onMisuse(chunk) && !ofMode(chunk) && !ofLanguage(chunk))) +
    sum(hosted.filter(({ fileName }) => inWindow.has(fileName))),
  window: sum(hosted.filter(({ fileName }) => inWindow.has(fileName))),
  hosted: sum(hosted.filter(({ fileName }) => inPage.has(fileName))),
  consoleFirst: sum(ofConsole.filter(({ fileName }) => inConsole.has(fileName))),
  console: sum(ofConsole),
  language: Math.max(...cdn.filter(ofLanguage).map(({ code }) => brotli(code))),
};
for (const [name, label] of [
  ['first', 'first screen'],
  ['flow', 'whole English flow'],
  ['window', 'window of OAuth'],
  ['hosted', 'hosted page'],
  ['language', 'largest language'],
  ['consoleFirst', 'console, first view'],
  ['console', 'whole console'],
]) {
  const over = figures[name] > BUDGET[name];
  console.log(
    `${over ? '✗' : '✓'} ${label.padEnd(20)} ${figures[name].toFixed(2)} kB of ${BUDGET[name]} kB brotli`,
  );
  if (over) process.exitCode = 1;
}
