// The world of a test in three engines: a service behind a proxy that a test can slow down or falsify, and host pages of several
// sites that report what they receive.
import { once } from 'node:events';
import {
  createServer,
  request as askHttp,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import { portOf, startService, type Service } from './servers.js';

type Headers = Record<string, string | string[]>;

/** A request of a browser. */
export interface Asked {
  site: string;
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Answer {
  status?: number;
  headers?: Headers;
  body?: string | Buffer;
}

/** The answer of the service itself. */
export interface Forwarded extends Answer {
  status: number;
  headers: Headers;
  body: Buffer;
}

interface Rule {
  pattern: RegExp;
  answer: (forward: () => Promise<Forwarded>, request: Omit<Asked, 'body'>) => Answer | Promise<Answer>;
}

/** What is served besides a page's text. */
export interface PageOptions {
  site?: string;
  path?: string;
  type?: string;
  headers?: Record<string, string>;
  /** While this returns true, the page is not there. */
  missing?: () => boolean;
}

export interface HostOptions extends PageOptions {
  attributes?: Record<string, string | undefined>;
  script?: string;
  more?: string;
  title?: string;
  csp?: string;
  module?: string;
}

/** Runs in every page of ours, before anything else: keeps the widget's events and what goes wrong. */
const recorder = `
window.heard = [];
for (const name of ['open', 'close', 'ready', 'step', 'success', 'disconnect', 'error', 'expiring', 'exit', 'redirect'])
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

const listen = (server: Server) =>
  new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(portOf(server)));
  });
const stop = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve()).closeAllConnections();
  });
const without = <Value>(headers: Record<string, Value>, ...names: string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
const isGiven = (entry: [string, string | string[] | undefined]): entry is [string, string | string[]] =>
  entry[1] !== undefined;

export type World = Awaited<ReturnType<typeof startWorld>>;

export async function startWorld() {
  let pages = new Map<string, PageOptions & { body: string }>();
  let rules: Rule[] = [];
  let requests: Asked[] = [];
  let log: { site: string; name: string; detail: EventDetail }[] = [];
  let redirects: { from: string; to: string }[] = [];

  // Hosts with any name, each a site of its own: http://host.localhost, http://evil.localhost, …
  const hosts = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    const site = headers.host!.split('.')[0];
    const { pathname } = new URL(url, 'http://localhost');
    void buffer(request).then((read) => {
      const body = read.toString();
      if (pathname === '/log') {
        log.push({ site, ...(JSON.parse(body) as { name: string; detail: EventDetail }) });
        return response.writeHead(204).end();
      }
      requests.push({ site, method, url, headers, body });
      const page = pages.get(`${site} ${pathname}`);
      if (!page || page.missing?.()) return response.writeHead(404).end();
      response.writeHead(200, { 'content-type': page.type ?? 'text/html; charset=utf-8', ...page.headers });
      return response.end(page.body);
    });
  });
  const hostPort = await listen(hosts);
  const originOf = (site: string) => `http://${site}.localhost:${hostPort}`;

  let service: Service;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '' } = request;
    const body = await buffer(request);
    const seen = { site: 'service', method, url, headers: request.headers };
    requests.push({ ...seen, body: body.toString() });
    const forward = async (): Promise<Forwarded> => {
      // Rules read text, so no answer may be compressed.
      const given = without(request.headers, 'host', 'connection', 'accept-encoding', 'content-length');
      // A connection of its own: a kept connection may be closed just when it is used again.
      const asked = askHttp(service.service + url, { method, headers: given, agent: false }).end(body);
      // The event `response` has this argument.
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      const headers = without(answer.headers, 'connection', 'keep-alive', 'transfer-encoding');
      return {
        // An answer always has a status.
        status: answer.statusCode!,
        headers: Object.fromEntries(Object.entries(headers).filter(isGiven)),
        body: await buffer(answer),
      };
    };
    try {
      const rule = rules.find(({ pattern }) => pattern.test(`${method} ${url}`));
      const {
        status = 200,
        headers = {},
        body,
      }: Answer = await (rule ? rule.answer(forward, seen) : forward());
      if (headers['location']) redirects.push({ from: url, to: String(headers['location']) });
      response.writeHead(status, without(headers, 'content-length')).end(body);
    } catch {
      response.destroy();
    }
  };
  const proxy = createServer((request, response) => void answer(request, response));
  const servicePort = await listen(proxy);
  const base = `http://127.0.0.1:${servicePort}`;
  try {
    service = await startService(base);
  } catch (error) {
    await Promise.all([stop(hosts), stop(proxy)]);
    throw error;
  }

  let made = 0;
  /** Serves a page and returns its address. */
  const serve = (
    body: string,
    { site = 'host', path = `/page-${(made += 1)}`, ...more }: PageOptions = {},
  ) => {
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
    /** Where the service redirected browsers to: `{from, to}`. */
    redirects: () => redirects,
    /** What pages reported that are gone by now. */
    log: () => log,
    /** Changes the service's answers: `answer(forward, request)` for "METHOD /path" that matches. */
    when(pattern: RegExp, answer: Rule['answer']) {
      rules.unshift({ pattern, answer });
    },
    /** Lets the matching requests fail until the returned function is called. */
    fail(pattern: RegExp) {
      let fails = true;
      const answer: Rule['answer'] = (forward) => {
        if (fails) throw new Error('no network');
        return forward();
      };
      rules.unshift({ pattern, answer });
      return () => (fails = false);
    },
    /**
     * Loses the answers to the matching requests until the returned function is called. Only the first request arrives, because
     * browsers send a request again if its connection closed without an answer.
     */
    loseAnswers(pattern: RegExp) {
      let isLost = true;
      let arrived = false;
      const answer: Rule['answer'] = async (forward) => {
        if (!isLost) return forward();
        if (!arrived) await forward();
        arrived = true;
        throw new Error('no network');
      };
      rules.unshift({ pattern, answer });
      return () => (isLost = false);
    },
    /** Holds back the service's answers until the returned function is called. */
    hold(pattern: RegExp) {
      let release = () => {};
      const gate = new Promise<void>((resolve) => (release = resolve));
      const rule: Rule = { pattern, answer: (forward) => gate.then(forward) };
      rules.unshift(rule);
      return () => {
        rules = rules.filter((each) => each !== rule);
        release();
      };
    },
    /**
     * A page with the widget. `attributes` are set on it, `script` runs before it, `more` comes after it; `module` is the address
     * of the widget's own script.
     */
    host({
      attributes = {},
      script = '',
      more = '',
      title = 'Host',
      csp,
      module,
      ...page
    }: HostOptions = {}) {
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
    /** A page without the widget that receives messages and reports them; `script` is what it does. */
    page(script: string, { site = 'evil', more = '', ...page }: PageOptions & { more?: string } = {}) {
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
