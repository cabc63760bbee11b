// The demo's own server: its pages, and the team backend that holds the API key.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { createDocsSite } from './docs-site/index.js';
import { servePage } from './static-pages.js';
import { createTeamBackend } from './team-backend.js';
import { createWebviews } from './webviews.js';

const port = Number(process.env['PORT'] ?? 5173);
const service = process.env['SERVICE_URL'] ?? `http://127.0.0.1:${process.env['SERVICE_PORT'] ?? '8787'}`;
const teamBackend = createTeamBackend({
  service,
  apiKey: process.env['SVC_API_KEY'] ?? 'sk_sandbox_local',
});
const webviews = createWebviews(service);
const answerDocs = createDocsSite({ service, demo: `http://localhost:${port}` });

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  // `//` is a path here, not the beginning of a host.
  const url = new URL(`http://localhost${request.url?.startsWith('/') ? request.url : '/'}`);
  const { pathname } = url;
  if (pathname.startsWith('/demo/')) return teamBackend.answer(request, response, url);
  if (pathname.startsWith('/webview/') || pathname.startsWith('/link/assets/'))
    return webviews.answer(request, response, url);
  if (!path.extname(pathname) || pathname.endsWith('.html')) teamBackend.greet(request, response);
  if (/^\/docs(\/|$)/.test(pathname)) return answerDocs(request, response, pathname);
  await servePage(request, response, pathname, service);
}

/** Listens on one loopback address. `localhost` is 127.0.0.1 in one browser and ::1 in another, so the demo needs both. */
function listen(host: string): Promise<() => void> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () =>
      resolve(() => {
        server.close();
        server.closeAllConnections();
      }),
    );
  });
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

try {
  const stops = [await listen('127.0.0.1')];
  try {
    stops.push(await listen('::1'));
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') throw error; // without IPv6 one address is enough
  }
  console.log(`\nReady. Open http://localhost:${port} (the service is at ${service}). Ctrl+C stops both.`);
  const stop = (): void => stops.forEach((end) => end());
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
} catch (error) {
  console.error(
    codeOf(error) === 'EADDRINUSE'
      ? `Port ${port} is taken. Choose another one: PORT=${port + 1} npm start`
      : error,
  );
  process.exit(1);
}
