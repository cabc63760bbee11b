// The pages that are measured, with everything compressed as a real site does.
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const types = { '.js': 'text/javascript', '.html': 'text/html; charset=utf-8' };
const tags = {
  ours: { tag: 'svc-link', script: '/cdn/svc-link.js' },
  hand: { tag: 'hand-written', script: '/hand-written.js' },
};

/** Says when the list stands: two frames after the element says that it does. */
const page = ({ tag, script }, { service, token }) => `<!doctype html><html lang="en"><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${tag}</title><script>
window.seen = { shift: 0, blocking: 0 };
const watch = (type, add) =>
  new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true });
watch('layout-shift', (entry) => { seen.shift += entry.value; });
watch('longtask', (entry) => { seen.blocking += Math.max(0, entry.duration - 50); });
window.stands = new Promise((resolve) => {
  addEventListener('svc-ready', () => requestAnimationFrame(() => requestAnimationFrame(() => {
    seen.ready = performance.now();
    resolve();
  })), true);
});
</script><script type="module" src="${script}"></script></head>
<body><${tag} base-url="${service}" link-token="${token}"></${tag}></body></html>`;

/** Serves `/ours.html` and `/hand.html`; `?many` makes them ask this server, which answers `answer.many`. */
export function createSite(answer) {
  const packed = new Map();
  const pack = (text) => packed.get(text) ?? packed.set(text, brotliCompressSync(text)).get(text);
  return createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    const send = (text, type) => {
      response.writeHead(200, {
        'content-type': type,
        'content-encoding': 'br',
        'cache-control': 'no-store',
      });
      response.end(pack(text));
    };
    if (pathname === '/v2/link/start') return send(answer.many, 'application/json');
    if (pathname === '/empty.html') return send('<!doctype html><title>empty</title>', types['.html']);
    const asked = tags[pathname.slice(1, -'.html'.length)];
    if (asked) {
      const service = searchParams.has('many') ? `http://${request.headers.host}` : answer.service;
      return send(page(asked, { service, token: answer.token }), types['.html']);
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
