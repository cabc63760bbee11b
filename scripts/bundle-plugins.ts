// What the builds of vite.config.ts share: their plugins.
import { readdirSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { minifyHTMLLiterals } from 'minify-literals';
import { minify } from 'terser';
import type { Plugin } from 'vite';
import { languageOf } from '../src/messages/language-of.ts';

/**
 * White space and comments in the style sheets and templates, which no minifier of scripts touches. `prose`: words and
 * elements stand side by side in them, and the blanks between stay.
 */
export const templatesIn = (id: RegExp, { prose = false } = {}): Plugin => ({
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

const nameStarts = 'etnrisouaflchpdvmgybwESxTNCkLAOM_DPHBjFIqRUzWXV$JKQGYZ';
const nameGoesOn = `${nameStarts}0516372984`;

/**
 * The short names in one order. By itself the minifier counts the letters of a script, those in the names of its chunks
 * too: a change of any chunk then renamed all in the first script, which moved its compressed size by 100 bytes.
 */
const stableNames = {
  get(index: number): string {
    let name = nameStarts.charAt(index % nameStarts.length);
    for (let rest = Math.floor(index / nameStarts.length); rest > 0;) {
      rest -= 1;
      name += nameGoesOn.charAt(rest % nameGoesOn.length);
      rest = Math.floor(rest / nameGoesOn.length);
    }
    return name;
  },
};

/** What the bundler's own minifier leaves: another two per cent. */
export const minifiedTwice: Plugin = {
  name: 'minified-twice',
  async generateBundle(_options, bundle) {
    for (const [name, chunk] of Object.entries(bundle)) {
      if (chunk.type !== 'chunk') continue;
      const map = bundle[`${name}.map`];
      if (map?.type !== 'asset') throw new Error(`${name} has no map.`);
      const result = await minify(chunk.code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, ''), {
        module: true,
        ecma: 2020,
        compress: {
          // Two or three more than change anything.
          passes: 10,
          inline: 1,
          switches: false,
          pure_getters: true,
          unsafe_arrows: true,
          unsafe_methods: true,
          keep_fargs: false,
        },
        // Lit's own private names, which nobody else reads.
        mangle: { nth_identifier: stableNames, properties: { nth_identifier: stableNames, regex: /^_\$/ } },
        // Chrome then makes all functions of the first script ready beside the page, not each in it when it is called.
        ...(chunk.isEntry &&
          !name.includes('locales/') && { format: { preamble: '//# allFunctionsCalledOnLoad' } }),
        // The map stands beside the script, whose folder its address counts from.
        sourceMap: { content: String(map.source), url: `${basename(name)}.map`, filename: basename(name) },
      });
      chunk.code = result.code ?? chunk.code;
      map.source = String(result.map);
    }
  },
};

/** The words of each language, as `languages-by-name.ts` finds them beside the script. */
export const locales = (folder: string): Plugin => ({
  name: 'locales',
  buildStart() {
    const from = resolve(import.meta.dirname, '../src/messages/locales');
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

/** Vite's own helper loads ahead what a chunk needs: a kilobyte for the window of OAuth, which has no use for it. */
export const noPreloadHelper: Plugin = {
  name: 'no-preload-helper',
  enforce: 'pre',
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
};

/**
 * What the widget in the hosted page is made of is asked for beside the page's first script, not once that has run. `fetchedFirst`
 * fetches it, so that it is what is loaded ahead: a module that fails to load ahead could not be had by a second try. A window of
 * OAuth has no use for it, and gets `window.html`, which is the page without.
 */
export function widgetBeside(base: string): Plugin {
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
            attrs: { rel: 'preload', as: 'fetch', crossorigin: true, href: base + fileName },
            injectTo: 'head',
          }));
      },
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'window.html', source: withoutWidget });
    },
  };
}
