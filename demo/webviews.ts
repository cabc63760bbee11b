// Plays the webviews of apps. A browser's page cannot put a bridge into a page of another origin, so this origin forwards the
// hosted page and its requests. The page is unchanged, except for one script before its own scripts. The service receives the
// same requests as from its own page, and the addresses that it makes lead to the service itself, as in an app.
import { Buffer } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A kind of webview, followed by a path that the hosted page may request. */
const passed =
  /^\/webview\/[a-z-]+(?=\/(?:link\/?$|v2\/link\/(?:start|state|extend|finish|leave\/[\w-]+|providers|provider\/.+)$))/;

const upward = ['content-type', 'cookie', 'x-svc-link-token', 'x-svc-link-session'];
const downward = [
  'content-type',
  'set-cookie',
  'cache-control',
  'referrer-policy',
  'retry-after',
  'x-request-id',
];

const bridge = '<script src="/webview-bridge.js"></script>';

/** Forwards the requests of the hosted page. `service` is the service's address. */
export function createWebviews(service: string) {
  return { answer };

  async function answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const { origin } = request.headers;
    const target = url.pathname.replace(passed, '');
    const known = target !== url.pathname || target.startsWith('/link/assets/');
    if (!known || (request.method !== 'GET' && request.method !== 'POST')) {
      response
        .writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
        .end('There is no such page.\n');
      return;
    }
    // The service is told that its own page sends the request, so no other page may use this.
    if (origin !== undefined && origin !== `http://${request.headers.host}`) {
      response
        .writeHead(403, { 'content-type': 'text/plain; charset=utf-8' })
        .end('Only the demo may ask.\n');
      return;
    }
    const headers = new Headers({ ...(origin !== undefined && { origin: service }) });
    for (const name of upward) {
      const value = request.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    const given = await fetch(service + target + url.search, {
      method: request.method,
      headers,
      redirect: 'manual',
      ...(request.method === 'POST' && { body: new Uint8Array(await bytesOf(request)) }),
    });

    for (const name of downward) {
      const value = given.headers.get(name);
      if (value !== null) response.setHeader(name, value);
    }
    const policy = given.headers.get('content-security-policy');
    // The logos come from the service, which is another origin here.
    if (policy !== null)
      response.setHeader('content-security-policy', policy.replace("img-src 'self'", `$& ${service}`));
    response.writeHead(given.status);
    const isPage = given.headers.get('content-type')?.startsWith('text/html');
    if (isPage) response.end((await given.text()).replace('<head>', `<head>${bridge}`));
    else response.end(Buffer.from(await given.arrayBuffer()));
  }
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > 65_536) throw new Error('The body is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
