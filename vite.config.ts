// vite build --mode lib      the library's ES modules, into dist/
// vite build --mode cdn      the self-registering script with its lazy chunks, into dist/cdn/
// vite build --mode hosted   the hosted page, into dist/hosted/
// vite build --mode console  the console, into service/dist/console/; after lib, whose client it uses
import { resolve } from 'node:path';
import { defineConfig, type UserConfig } from 'vite';
import {
  locales,
  minifiedTwice,
  noPreloadHelper,
  templatesIn,
  widgetBeside,
} from './scripts/bundle-plugins.ts';
import { firstScreen } from './scripts/first-screen.mjs';

const here = (file: string) => resolve(import.meta.dirname, file);

const templates = templatesIn(/\/src\/element\/.*\.ts$/);

/** In the bundles for browsers this has a tenth of the size and gives the same answers (docs/decisions/0003). */
const smaller = [
  { find: 'zod/mini', replacement: here('src/zod-subset.ts') },
  { find: /^\.\/languages\.js$/, replacement: here('src/messages/languages-by-name.ts') },
];
/** Leaves out the modules that the hosted page never uses. */
const inPlaceOnly = {
  find: /^\.\/(?:glance|controllers\/(?:modes|by-program))\.js$/,
  replacement: here('src/element/in-place.ts'),
};

const lib: UserConfig = {
  publicDir: false,
  plugins: [firstScreen(templates)],
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: false,
    sourcemap: true,
    minify: false, // the application that imports it minifies
    lib: {
      formats: ['es'],
      entry: {
        index: here('src/index.ts'),
        define: here('src/define.ts'),
        'contract/index': here('src/contract/index.ts'),
        'client/index': here('src/client/index.ts'),
        'webhooks/index': here('src/webhooks/index.ts'),
        'testing/index': here('src/testing/index.ts'),
        'server/index': here('src/server/index.ts'),
        'server/in-browser': here('src/server/in-browser.ts'),
        'server/without-dom': here('src/server/without-dom.ts'),
        'react/index': here('src/react/index.ts'),
        // `#element` in package.json.
        'element/index': here('src/element/index.ts'),
      },
    },
    rolldownOptions: {
      // A source file stays one file, so that "use client" is at the top of the result too.
      onLog: (level, log, handle) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
      checks: { bundlerTimings: false, pluginTimings: false },
      // Not bundled: the package's own entries, the dependencies in package.json, and the page's own React.
      external: [/^#element$/, /^svc-link\//, /^lit(\/|$)/, /^zod(\/|$)/, /^@floating-ui\//, /^react(\/|$)/],
      // One file for each source file, so that the declarations and the paths in custom-elements.json match.
      output: {
        preserveModules: true,
        preserveModulesRoot: here('src'),
        // Bundled code of others gets another folder, because many archives leave out folders named node_modules.
        entryFileNames: ({ name }) => `${name.replace(/^node_modules\//, 'bundled/')}.js`,
      },
    },
  },
};

const cdn: UserConfig = {
  publicDir: false,
  resolve: { alias: smaller },
  plugins: [templates, locales('locales'), minifiedTwice],
  build: {
    target: 'es2022',
    outDir: 'dist/cdn',
    emptyOutDir: true,
    manifest: true,
    sourcemap: true,
    lib: { formats: ['es'], entry: here('src/define.ts'), fileName: () => 'svc-link.js' },
    rolldownOptions: {
      // The first screen needs only one file, because a chunk beside the entry would cost a second request after the first.
      preserveEntrySignatures: 'allow-extension',
      // test/package/published.test.mjs checks imports that the subset of zod lacks.
      checks: { importIsUndefined: false, bundlerTimings: false },
      output: {
        minify: true, // `build.minify` keeps white space in an ES library
        chunkFileNames: '[name]-[hash].js',
      },
    },
  },
};

/** The path of the hosted page at the service. */
const hostedBase = '/link/';

/**
 * The modules that the hosted page's parts share. By itself, the
 * bundler would make a file for each set of parts that share something.
 */
const sharedByPages =
  /node_modules\/(?:@lit|lit|lit-html|lit-element)\/|src\/(?:zod-subset|contract\/(?:endpoint|open-enum|consent|error|link-provider|link-session)|client\/client-error|loading\/importing|element\/(?:attributes|locale|controllers\/part-loader))\.ts$/;

const hosted: UserConfig = {
  root: here('src/hosted'),
  base: hostedBase,
  publicDir: false,
  resolve: { alias: [...smaller, inPlaceOnly] },
  plugins: [noPreloadHelper, templates, locales('assets/locales'), minifiedTwice, widgetBeside(hostedBase)],
  build: {
    target: 'es2022',
    // The oldest supported browsers. For older ones the bundler would
    // replace `:dir()` with a list of languages, which has another meaning.
    cssTarget: ['chrome125', 'edge125', 'firefox126', 'safari17.5'],
    outDir: here('dist/hosted'),
    emptyOutDir: true,
    manifest: true,
    sourcemap: true,
    modulePreload: false,
    cssCodeSplit: false,
    rolldownOptions: {
      input: { index: here('src/hosted/index.html') },
      checks: { importIsUndefined: false, bundlerTimings: false },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: 'shared', test: sharedByPages }],
        },
      },
    },
  },
};

const console: UserConfig = {
  root: here('service/console'),
  base: '/console/',
  publicDir: false,
  plugins: [noPreloadHelper, templatesIn(/\/service\/console\/.*\.ts$/, { prose: true })],
  build: {
    target: 'es2022',
    outDir: here('service/dist/console'),
    emptyOutDir: true,
    manifest: true,
    sourcemap: true,
    modulePreload: false,
    cssCodeSplit: false,
    rolldownOptions: {
      // With the script of the service's `/docs`.
      input: {
        index: here('service/console/index.html'),
        try: here('service/console/reference/main.ts'),
      },
      // Its page is made without the console's manifest, so the name has no hash.
      output: {
        entryFileNames: ({ name }) => (name === 'try' ? 'assets/try.js' : 'assets/[name]-[hash].js'),
      },
      checks: { bundlerTimings: false, pluginTimings: false },
    },
  },
};

const modes: Record<string, UserConfig> = { lib, cdn, hosted, console };

export default defineConfig(({ mode }) => {
  const config = modes[mode];
  if (!config) throw new Error(`vite build --mode lib, cdn, hosted or console, not "${mode}"`);
  return config;
});
