// The documentation for programs that read it: each page as Markdown beside its HTML, and a list of them (llmstxt.org).
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { linkTo } from './markdown.js';
import { readMarkdown, type DocsPage } from './pages.js';

/** The file of a page in this folder of the site. */
const markdownFileOf = ({ slug }: Pick<DocsPage, 'slug'>): string => `${slug || 'index'}.md`;

/** Writes the files into the folder of the built site. */
export async function writeMarkdown(pages: readonly DocsPage[], folder: string): Promise<void> {
  for (const page of pages) {
    const to = path.join(folder, markdownFileOf(page));
    await mkdir(path.dirname(to), { recursive: true });
    await writeFile(to, asMarkdown(page, await readMarkdown(page), pages));
  }
  const [front] = pages;
  if (front)
    await writeFile(
      path.join(folder, 'llms.txt'),
      asList(asMarkdown(front, await readMarkdown(front), pages)),
    );
}

/**
 * A page as it is to be read without the site: with links to the Markdown of other pages, and without what only our tools and the
 * site read. A link to a file that is not a page becomes plain words.
 */
function asMarkdown(page: DocsPage, markdown: string, pages: readonly DocsPage[]): string {
  const here = path.posix.dirname(markdownFileOf(page));
  const asLink = (text: string, href: string): string => {
    const to = linkTo(page.file, href, pages);
    if (to === null) return text;
    if (!to.startsWith('/')) return `[${text}](${to})`;
    const [slug = '', anchor] = to.slice(1).split('#');
    const file = path.posix.relative(here, markdownFileOf({ slug }));
    return `[${text}](${file}${anchor === undefined ? '' : `#${anchor}`})`;
  };
  return markdown
    .split(/^(```[^]*?^```$)/m)
    .map((part, index) =>
      index % 2 === 1
        ? part.replace(/^(```\w+) .*/, '$1')
        : part
            .replace(/<!--[^]*?-->\n*/g, '')
            // Code between backticks comes first, so that a link in it stays as it is.
            .replace(
              /(`+)[^`]+\1|\[((?:[^[\]]|\[[^\]]*\])+)\]\(([^()\s]+)\)/g,
              (whole: string, _: string, text?: string, href = '') =>
                text === undefined ? whole : asLink(text, href),
            ),
    )
    .join('');
}

/** The first page as a list: what it says first, and its lists of pages. */
function asList(front: string): string {
  const [, lead = ''] = /^# .+\n+((?:[^\n]+\n)+)/.exec(front) ?? [];
  const [, ...sections] = front.split(/^(?=## )/m);
  return [
    '# svc-link',
    `> ${lead.trim().replaceAll('\n', ' ')}`,
    ...sections.map((each) => each.trim()),
    '',
  ].join('\n\n');
}
