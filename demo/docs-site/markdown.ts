// What the site makes of the documentation's Markdown, in addition to VitePress.
import path from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { choices, flags } from './choices.js';
import type { DocsPage } from './pages.js';

type Plugin<T extends unknown[] = []> = (md: MarkdownRenderer, ...more: T) => void;

/** The id that a heading has wherever Markdown is shown. VitePress adds a number to an id that occurs twice. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** The first cell of many tables is empty, so it must not be a heading. */
export const asOnGitHub: Plugin = (md) => {
  md.core.ruler.push('empty-heads', ({ tokens }) => {
    for (const [index, token] of tokens.entries())
      if (token.type === 'th_open' && tokens[index + 1]?.content === '')
        for (const each of [token, tokens[index + 2]]) if (each) each.tag = 'td';
    return true;
  });
};

/** Links between files become links between pages. A link to a file that is not a page becomes plain words. */
export const withLinksBetween: Plugin<[readonly DocsPage[]]> = (md, pages) => {
  md.core.ruler.push('links-between', ({ tokens, env }) => {
    const here = env as { readonly realPath?: string; readonly path: string };
    const file = path.relative(path.join(import.meta.dirname, '../..'), here.realPath ?? here.path);
    for (const { children } of tokens) {
      const open: boolean[] = [];
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const to = linkTo(file, token.attrGet('href') ?? '', pages);
          if (to !== null) token.attrSet('href', to);
          open.push(to !== null);
        }
        const stays =
          token.type === 'link_open' ? open.at(-1) : token.type === 'link_close' ? open.pop() : true;
        if (!stays) Object.assign(token, { type: 'text', content: '', tag: '', nesting: 0 });
      }
    }
    return true;
  });
};

/** Where a link of a file leads on the site; null if that is not a page of it. Other addresses stay as they are. */
export function linkTo(file: string, href: string, pages: readonly DocsPage[]): string | null {
  if (/^([a-z]+:|#)/.test(href)) return href;
  const [name = '', anchor] = href.split('#');
  const target = path.posix.join(path.posix.dirname(file), name);
  const found = pages.find((each) => each.file === target);
  return found ? `/${found.slug}${anchor === undefined ? '' : `#${anchor}`}` : null;
}

/** A table that can be scrolled is named after the heading above it. */
export const withNamedTables: Plugin = (md) => {
  md.core.ruler.push('named-tables', ({ tokens }) => {
    let heading = 'Table';
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'heading_open')
        heading = tokens[index + 1]?.content.replace(/[`*_]/g, '') ?? heading;
      if (token.type === 'table_open') token.attrSet('aria-label', heading);
    }
    return true;
  });
};

/**
 * Shows the real widget below its code, for ` ```html live `: the code goes into the page as it is. `theme/live.js` gives each
 * widget its token, its switches (`controls`) and its log (`log`), and applies the CSS of a following ` ```css live ` only to
 * this example. With `inPage` the service is in the page too, and the page says so.
 */
export const withLiveExamples: Plugin<[inPage: boolean]> = (md, inPage) => {
  const fence = md.renderer.rules.fence ?? (() => '');
  md.renderer.rules.fence = (tokens, index, ...more) => {
    const optionsOf = (at: number) => {
      const [language, ...options] = tokens[at]?.type === 'fence' ? tokens[at].info.split(/\s+/) : [];
      return options.includes('live') ? { language, options } : undefined;
    };
    const asCode = (at: number) => {
      const token = tokens[at];
      if (token) token.info = token.info.split(' ', 1).join();
      return fence(tokens, at, ...more);
    };
    const live = optionsOf(index);
    if (!live) return tokens[index]?.meta === shown ? '' : asCode(index);
    const text = tokens[index]?.content ?? '';
    // The code around the element belongs to the example, unless it is a whole page.
    const [markup = ''] = /<(section|svc-link)[^]*<\/\1>/.exec(text) ?? [];
    const cannotRun = inPage && ofService.test(markup);
    const id = `live-${index}`;
    const next = optionsOf(index + 1)?.language === 'css' ? tokens[index + 1] : undefined;
    const css = next ? asCode(index + 1) : '';
    if (next) next.meta = shown;
    return [
      `<div class="live" id="${id}" data-live v-pre>`,
      `<div class="live-code">${asCode(index)}${css}`,
      live.options.includes('controls') ? switches(inPage) : '',
      `</div><div class="stage">${cannotRun ? '' : `${markup}<noscript>A live sample needs JavaScript.</noscript>`}`,
      inPage ? `<p class="live-note">${cannotRun ? needsService : runsInPage}</p>` : '',
      '</div>',
      live.options.includes('log') ? eventLog(id) : '',
      '</div>\n',
    ].join('');
  };
};

/** Modes that show the service's own page. */
const modesOfService = ['frame', 'window', 'redirect'];
const ofService = new RegExp(`<svc-link[^>]*mode="(?:${modesOfService.join('|')})"`);

const runsInPage = 'Runs against a fictional service in this page: nothing that you type leaves it.';
const needsService =
  'This one opens a page of the service, which a site of files does not have. Start the project to try it.';

const named = (name: string) => `<code>${name}</code>`;

/** A switch for each attribute. */
const switches = (inPage: boolean): string => {
  const selects = Object.entries(choices).map(([name, values]) => {
    const options = values
      .filter((value) => !inPage || !modesOfService.includes(value))
      .map((value) => `<option value="${value}">${value || 'not set'}</option>`);
    return `<label>${named(name)}<select name="${name}">${options.join('')}</select></label>`;
  });
  const boxes = flags.map(
    (name) => `<label class="check"><input type="checkbox" name="${name}">${named(name)}</label>`,
  );
  return `<form class="options" aria-label="Attributes" data-controls>${[...selects, ...boxes].join('')}</form>`;
};

const shown = 'shown with the example before it';

const eventLog = (id: string): string => `
  <section class="tool" aria-labelledby="${id}-events">
    <div class="tool-head">
      <strong id="${id}-events">Events</strong><button type="button" class="small" data-clear>Clear</button>
    </div>
    <div class="log" role="log" aria-labelledby="${id}-events" tabindex="0"><ol></ol></div>
  </section>`;
