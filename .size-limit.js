// The size of what a browser loads: minified, and compressed with brotli as the service sends it. Reads the built files.
import { readFileSync } from 'node:fs';

/** The output of Vite in a folder, and functions that list the files that a browser loads for some of its modules. */
function built(folder) {
  const modules = JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8'));
  const withImports = (name) => [name, ...(modules[name].imports ?? []).flatMap(withImports)];
  const inFolder = (names) => [...new Set(names)].map((name) => `${folder}/${modules[name].file}`);
  return {
    first: (...names) => inFolder(names.flatMap(withImports)),
    scripts: (isWanted = () => true) =>
      inFolder(Object.keys(modules).filter((name) => modules[name].file.endsWith('.js') && isWanted(name))),
  };
}

const cdn = built('dist/cdn');
const hosted = built('dist/hosted');
const consolePages = built('service/dist/console');

const isLanguage = (name) => name.includes('/locales/');
/** Loaded only if there is a message for a developer. */
const isForDevelopers = (name) => /\/(developer-notes|inspect)\.ts$/.test(name);
/** Loaded only if a page's program opens the widget, or loads it ahead. */
const isByProgram = (name) => name.endsWith('element/by-program.ts');
/** Loaded only if the widget is opened over the page or in another one, or if the browser is too old. */
const isMode = (name) => /\/(modes\/|hosted-page-link)/.test(name);
/** The search, and the code for more than 200 providers. Loaded while the person reads. */
const isListTools = (name) => name.endsWith('/list-tools.ts');
/** Loaded only if the link renews a connection. */
const isRenewal = (name) => name.endsWith('/renewal.ts');
/** Loaded only if somebody asks to continue on a phone. */
const isPhone = (name) => name.endsWith('/phone.ts');
/** Loaded only if the service or the page's settings cause a problem that is not about the network or a form. */
const isRefusal = (name) => name.endsWith('/element/refusals.ts');
/** Loaded only if the person chooses what to share. */
const isChoice = (name) => name.endsWith('element/choice.ts');
/** Loaded after a connection was made, for a person who wants to keep what they agreed to. */
const isReceipt = (name) => name.endsWith('element/receipt.ts');
/** Loaded only if the person wants to end a connection. */
const isDisconnect = (name) => name.endsWith('element/disconnect.ts');
const isRare = (name) =>
  [
    ...[isLanguage, isForDevelopers, isMode, isByProgram, isRenewal],
    ...[isPhone, isRefusal, isChoice, isReceipt, isDisconnect],
  ].some((is) => is(name));

const window = hosted.first('index.html');
/** Everything that is loaded on the way to a connection, with the search, which is loaded while the person reads. */
const flow = cdn.scripts((name) => !isRare(name));

export default [
  // The aims are 20 for the first screen and 40 for each flow: what people missed (reconnect, several, sharing, phone) took
  // more than that, and so does Lit as it is published. These limits hold what there is until it is won back (bench/README.md),
  // with a tenth of a kilobyte more: any change gives files other names, and other names alone make what is compressed up to 50
  // bytes larger or smaller.
  { name: 'first screen', limit: '21.6 kB', path: cdn.first('src/define.ts') },
  { name: 'whole English flow with a password', limit: '45.6 kB', path: flow },
  { name: 'whole English flow by OAuth, with its window', limit: '49.8 kB', path: [...flow, ...window] },
  { name: 'what a link adds that renews a connection', limit: '1 kB', path: cdn.scripts(isRenewal) },
  { name: 'words of refusals', limit: '1 kB', path: cdn.scripts(isRefusal) },
  { name: 'choosing what to share', limit: '2 kB', path: cdn.scripts(isChoice) },
  { name: 'ending a connection', limit: '1 kB', path: cdn.scripts(isDisconnect) },
  { name: 'receipt', limit: '3 kB', path: cdn.scripts(isReceipt) },
  { name: 'window of OAuth', limit: '4.2 kB', path: window },
  { name: 'opened by program', limit: '2 kB', path: cdn.scripts(isByProgram) },
  { name: 'hosted page', limit: '31 kB', path: hosted.first('index.html', 'link-page.ts') },
  { name: 'search and long list', limit: '2 kB', path: cdn.scripts(isListTools) },
  { name: 'continue on a phone', limit: '5.2 kB', path: cdn.scripts(isPhone) },
  {
    name: 'on the phone, beside the hosted page',
    limit: '3 kB',
    path: hosted.scripts((name) => name === 'phone-page.ts'),
  },
  ...cdn.scripts(isLanguage).map((path) => ({ name: path, limit: '6.1 kB', path })),
  { name: 'console, first view', limit: '40.9 kB', path: consolePages.first('index.html') },
  { name: 'whole console', limit: '111.5 kB', path: consolePages.scripts() },
];
