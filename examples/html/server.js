// Your server's part: the page, and the link token for the person who is signed in.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createClient } from 'svc-link/client';

const port = Number(process.env.PORT ?? 5180);
const client = createClient({
  baseUrl: 'http://127.0.0.1:8787',
  apiKey: process.env.SVC_API_KEY ?? 'sk_sandbox_local',
});

const pages = {
  '/': ['index.html', 'text/html'],
  '/app.js': ['app.js', 'text/javascript'],
  '/style.css': ['style.css', 'text/css'],
};

/** One person, new each time this server starts. Your server stores user_id with its own users. */
let person = null;
/** The latest answer to the page: the token, and `start`, with which the widget shows its list without a request. */
let given = null;

/** `reason` is why `tokenProvider` was called. For `extend`, the same token gets more time. */
async function linkTokenFor(reason, origin) {
  if (given && reason === 'extend') {
    await client.extendLinkToken(given.link_token);
    return given;
  }
  person ??= await client.createUser({ client_user_id: randomUUID() });
  const { link_token, start } = await client.createLinkToken({
    user_id: person.user_id,
    app_name: 'Northwind Health',
    allowed_origins: [origin],
    include: ['start'],
  });
  return (given = { link_token, start });
}

/** The answer to a request: its type and its text; null if there is nothing at this address. */
async function answer({ method, url, headers }) {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  if (method === 'POST' && pathname === '/api/link-token') {
    const token = await linkTokenFor(searchParams.get('reason'), `http://${headers.host}`);
    // The page gets only the token, never the API key.
    return ['application/json', JSON.stringify(token)];
  }
  const page = pages[pathname];
  return page ? [page[1], await readFile(new URL(page[0], import.meta.url))] : null;
}

const server = createServer(async (request, response) => {
  try {
    const [type, body] = (await answer(request)) ?? [];
    if (!type) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': type }).end(body);
  } catch (error) {
    console.error(error.message);
    response.writeHead(502).end();
  }
});
server.listen(port, 'localhost', () => console.log(`Open http://localhost:${port}`));
