// Your server's part, which Vite runs while you develop: the link token for the person who is signed in.
import { randomUUID } from 'node:crypto';
import { createClient } from 'svc-link/client';

const client = createClient({
  baseUrl: 'http://127.0.0.1:8787',
  apiKey: process.env.SVC_API_KEY ?? 'sk_sandbox_local',
});

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

async function answer({ url, headers }, response) {
  try {
    const reason = new URL(url, 'http://localhost').searchParams.get('reason');
    const token = await linkTokenFor(reason, `http://${headers.host}`);
    // The page gets only the token, never the API key.
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(token));
  } catch (error) {
    console.error(error.message);
    response.writeHead(502).end();
  }
}

const serve = ({ middlewares }) => void middlewares.use('/api/link-token', answer);

/** @returns {import('vite').Plugin} */
export const linkToken = () => ({
  name: 'link-token',
  configureServer: serve,
  configurePreviewServer: serve,
});
