// Builds a test's app with one version of React: a script for a server, or a page around a script for a browser.
import path from 'node:path';
import { build } from 'vite';

const app = (file) => path.resolve(import.meta.dirname, file);

/** The app with this React, for a server or a browser, in a development build. */
export async function bundle(entry, react, options) {
  const { output } = await build({
    configFile: false,
    logLevel: 'error',
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    oxc: { jsx: { runtime: 'automatic' } },
    resolve: {
      alias: ['react', 'react-dom'].map((name) => ({
        find: new RegExp(`^${name}(?=/|$)`),
        replacement: path.join(react, 'node_modules', name),
      })),
    },
    ...options,
    build: { target: 'es2022', minify: false, rolldownOptions: { input: app(entry) }, ...options.build },
  });
  return output;
}

/** The files of a page that hydrates `markup` with this entry, in the form that `servePages` takes. */
export async function pageAround(markup, entry, react) {
  const chunks = await bundle(entry, react, { build: { write: false } });
  const { fileName } = chunks.find(({ isEntry }) => isEntry);
  const scripts = chunks.map(({ fileName: name, code }) => [
    `/${name}`,
    { type: 'text/javascript', body: code },
  ]);
  const html = `<!doctype html><html lang="en"><title>App</title><link rel="icon" href="data:,">
    <div id="root">${markup}</div><script type="module" src="/${fileName}"></script>`;
  return { '/': { body: html }, ...Object.fromEntries(scripts) };
}
