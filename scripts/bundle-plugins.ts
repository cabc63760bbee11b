// The plugins that the builds of vite.config.ts share.
import { readdirSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { minifyHTMLLiterals } from 'minify-literals';
import { minify } from 'terser';
import type { Plugin } from 'vite';
import { languageOf } from '../src/messages/language-of.ts';

/**
 * Removes white space and comments from style sheets and templates, which no minifier of scripts touches. With `prose`, the
 * templates mix words and elements, and the blanks between them stay.
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
 * Gives the short names in a fixed order. By itself the minifier orders them by the letters in a script, including the names
 * of its chunks. A change of any chunk then renames everything in the first script and moves its compressed size by 100 bytes.
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

/** Minifies again after the bundler's own minifier, which saves another two per cent. */
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
          // Two or three passes more than still change something.
          passes: 10,
          inline: 1,
          switches: false,
          pure_getters: true,
          unsafe_arrows: true,
          unsafe_methods: true,
          keep_fargs: false,
        },
        // Lit's private names, which no other code reads.
        mangle: { nth_identifier: stableNames, properties: { nth_identifier: stableNames, regex: /^_\$/ } },
        // With this comment Chrome compiles all functions of the first script in the background, not each one when it is called.
        ...(chunk.isEntry &&
          !name.includes('locales/') && { format: { preamble: '//# allFunctionsCalledOnLoad' } }),
        // The map is next to the script, and its address is relative to the script's folder.
        sourceMap: { content: String(map.source), url: `${basename(name)}.map`, filename: basename(name) },
      });
      chunk.code = result.code ?? chunk.code;
      map.source = String(result.map);
    }
  },
};

/** Builds the words of each language into a file next to the script, where `languages-by-name.ts` finds them. */
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

/** Removes Vite's helper that preloads a chunk's imports. It is a kilobyte, which the OAuth window does not need. */
export const noPreloadHelper: Plugin = {
  name: 'no-preload-helper',
  enforce: 'pre',
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
};

/**
 * Loads the widget's chunks of the hosted page together with the page's first script, not after that has run. The links
 * preload them as a `fetch`, because `fetchedFirst` fetches them; a module that fails to preload could not be loaded by a
 * second try. The OAuth window does not need them and gets `window.html`, the page without these links.
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
