import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { isServed, sendText } from './send-text.js';

const pieces = path.join(import.meta.dirname, 'pieces');

/** README's page names the service's usual address, so that it can be copied as it is. */
const usualService = 'http://127.0.0.1:8787';

/** What browsers ask for by a name of their own. */
const usualNames: Record<string, string> = { '/': 'index.html', '/favicon.ico': 'icon.svg' };

/** The folders that are served: the pages, and the themes below `/themes/`. */
const folders: Record<string, string> = {
  '': path.join(import.meta.dirname, 'pages'),
  'themes/': path.join(import.meta.dirname, 'themes'),
};

/** The package's own description of the element, from which the playground makes its controls. */
const manifest = 'custom-elements.json';

/** The file behind an address: one beside the others in its folder, never a way out of it. */
function fileOf(name: string): string | undefined {
  if (name === manifest) return path.join(import.meta.dirname, '..', manifest);
  const [, folder = '', file = ''] = /^(themes\/)?([a-z][a-z-]*\.[a-z]+)$/.exec(name) ?? [];
  return file && path.join(folders[folder] ?? '', file);
}

/** A page with its pieces: `<!-- include bar -->` stands for `pieces/bar.html`. */
async function assemble(name: string, html: string, service: string): Promise<string> {
  const parts = await Promise.all(
    html
      .split(/<!-- include ([a-z]+) -->/)
      .map((part, index) => (index % 2 === 0 ? part : readFile(path.join(pieces, `${part}.html`), 'utf8'))),
  );
  return parts
    .join('')
    .replace(`<a href="/${name}">`, `<a href="/${name}" aria-current="page">`)
    .replaceAll('%SERVICE%', service)
    .replaceAll(usualService, service);
}

/** Serves a page, what belongs to it, or a theme; `%SERVICE%` in a page becomes the service's address. */
export async function servePage(
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
  service: string,
): Promise<void> {
  const name = usualNames[pathname] ?? pathname.slice(1);
  const address = isServed(name) ? fileOf(name) : undefined;
  const file = address ? await readFile(address, 'utf8').catch(() => null) : null;
  const isPage = name.endsWith('.html');
  const text = isPage && file !== null ? await assemble(name, file, service) : file;
  sendText(request, response, { name, text, service });
}
