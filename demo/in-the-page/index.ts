// Writes the demo's pages that need no service as files. A fictional service runs in the page.
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { readPage } from '../static-pages.js';

const demo = path.join(import.meta.dirname, '..');
const root = path.join(demo, '..');
const pages = ['index.html', 'inline.html', 'dialog.html', 'popover.html', 'theming.html'];

/** What these pages say and load instead. */
const instead = {
  element: `<link rel="modulepreload" href="../cdn/svc-link.js" />
    <script type="module" src="../cdn/svc-link.js"></script>`,
  'links-to-the-service': '',
  'pages-of-the-service': '',
  'which-server': 'Here a fictional service in your browser stands in for both.',
  'which-service': `<p class="aside">
          Nothing that you type leaves your browser. Where the widget shows a page of the service, in a frame, a
          window or by going there, it takes one: <code>npm start</code> has these pages too.
        </p>`,
};

/** Writes the pages into `out`, which is next to the folder `cdn` with the widget. */
export async function writeDemo(out: string): Promise<void> {
  await mkdir(out, { recursive: true });
  for (const name of pages)
    await writeFile(path.join(out, name), await readPage(name, { docs: '../index.html', instead }));
  for (const name of await readdir(path.join(demo, 'pages')))
    if (!name.endsWith('.html')) await cp(path.join(demo, 'pages', name), path.join(out, name));
  await cp(path.join(demo, 'themes'), path.join(out, 'themes'), { recursive: true });
  await cp(path.join(root, 'custom-elements.json'), path.join(out, 'custom-elements.json'));
  // Replaces the `ask.js` that sends requests to the demo's server.
  await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: { 'svc-link/testing': path.join(root, 'dist/testing/index.js') } },
    build: {
      outDir: out,
      emptyOutDir: false,
      copyPublicDir: false,
      lib: { entry: path.join(import.meta.dirname, 'ask.js'), formats: ['es'], fileName: () => 'ask.js' },
    },
  });
}
