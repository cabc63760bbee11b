// Serves the documentation that `npm run build:docs` has built, below `/docs/`.
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { sendText } from '../send-text.js';

const built = path.join(import.meta.dirname, '.vitepress/dist');

export interface DocsSiteOptions {
  readonly service: string;
  readonly demo: string;
}

/** Answers requests below `/docs/`. */
export function createDocsSite({ service, demo }: DocsSiteOptions) {
  /** The docs contain the usual addresses, so that people can copy the samples as they are. */
  const asHere = (text: string): string =>
    text.replaceAll('http://127.0.0.1:8787', service).replaceAll('http://localhost:5173', demo);

  return async (request: IncomingMessage, response: ServerResponse, pathname: string): Promise<void> => {
    if (pathname === '/docs') return void response.writeHead(308, { location: '/docs/' }).end();
    const name = nameOf(pathname.slice('/docs/'.length));
    const text = name === null ? null : await readFile(path.join(built, name), 'utf8').catch(() => null);
    sendText(request, response, {
      name: name ?? 'nothing.html',
      text: text === null ? null : asHere(text),
      service,
      isDocs: true,
    });
  };
}

/** The file of a page or of its assets. Its name has only letters and digits, so it cannot lead out of the folder. */
function nameOf(address: string): string | null {
  if (address === '') return 'index.html';
  if (!/^(?:[\w-]+\/)*[\w@.-]+$/.test(address) || address.startsWith('.') || address.includes('/.'))
    return null;
  return path.extname(address) ? address : `${address}.html`;
}
