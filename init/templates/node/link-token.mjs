// Your server's part: makes the link token for the person who is signed in. The API key stays here; a page gets only the token.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createClient } from 'svc-link/client';

// If there is no such file, as in production, the environment has the key.
if (existsSync('.env.local')) process.loadEnvFile('.env.local');

const apiKey = process.env.SVC_API_KEY ?? '';
const client = createClient({ baseUrl: 'http://127.0.0.1:8787', apiKey });

/** Whether everybody may be the same visitor: with fictional providers, and while you develop. */
const servesOneVisitor = apiKey === 'sk_sandbox_local' || process.env.NODE_ENV === 'development';

/** Stands in for your login. */
let visitor;

/** The person who is signed in. Put your login here, and trust your session, never what the page sends. */
async function signedIn() {
  if (!apiKey)
    throw new Error('link-token: put SVC_API_KEY into .env.local. A service of `npm start` prints its key.');
  if (!servesOneVisitor)
    throw new Error(
      'link-token.mjs: put your login into signedIn(). Without it your API key serves only with NODE_ENV=development in .env.local.',
    );
  // Create the user once for each person, and store user_id with your own user.
  visitor ??= { svcUserId: (await client.createUser({ client_user_id: randomUUID() })).user_id };
  return visitor;
}

/** `reason` is why the page's `tokenProvider` was called, `origin` is the origin of that page. */
async function linkTokenFor(person, reason, origin) {
  const { given } = person;
  if (given && reason === 'extend') {
    await client.extendLinkToken(given.link_token);
    return given;
  }
  if (given && reason === 'start') {
    const { valid } = await client.isLinkTokenValid(given.link_token);
    if (valid) return given;
  }
  const { link_token, start } = await client.createLinkToken({
    user_id: person.svcUserId,
    app_name: 'Northwind Health',
    allowed_origins: [origin],
    include: ['start'],
  });
  return (person.given = { link_token, start });
}

/** Answers `POST /api/link-token`, in Node's own server and in frameworks that are built on it. */
export async function answerLinkToken(request, response) {
  // The browser says where a request comes from. Another site must not ask in the name of the person who is signed in here.
  if (request.method !== 'POST' || request.headers['sec-fetch-site'] !== 'same-origin') {
    response.writeHead(403).end();
    return;
  }
  try {
    const reason = new URL(request.url, 'http://localhost').searchParams.get('reason');
    const token = await linkTokenFor(await signedIn(), reason, request.headers.origin);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(token));
  } catch (error) {
    console.error(error.message);
    response.writeHead(502).end();
  }
}
