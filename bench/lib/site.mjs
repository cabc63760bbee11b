// The pages that are measured, with everything compressed as a real site does.
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { renderSkeleton } from 'svc-link/server';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const types = { '.js': 'text/javascript', '.html': 'text/html; charset=utf-8' };
/** As in the service, files are compressed once with the best quality, answers with a fast one. */
const well = {};
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const tags = {
  ours: { tag: 'svc-link', script: '/cdn/svc-link.js' },
  // The page is sent with the first screen in it.
  sent: { tag: 'svc-link', script: '/cdn/svc-link.js', content: renderSkeleton() },
  hand: { tag: 'hand-written', script: '/hand-written.js' },
  // The start that came with the token: in the page itself, or in the answer of the page's own server.
  given: { tag: 'svc-link', script: '/cdn/svc-link.js', provider: ({ given }) => JSON.stringify(given) },
  asks: {
    tag: 'svc-link',
    script: '/cdn/svc-link.js',
    provider: () => `await (await fetch("/token", { method: "POST" })).json()`,
  },
  handasks: { tag: 'hand-written', script: '/hand-written.js', attributes: () => 'token-url="/token"' },
};
const withToken = ({ token }) => `link-token="${token}"`;

/** A script that records when the list is shown: two frames after the element says so. */
export const watching = `
window.seen = { shift: 0, blocking: 0 };
const watch = (type, add) =>
  new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true });
watch('layout-shift', (entry) => { seen.shift += entry.value; });
watch('paint', ({ name, startTime }) => { seen[name] = startTime; });
watch('longtask', ({ duration }) => { seen.blocking += Math.max(0, duration - 50); });
window.stands = new Promise((resolve) => {
  addEventListener('svc-ready', () => requestAnimationFrame(() => {
    // A message comes by when the frame has been drawn.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { seen.drawn = performance.now(); };
    port2.postMessage(null);
    requestAnimationFrame(() => {
      seen.ready = performance.now();
      resolve();
    });
  }), true);
});
`;

const page = (
  { tag, script, content = '', provider, attributes = provider ? () => '' : withToken },
  answer,
) => `<!doctype html><html lang="en"><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${tag}</title><script>${watching}</script><script type="module" src="${script}"></script></head>
<body><${tag} base-url="${answer.service}" ${attributes(answer)}>${content}</${tag}>${
  provider
    ? `<script>document.body.firstElementChild.tokenProvider = async () => (${provider(answer)});</script>`
    : ''
}</body></html>`;

/**
 * Serves `/ours.html`, `/hand.html` and the like. With `?providers=5000` the pages send their requests to this server, which
 * answers with `answer.list(5000)`, made from the service's own answer.
 */
export function createSite(answer) {
  const packed = new Map();
  const lists = new Map();
  const pack = (text, how) => packed.get(text) ?? packed.set(text, brotliCompressSync(text, how)).get(text);
  return createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    const send = (text, type) => {
      response.writeHead(200, {
        'content-type': type,
        'content-encoding': 'br',
        'cache-control': 'no-store',
      });
      response.end(pack(text, type === types['.js'] ? well : quickly));
    };
    const count = /^\/list\/(\d+)\/v2\/link\/start$/.exec(pathname)?.[1];
    if (count)
      return send(
        lists.get(count) ?? lists.set(count, answer.list(Number(count))).get(count),
        'application/json',
      );
    if (pathname === '/token') return send(JSON.stringify(answer.given), 'application/json');
    if (pathname === '/empty.html') return send('<!doctype html><title>empty</title>', types['.html']);
    const asked = tags[pathname.slice(1, -'.html'.length)];
    if (asked) {
      const many = searchParams.get('providers');
      const service = many ? `http://${request.headers.host}/list/${many}` : answer.service;
      return send(page(asked, { ...answer, service }), types['.html']);
    }
    const file =
      pathname === '/hand-written.js'
        ? path.join(root, 'bench/first-screen/hand-written.js')
        : path.join(root, 'dist', path.normalize(pathname));
    if (!existsSync(file)) return response.writeHead(404).end();
    if (path.extname(file) !== '.js') return createReadStream(file).pipe(response);
    return send(readFileSync(file, 'utf8'), types['.js']);
  });
}
