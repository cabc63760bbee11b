// Serves connect.html and the link token, only for this machine. Never serve this folder: it contains .env.local.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { answerLinkToken } from './link-token.mjs';

const port = Number(process.env.PORT ?? 3000);
const page = new URL('connect.html', import.meta.url);

const server = createServer(async (request, response) => {
  const [pathname] = request.url.split('?');
  if (pathname === '/api/link-token') return answerLinkToken(request, response);
  if (pathname !== '/connect.html') return response.writeHead(404).end();
  response.writeHead(200, { 'content-type': 'text/html' }).end(await readFile(page));
});
server.listen(port, 'localhost', () => console.log(`Open http://localhost:${port}/connect.html`));
