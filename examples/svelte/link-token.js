// Your server's part, run by Vite while you develop: the link token for who is signed in.
import { randomUUID } from 'node:crypto';
import { createClient } from 'svc-link/client';

const client = createClient({
  baseUrl: 'http://127.0.0.1:8787',
  apiKey: process.env.SVC_API_KEY ?? 'sk_sandbox_local',
});

/** One person, who is new each time this server starts. Yours keeps user_id beside its own users. */
let person = null;
/** What was given to the page last: the token, and the `start` with which its list stands without a request. */
let given = null;

/** `reason` is what `tokenProvider` is asked for: to `extend`, the same token gets more time. */
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
    // The page gets the token and never the key.
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
