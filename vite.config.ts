// vite build --mode lib      the library's ES modules, into dist/
// vite build --mode cdn      the self-registering script with its lazy chunks, into dist/cdn/
// vite build --mode hosted   the hosted page, into dist/hosted/
// vite build --mode console  the console, into service/dist/console/; after lib, whose client it uses
import { readdirSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { minifyHTMLLiterals } from 'minify-literals';
import { minify } from 'terser';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { firstScreen } from './scripts/first-screen.mjs';
import { languageOf } from './src/messages/language-of.ts';

const here = (file: string) => resolve(import.meta.dirname, file);

/**
 * White space and comments in the style sheets and templates, which no minifier of scripts touches. `prose`: words and
 * elements stand side by side in them, and the blanks between stay.
 */
const templatesIn = (id: RegExp, { prose = false } = {}): Plugin => ({
  name: 'templates',
  transform: {
    filter: { id },
    async handler(code, fileName) {
      const html = {
        collapseWhitespace: true,
        collapseInlineTagWhitespace: !prose,
        removeAttributeQuotes: true,
      };
      return minifyHTMLLiterals(code, { fileName, html });
    },
  },
});
const templates = templatesIn(/\/src\/element\/.*\.ts$/);

/** What the bundler's own minifier leaves: another two per cent. */
const minifiedTwice: Plugin = {
  name: 'minified-twice',
  async generateBundle(_options, bundle) {
    for (const [name, chunk] of Object.entries(bundle)) {
      const map = bundle[`${name}.map`];
      if (chunk.type !== 'chunk') continue;
      const result = await minify(chunk.code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, ''), {
        module: true,
        ecma: 2020,
        compress: {
          passes: 5,
          inline: 1,
          switches: false,
          pure_getters: true,
          unsafe_arrows: true,
          unsafe_methods: true,
          keep_fargs: false,
        },
        // Lit's own private names, which nobody else reads.
        mangle: { properties: { regex: /^_\$/ } },
        // Chrome then makes all functions of the first script ready beside the page, not each in it when it is called.
        ...(chunk.isEntry &&
          !name.includes('locales/') && { format: { preamble: '//# allFunctionsCalledOnLoad' } }),
        ...(map?.type === 'asset' && {
          // The map stands beside the script, whose folder its address counts from.
          sourceMap: { content: String(map.source), url: `${basename(name)}.map`, filename: basename(name) },
        }),
      });
      chunk.code = result.code ?? chunk.code;
      if (map?.type === 'asset' && typeof result.map === 'string') map.source = result.map;
    }
  },
};

/** In the bundles for browsers a tenth of the size, with the same answers (docs/decisions/0003). */
const resolveSmaller = {
  alias: [
    { find: 'zod/mini', replacement: here('src/zod-subset.ts') },
    { find: /^\.\/languages\.js$/, replacement: here('src/messages/languages-by-name.ts') },
  ],
};

/** The words of each language, as `languages-by-name.ts` finds them beside the script. */
const locales = (folder: string): Plugin => ({
  name: 'locales',
  buildStart() {
    const from = here('src/messages/locales');
    for (const file of readdirSync(from)) {
      this.emitFile({
        type: 'chunk',
        id: `${from}/${file}`,
        fileName: `${folder}/${languageOf(basename(file, '.ts'))}.js`,
        preserveSignature: 'strict', // a page's script loses its exports otherwise
      });
    }
  },
});

/** What the subset lacks is used by schemas for servers only, so none of those may be left in a bundle. */
const noServerSchemas: Plugin = {
  name: 'no-server-schemas',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      for (const [id, { renderedLength }] of Object.entries('modules' in chunk ? chunk.modules : {}))
        if (
          renderedLength > 0 &&
          /contract\/(event|link-token|paging|sandbox(?:-names)?|source|user|uuid|webhook)\.ts$/.test(id)
        )
          this.error(`${id} is for servers and has no place in ${chunk.fileName}`);
  },
};

/** Vite's own helper loads ahead what a chunk needs: a kilobyte for the window of OAuth, which has no use for it. */
const noPreloadHelper: Plugin = {
  name: 'no-preload-helper',
  enforce: 'pre',
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
};

/** What the hosted page has no use for stays out of it. */
const inPlaceOnly: Plugin = {
  name: 'in-place-only',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^\.\/(?:glance|controllers\/(?:modes|by-program))\.js$/ },
    handler: () => here('src/element/in-place.ts'),
  },
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
        'react/index': here('src/react/index.ts'),
      },
    },
    rolldownOptions: {
      // One file stays one file, so that "use client" stands on top of it in the result, too.
      onLog: (level, log, handle) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
      // Not bundled: what package.json names as a dependency, and the page's own React.
      checks: { bundlerTimings: false, pluginTimings: false },
      external: [/^svc-link\//, /^lit(\/|$)/, /^zod(\/|$)/, /^@floating-ui\//, /^react(\/|$)/],
      // One file per source file: the declarations and the paths in custom-elements.json then match.
      output: {
        preserveModules: true,
        preserveModulesRoot: here('src'),
        // What is bundled of others: a folder node_modules is left out of many an archive.
        entryFileNames: ({ name }) => `${name.replace(/^node_modules\//, 'bundled/')}.js`,
      },
    },
  },
};

const cdn: UserConfig = {
  publicDir: false,
  resolve: resolveSmaller,
  plugins: [templates, noServerSchemas, locales('locales'), minifiedTwice],
  build: {
    target: 'es2022',
    outDir: 'dist/cdn',
    emptyOutDir: true,
    manifest: true,
    sourcemap: true,
    lib: { formats: ['es'], entry: here('src/define.ts'), fileName: () => 'svc-link.js' },
    rolldownOptions: {
      // All that the first screen needs in one file: a chunk beside the entry would be a request in series.
      preserveEntrySignatures: 'allow-extension',
      // noServerSchemas sees to imports that the subset of zod lacks.
      checks: { importIsUndefined: false, bundlerTimings: false },
      output: {
        minify: true, // `build.minify` keeps white space in an ES library
        chunkFileNames: '[name]-[hash].js',
      },
    },
  },
};

/** Where the service has the hosted page. */
const hostedBase = '/link/';

/**
 * What the widget in the hosted page is made of is asked for beside the page's first script, not once that has run. `fetchedFirst`
 * fetches it, so that it is what is loaded ahead: a module that fails to load ahead could not be had by a second try. A window of
 * OAuth has no use for it, and gets `window.html`, which is the page without.
 */
function widgetBeside(): Plugin {
  let withoutWidget = '';
  return {
    name: 'widget-beside',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        withoutWidget = html;
        return Object.values(bundle)
          .filter((each) => each.type === 'chunk' && ['link-page', 'shared'].includes(each.name))
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'fetch', crossorigin: true, href: hostedBase + fileName },
            injectTo: 'head',
          }));
      },
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'window.html', source: withoutWidget });
    },
  };
}

/** What the hosted page's parts share: on its own the bundler makes a file of each set of parts that share something. */
const sharedByPages =
  /node_modules\/(?:@lit|lit|lit-html|lit-element)\/|src\/(?:zod-subset|contract\/(?:endpoint|open-enum|consent|error|link-provider|link-session)|client\/client-error|loading\/importing|element\/(?:attributes|locale|controllers\/part-loader))\.ts$/;

const hosted: UserConfig = {
  root: here('src/hosted'),
  base: hostedBase,
  publicDir: false,
  resolve: resolveSmaller,
  plugins: [
    noPreloadHelper,
    inPlaceOnly,
    templates,
    noServerSchemas,
    locales('assets/locales'),
    minifiedTwice,
    widgetBeside(),
  ],
  build: {
    target: 'es2022',
    // The oldest that we run in. For older ones `:dir()` would become a list of languages, which says something else.
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
      // With what `/docs` of the service runs.
      input: {
        index: here('service/console/index.html'),
        try: here('service/console/reference/main.ts'),
      },
      // Its page is made without the console's manifest.
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
