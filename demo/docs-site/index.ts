// The documentation as a site: the Markdown files of docs/, rendered when they are asked for. Texts are the files' own.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendText } from '../send-text.js';
import { layout } from './layout.js';
import { addressOf, inOrder, readMarkdown, readSections } from './pages.js';
import { render } from './render.js';

export interface DocsSiteOptions {
  readonly service: string;
  readonly demo: string;
}

/** Answers what stands below `/docs/`. */
export function createDocsSite({ service, demo }: DocsSiteOptions) {
  /** The docs name the usual addresses, so that they can be copied as they are. */
  const asHere = (html: string): string =>
    html.replaceAll('http://127.0.0.1:8787', service).replaceAll('http://localhost:5173', demo);

  async function htmlOf(pathname: string): Promise<string | null> {
    const sections = await readSections();
    const pages = inOrder(sections);
    const index = pages.findIndex((each) => addressOf(each) === pathname);
    const page = pages[index];
    if (!page) return null;
    const rendered = render(await readMarkdown(page), page, pages);
    return asHere(
      layout(rendered, {
        page,
        sections,
        previous: pages[index - 1],
        next: pages[index + 1],
        service,
      }),
    );
  }

  /** What the search looks through: every heading of every page. */
  async function headingsOf(): Promise<string> {
    const pages = inOrder(await readSections());
    const all = pages.map(async (page) => {
      const { headings } = render(await readMarkdown(page), page, pages);
      return headings.map(({ level, id, text }) => ({
        page: page.title,
        text,
        href: addressOf(page) + (level === 1 ? '' : `#${id}`),
      }));
    });
    return JSON.stringify((await Promise.all(all)).flat());
  }

  return async (request: IncomingMessage, response: ServerResponse, pathname: string): Promise<void> => {
    if (pathname === '/docs') return void response.writeHead(308, { location: '/docs/' }).end();
    const isSearch = pathname === '/docs/headings.json';
    const text = isSearch ? await headingsOf() : await htmlOf(pathname);
    sendText(request, response, { name: isSearch ? 'headings.json' : 'page.html', text, service });
  };
}
