// What a test in three engines stands on: a service behind a proxy that a test can slow down or falsify, and
// host pages of several sites that tell what they hear.
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startOwnService } from './servers.mjs';
import { startShared } from './sharing.mjs';

/** In every page of ours, before anything else: keeps what the widget dispatches and what goes wrong. */
const recorder = `
window.heard = [];
for (const name of ['open', 'close', 'ready', 'step', 'success', 'error', 'expiring', 'exit', 'redirect'])
  addEventListener('svc-' + name, ({ detail }) => {
    heard.push({ name: 'svc-' + name, detail: JSON.parse(JSON.stringify(detail ?? null)) });
    if (['redirect', 'exit', 'error'].includes(name))
      navigator.sendBeacon('/log', JSON.stringify({ name: 'svc-' + name, detail }));
  });
window.complaints = [];
addEventListener('error', ({ message }) => complaints.push(message));
addEventListener('unhandledrejection', ({ reason }) => complaints.push(String(reason)));
addEventListener('securitypolicyviolation', (event) =>
  complaints.push('CSP: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample));
`;

const listen = (server) =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));
const stop = (server) => new Promise((resolve) => server.close(resolve).closeAllConnections());
const without = (headers, ...names) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

export const startWorld = () => startShared(startOwnWorld);

async function startOwnWorld() {
  let pages = new Map();
  let rules = [];
  let requests = [];
  let log = [];
  let redirects = [];

  // Hosts of any name, each a site of its own: http://host.localhost, http://evil.localhost, …
  const hosts = createServer(async (request, response) => {
    const site = request.headers.host.split('.')[0];
    const { pathname } = new URL(request.url, 'http://localhost');
    const body = (await buffer(request)).toString();
    if (pathname === '/log') {
      log.push({ site, ...JSON.parse(body) });
      return response.writeHead(204).end();
    }
    requests.push({ site, method: request.method, url: request.url, headers: request.headers, body });
    const page = pages.get(`${site} ${pathname}`);
    if (!page || page.missing?.()) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': page.type ?? 'text/html; charset=utf-8', ...page.headers });
    response.end(page.body);
  });
  const hostPort = await listen(hosts);
  const originOf = (site) => `http://${site}.localhost:${hostPort}`;

  let service;
  const proxy = createServer(async (request, response) => {
    const body = await buffer(request);
    const seen = { site: 'service', method: request.method, url: request.url, headers: request.headers };
    requests.push({ ...seen, body: body.toString() });
    const forward = async () => {
      const answer = await fetch(service.service + request.url, {
        method: request.method,
        // A rule should read text, so nothing comes compressed.
        headers: without(request.headers, 'host', 'connection', 'accept-encoding', 'content-length'),
        redirect: 'manual',
        ...(body.length > 0 && { body }),
      });
      const headers = without(Object.fromEntries(answer.headers), 'content-encoding', 'transfer-encoding');
      return {
        status: answer.status,
        headers: { ...headers, 'set-cookie': answer.headers.getSetCookie() },
        body: Buffer.from(await answer.arrayBuffer()),
      };
    };
    try {
      const rule = rules.find(({ pattern }) => pattern.test(`${request.method} ${request.url}`));
      const { status = 200, headers = {}, body } = await (rule ? rule.answer(forward, seen) : forward());
      if (headers.location) redirects.push({ from: request.url, to: headers.location });
      response.writeHead(status, without(headers, 'content-length')).end(body);
    } catch {
      response.destroy();
    }
  });
  const servicePort = await listen(proxy);
  const base = `http://127.0.0.1:${servicePort}`;
  try {
    service = await startOwnService(base);
  } catch (error) {
    await Promise.all([stop(hosts), stop(proxy)]);
    throw error;
  }

  let made = 0;
  /** Serves a page and answers its address. */
  const serve = (body, { site = 'host', path = `/page-${(made += 1)}`, ...more } = {}) => {
    pages.set(`${site} ${path}`, { body, ...more });
    return originOf(site) + path;
  };

  return {
    ...service,
    /** Where browsers reach the service. */
    base,
    originOf,
    serve,
    /** All requests of browsers, of hosts and of the service: `{site, method, url, headers, body}`. */
    requests: () => requests,
    /** Where the service sent browsers on to: `{from, to}`. */
    redirects: () => redirects,
    /** What pages told that are gone by now. */
    log: () => log,
    /** Changes what the service answers: `answer(forward, request)` for "METHOD /path" that matches. */
    when(pattern, answer) {
      rules.unshift({ pattern, answer });
    },
    /** Holds back what the service answers until the function that comes back is called. */
    hold(pattern) {
      const rule = { pattern };
      let release;
      const gate = new Promise((resolve) => (release = resolve));
      rule.answer = (forward) => gate.then(forward);
      rules.unshift(rule);
      return () => {
        rules = rules.filter((each) => each !== rule);
        release();
      };
    },
    /**
     * A page with the widget. `attributes` go onto it, `script` runs before it, `more` stands behind it; `module` is where
     * the widget's own script comes from.
     */
    host({ attributes = {}, script = '', more = '', title = 'Host', csp, module, ...page } = {}) {
      const written = Object.entries({ 'base-url': base, ...attributes })
        .map(([name, value]) => `${name}="${value}"`)
        .join(' ');
      return serve(
        `<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>${title}</title>
<link rel="icon" href="data:," /><script>${recorder}${script}</script>
<script type="module" src="${module ?? `${base}/cdn/svc-link.js`}"></script></head>
<body><svc-link ${written}></svc-link>${more}</body></html>`,
        { ...page, headers: { ...(csp && { 'content-security-policy': csp }), ...page.headers } },
      );
    },
    /** A page without the widget that hears messages and tells them; `script` is what it does. */
    page(script, { site = 'evil', more = '', ...page } = {}) {
      return serve(
        `<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>${site}</title>
<link rel="icon" href="data:," /></head><body><button>Go</button>${more}<script>${recorder}${script}</script></body></html>`,
        { site, ...page },
      );
    },
    /** Forgets rules, requests and pages. */
    reset() {
      pages = new Map();
      rules = [];
      requests = [];
      log = [];
      redirects = [];
    },
    async stop() {
      await Promise.all([service.stop(), stop(hosts), stop(proxy)]);
    },
  };
}
