// Your server's part: makes the link token for the person who is signed in. The API key stays here; a page gets only the token.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createClient } from 'svc-link/client';

/** A function, so that nothing of it is in the script for browsers. If there is no such file, as in production, the environment has the key. */
function readKey(): string {
  if (existsSync('.env.local')) process.loadEnvFile('.env.local');
  return process.env.SVC_API_KEY ?? '';
}

const apiKey = readKey();
const client = createClient({ baseUrl: 'http://127.0.0.1:8787', apiKey });

/** What you store for a person: the id of their user at the service, and the link token that they received last. */
interface Person {
  svcUserId: string;
  given?: { link_token: string; start?: unknown };
}

/** Whether everybody may be the same visitor: with fictional providers, and while you develop. */
const servesOneVisitor = apiKey === 'sk_sandbox_local' || process.env.NODE_ENV === 'development';

/** Stands in for your login. */
let visitor: Person | undefined;

/** The person who is signed in. Put your login here, and trust your session, never what the page sends. */
async function signedIn(): Promise<Person> {
  if (!apiKey)
    throw new Error('link-token: put SVC_API_KEY into .env.local. A service of `npm start` prints its key.');
  if (!servesOneVisitor)
    throw new Error(
      'app/routes/api.link-token.ts: put your login into signedIn(). Without it your API key serves only on the development server.',
    );
  // Create the user once for each person, and store user_id with your own user.
  visitor ??= { svcUserId: (await client.createUser({ client_user_id: randomUUID() })).user_id };
  return visitor;
}

/** `reason` is why the page's `tokenProvider` was called, `origin` is the origin of that page. */
async function linkTokenFor(person: Person, reason: string | null, origin: string) {
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

export async function action({ request }: { readonly request: Request }): Promise<Response> {
  // The browser says where a request comes from. Another site must not ask in the name of the person who is signed in here.
  if (request.headers.get('sec-fetch-site') !== 'same-origin') return new Response(null, { status: 403 });
  const reason = new URL(request.url).searchParams.get('reason');
  return Response.json(await linkTokenFor(await signedIn(), reason, request.headers.get('origin') ?? ''));
}
