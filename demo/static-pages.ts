import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';

const pieces = path.join(import.meta.dirname, 'pieces');

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

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

/** The scripts in a page, as its policy names them. */
const hashesOf = (html: string): string[] =>
  [...html.matchAll(/<script[^>]*>([^]*?)<\/script>/g)]
    .filter(([, script]) => script?.trim())
    .map(([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);

/** All that a page with the widget needs, in any mode, and no more. */
const policyOf = (service: string, hashes: readonly string[]): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", service, ...hashes].join(' '),
    `connect-src 'self' ${service}`,
    `img-src 'self' data: ${service}`,
    "style-src 'self'",
    // The hosted page: in a frame, and as the target of the form that carries the token there.
    `frame-src ${service}`,
    `form-action ${service}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ');

/** A page with its pieces: `<!-- include bar -->` stands for `pieces/bar.html`. */
async function assemble(name: string, html: string, service: string): Promise<string> {
  const parts = await Promise.all(
    html
      .split(/<!-- include ([a-z]+) -->/)
      .map((part, index) => (index % 2 === 0 ? part : readFile(path.join(pieces, `${part}.html`), 'utf8'))),
  );
  return parts
    .join('')
    .replace(`<a href="${name}">`, `<a href="${name}" aria-current="page">`)
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
  const address = fileOf(name);
  const type = types[path.extname(name)];
  const file = address && type ? await readFile(address, 'utf8').catch(() => null) : null;
  if (!type || file === null) {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('There is no such page.\n');
    return;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  const isPage = name.endsWith('.html');
  const text = isPage ? await assemble(name, file, service) : file;
  response.writeHead(200, {
    'content-type': type,
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'content-security-policy': policyOf(service, isPage ? hashesOf(text) : []),
  });
  response.end(text);
}
