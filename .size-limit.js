// What a browser may load: minified, and compressed with brotli as the service sends it. Reads what is built.
import { readFileSync } from 'node:fs';

/** What Vite made in a folder, with a way to the files that a browser fetches with some of its modules. */
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
/** Loaded only if a developer is to be told something. */
const isForDevelopers = (name) => /\/(developer-notes|inspect)\.ts$/.test(name);
/** Loaded only if the widget is opened over the page or in another one, or if the browser is too old. */
const isMode = (name) => /\/(modes\/|hosted-page-link)/.test(name);

const window = hosted.first('index.html');
const flow = cdn.scripts((name) => !isLanguage(name) && !isForDevelopers(name) && !isMode(name));

export default [
  { name: 'first screen', limit: '20 kB', path: cdn.first('src/define.ts') },
  { name: 'whole English flow, with its window of OAuth', limit: '40 kB', path: [...flow, ...window] },
  { name: 'window of OAuth', limit: '4 kB', path: window },
  { name: 'hosted page', limit: '30 kB', path: hosted.first('index.html', 'link-page.ts') },
  ...cdn.scripts(isLanguage).map((path) => ({ name: path, limit: '5 kB', path })),
  { name: 'console, first view', limit: '40 kB', path: consolePages.first('index.html') },
  { name: 'whole console', limit: '110 kB', path: consolePages.scripts() },
];
