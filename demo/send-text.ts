import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

export const isServed = (name: string): boolean => path.extname(name) in types;

/** The scripts in a page, as its policy names them. */
const hashesOf = (html: string): string[] =>
  [...html.matchAll(/<script[^>]*>([^]*?)<\/script>/g)]
    .filter(([, script]) => script?.trim())
    .map(([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);

/** The policy allows exactly what a page with the widget needs, in any mode. */
const policyOf = (service: string, hashes: readonly string[], isDocs: boolean): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", service, ...hashes].join(' '),
    `connect-src 'self' ${service}`,
    `img-src 'self' data: ${service}`,
    "style-src 'self'",
    // The colours of code.
    ...(isDocs ? ["style-src-attr 'unsafe-inline'"] : []),
    // The hosted page: in a frame, and as the target of the form that sends the token there.
    `frame-src ${service}`,
    `form-action ${service}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types lit-html${isDocs ? ' vue' : ''}`,
  ].join('; ');

export interface TextFile {
  /** The ending of the name gives the type. */
  readonly name: string;
  /** Null if there is no such file. */
  readonly text: string | null;
  readonly service: string;
  /** Whether the page belongs to the documentation, which VitePress makes. */
  readonly isDocs?: boolean;
}

/** Answers with a text, with the policy of all pages of the demo. */
export function sendText(
  request: IncomingMessage,
  response: ServerResponse,
  { name, text, service, isDocs = false }: TextFile,
): void {
  if (text === null) {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('There is no such page.\n');
    return;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  response.writeHead(200, {
    'content-type': types[path.extname(name)],
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'content-security-policy': policyOf(service, name.endsWith('.html') ? hashesOf(text) : [], isDocs),
  });
  response.end(text);
}
