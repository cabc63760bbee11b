import path from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { escape, slugger } from './html.js';
import { codeBlock, isLive, liveExample, readInfo, type CodeBlock } from './live.js';
import { addressOf, type DocsPage } from './pages.js';

/** A heading of a page. */
export interface Heading {
  readonly level: number;
  readonly id: string;
  /** With its code marked up. */
  readonly html: string;
  readonly text: string;
}

export interface RenderedPage {
  readonly title: string;
  /** The first paragraph, as text. */
  readonly lead: string;
  readonly headings: readonly Heading[];
  readonly html: string;
  /** Whether the widget is on it. */
  readonly isLive: boolean;
}

/** Markdown as a page of the site. Links between files become links between pages; of a file that is none only the name stays. */
export function render(markdown: string, page: DocsPage, pages: readonly DocsPage[]): RenderedPage {
  const headings: Heading[] = [];
  const slug = slugger();
  const linkTo = (href: string): string | null => {
    if (/^(https?:|mailto:|#)/.test(href)) return href;
    const [file = '', anchor] = href.split('#');
    const target = path.posix.join(path.posix.dirname(page.file), file);
    const found = pages.find((each) => each.file === target);
    return found ? addressOf(found) + (anchor === undefined ? '' : `#${anchor}`) : null;
  };
  const marked = new Marked({
    renderer: {
      // Comments mark what is generated; of tags only this one is used, for buttons that are quoted.
      html: ({ text }) => (/^<\/?kbd>$/.test(text) ? text : ''),
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens);
        const text = textOf(tokens);
        const id = slug(text);
        headings.push({ level: depth, id, html, text });
        if (depth === 1) return `<h1>${html}</h1>`;
        return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${html}</a></h${depth}>`;
      },
      link({ href, tokens }) {
        const to = linkTo(href);
        const html = this.parser.parseInline(tokens);
        return to === null ? html : `<a href="${escape(to)}">${html}</a>`;
      },
      code: ({ lang, text }) => codeBlock(readInfo(lang, text)),
      table(token) {
        const cells = (row: readonly Tokens.TableCell[], tag: string): string =>
          `<tr>${row.map(({ text, tokens }) => within(text === '' ? 'td' : tag, tokens)).join('')}</tr>`;
        const within = (tag: string, tokens: Token[]): string =>
          `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`;
        const rows = token.rows.map((row) => cells(row, 'td')).join('');
        return (
          `<div class="table" tabindex="0" role="group" aria-label="${escape(nameOf(headings))}">` +
          `<table><thead>${cells(token.header, 'th')}</thead><tbody>${rows}</tbody></table></div>`
        );
      },
      listitem(item) {
        // On the first page a link and what is said of it stand in a card.
        const html = this.parser.parse(item.tokens).replace(page.slug === '' ? /(<\/a>): / : /$^/, '$1 ');
        return item.task ? `<li class="task">${html}</li>` : `<li>${html}</li>`;
      },
      checkbox: () => '',
    },
  });
  const tokens = marked.lexer(markdown);
  const html = groupsOf(tokens).map((group, index) =>
    'example' in group
      ? liveExample(group.example, group.css, `live-${index}`)
      : marked.parser(group.tokens as Token[]),
  );
  return {
    title: headings[0]?.text ?? page.title,
    lead: textOf(tokens.find(isParagraph)?.tokens ?? []),
    headings,
    html: html.join('\n'),
    isLive: html.some((each) => each.includes('data-live')),
  };
}

type Group = { readonly tokens: Token[] } | { readonly example: CodeBlock; readonly css: CodeBlock | null };

/** A live example with the CSS that follows it, and what stands between examples. */
function groupsOf(tokens: readonly Token[]): Group[] {
  const groups: Group[] = [];
  for (const token of tokens) {
    const last = groups.at(-1);
    const block = token.type === 'code' ? readInfo(token.lang, token.text) : null;
    if (block && isLive(block)) {
      const isStyle = block.language === 'css' && last && 'example' in last && !last.css;
      if (isStyle) groups[groups.length - 1] = { ...last, css: block };
      else groups.push({ example: block, css: null });
    } else if (last && 'tokens' in last) last.tokens.push(token);
    else if (token.type !== 'space') groups.push({ tokens: [token] });
  }
  return groups;
}

const isParagraph = (token: Token): token is Tokens.Paragraph => token.type === 'paragraph';

/** What a reader sees of marked up text. */
const textOf = (tokens: readonly Token[]): string => tokens.map(wordsOf).join('').replace(/\s+/g, ' ');
const wordsOf = (token: Token): string =>
  'tokens' in token && token.tokens ? textOf(token.tokens) : 'text' in token ? token.text : '';

/** A table is named after the heading above it. */
const nameOf = (headings: readonly Heading[]): string => headings.at(-1)?.text ?? 'Table';
