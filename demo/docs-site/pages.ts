import { readFile } from 'node:fs/promises';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** A page of the documentation: a Markdown file of the repository and its place on the site. */
export interface DocsPage {
  /** Its path below `/docs/`; empty for the first page. */
  readonly slug: string;
  /** The file, from the repository's root. */
  readonly file: string;
  readonly title: string;
}

export interface DocsSection {
  readonly title: string;
  readonly pages: readonly DocsPage[];
}

const front: DocsPage = { slug: '', file: 'docs/README.md', title: 'Overview' };

/** The slugs of files outside `docs/`. The slug of `docs/server.md` is `server`. */
const slugs: Record<string, string> = { 'service/README.md': 'service', 'CHANGELOG.md': 'changelog' };
const slugOf = (file: string): string => slugs[file] ?? file.replace(/^docs\/|\.md$/g, '');

/**
 * Every page in reading order, and the sections of the pages. They come from the lists of `docs/README.md`, so that a reader of
 * the files finds the same order.
 */
export async function readPages(): Promise<{ pages: readonly DocsPage[]; sections: readonly DocsSection[] }> {
  const [, ...parts] = (await readMarkdown(front)).split(/^## /m);
  const sections = parts.map((part) => ({
    title: part.slice(0, part.indexOf('\n')),
    pages: [...part.matchAll(/^- \[([^\]]+)\]\(([^)]+\.md)\)/gm)].map(([, title = '', href = '']) => {
      const file = path.posix.join('docs', href);
      return { slug: slugOf(file), file, title };
    }),
  }));
  return { pages: [front, ...sections.flatMap(({ pages }) => pages)], sections };
}

export const readMarkdown = ({ file }: DocsPage): Promise<string> => readFile(path.join(root, file), 'utf8');

/** The first paragraph, as text. */
export const leadOf = (markdown: string): string =>
  (/^# .+\n+((?:[^\n]+\n)+)/m.exec(markdown)?.[1] ?? '')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/[`*_]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
