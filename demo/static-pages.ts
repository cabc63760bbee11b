import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { isServed, sendText } from './send-text.js';

const pages = path.join(import.meta.dirname, 'pages');
const pieces = path.join(import.meta.dirname, 'pieces');

/** The README's page contains the service's usual address, so that people can copy it as it is. */
const usualService = 'http://127.0.0.1:8787';

/** Files that browsers request by names of their own. */
const usualNames: Record<string, string> = { '/': 'index.html', '/favicon.ico': 'icon.svg' };

/** The served folders: the pages, and the themes below `/themes/`. */
const folders: Record<string, string> = {
  '': pages,
  'themes/': path.join(import.meta.dirname, 'themes'),
};

/** The package's own description of the element, from which the playground makes its controls. */
const manifest = 'custom-elements.json';

/** The file for an address. It is directly in its folder, so an address cannot lead out of the folder. */
function fileOf(name: string): string | undefined {
  if (name === manifest) return path.join(import.meta.dirname, '..', manifest);
  const [, folder = '', file = ''] = /^(themes\/)?([a-z][a-z-]*\.[a-z]+)$/.exec(name) ?? [];
  return file && path.join(folders[folder] ?? '', file);
}

export interface PageOptions {
  /** The service's address, which replaces `%SERVICE%` and the usual address. */
  readonly service?: string;
  /** The path to the documentation, which replaces `%DOCS%`. */
  readonly docs?: string;
  /** Texts that replace some files of `pieces/`, by their names. */
  readonly instead?: Readonly<Record<string, string>>;
}

/** A page of `pages/` with its pieces. `<!-- include bar -->` inserts `pieces/bar.html`, which may include others. */
export async function readPage(
  name: string,
  { service = usualService, docs = 'docs/', instead = {} }: PageOptions = {},
): Promise<string> {
  const readPiece = async (piece: string): Promise<string> =>
    instead[piece] ?? include(await readFile(path.join(pieces, `${piece}.html`), 'utf8'));
  const include = async (html: string): Promise<string> => {
    const parts = html.split(/<!-- include ([a-z-]+) -->/);
    return (await Promise.all(parts.map((part, index) => (index % 2 === 0 ? part : readPiece(part))))).join(
      '',
    );
  };
  return (await include(await readFile(path.join(pages, name), 'utf8')))
    .replace(`<a href="${name}">`, `<a href="${name}" aria-current="page">`)
    .replaceAll('%DOCS%', docs)
    .replaceAll('%SERVICE%', service)
    .replaceAll(usualService, service);
}

/** Serves a page, its assets, or a theme. `%SERVICE%` in a page becomes the service's address. */
export async function servePage(
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
  service: string,
): Promise<void> {
  const name = usualNames[pathname] ?? pathname.slice(1);
  const file = isServed(name) ? fileOf(name) : undefined;
  const isPage = path.dirname(file ?? '') === pages && name.endsWith('.html');
  const text = file
    ? await (isPage ? readPage(name, { service }) : readFile(file, 'utf8')).catch(() => null)
    : null;
  sendText(request, response, { name, text, service });
}
