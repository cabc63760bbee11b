// vite build --mode lib      the library's ES modules, into dist/
// vite build --mode cdn      the self-registering script with its lazy chunks, into dist/cdn/
// vite build --mode hosted   the hosted page, into dist/hosted/
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig, type UserConfig } from 'vite';

const here = (file: string) => resolve(import.meta.dirname, file);

const lib: UserConfig = {
  publicDir: false,
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: false,
    sourcemap: true,
    minify: false, // the application that imports it minifies
    lib: {
      formats: ['es'],
      entry: Object.fromEntries(
        ['index', 'define', 'contract/index', 'client/index']
          .filter((n) => existsSync(here(`src/${n}.ts`)))
          .map((n) => [n, here(`src/${n}.ts`)]),
      ),
    },
    rolldownOptions: {
      // Not bundled: what package.json names as a dependency.
      external: [/^lit(\/|$)/, /^zod(\/|$)/, /^@floating-ui\//],
      // One file per source file: the declarations and the paths in custom-elements.json then match.
      output: { preserveModules: true, preserveModulesRoot: here('src'), entryFileNames: '[name].js' },
    },
  },
};

const cdn: UserConfig = {
  publicDir: false,
  build: {
    target: 'es2022',
    outDir: 'dist/cdn',
    emptyOutDir: true,
    sourcemap: true,
    lib: { formats: ['es'], entry: here('src/define.ts'), fileName: () => 'svc-link.js' },
    rolldownOptions: {
      output: {
        minify: true, // `build.minify` keeps white space in an ES library
        chunkFileNames: '[name]-[hash].js',
      },
    },
  },
};

const hosted: UserConfig = {
  root: here('src/hosted'),
  base: '/link/',
  publicDir: false,
  build: {
    target: 'es2022',
    outDir: here('dist/hosted'),
    emptyOutDir: true,
    sourcemap: true,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: { index: here('src/hosted/index.html') } },
  },
};

const modes: Record<string, UserConfig> = { lib, cdn, hosted };

export default defineConfig(({ mode }) => {
  const config = modes[mode];
  if (!config) throw new Error(`vite build --mode lib, cdn or hosted, not "${mode}"`);
  return config;
});
