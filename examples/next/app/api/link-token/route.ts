// Your server's part: the link token for whoever is signed in. The API key stays here, and a page gets the token alone.
import { randomUUID } from 'node:crypto';
import { createClient } from 'svc-link/client';

const apiKey = process.env.SVC_API_KEY ?? '';
const client = createClient({ baseUrl: 'http://127.0.0.1:8787', apiKey });

/** What you keep of a person: their user of the service, and the token they were given last. */
interface Person {
  svcUserId: string;
  given?: { link_token: string; start?: unknown };
}

/** Stands in for your login. */
let visitor: Person | undefined;

/** Who is signed in. Put your login here: your session says who asks, never what the page sends. */
async function signedIn(): Promise<Person> {
  if (!apiKey) throw new Error('link-token: there is no SVC_API_KEY.');
  if (apiKey !== 'sk_sandbox_local') throw new Error('link-token: signedIn() has no login yet.');
  // Once for each person. Keep user_id beside your own user.
  visitor ??= { svcUserId: (await client.createUser({ client_user_id: randomUUID() })).user_id };
  return visitor;
}

/** `reason` is what the page's `tokenProvider` is asked for, `origin` where that page is. */
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

export async function POST(request: Request): Promise<Response> {
  // A browser says where a request comes from. Another site may not ask in the name of who is signed in here.
  if (request.headers.get('sec-fetch-site') !== 'same-origin') return new Response(null, { status: 403 });
  const reason = new URL(request.url).searchParams.get('reason');
  return Response.json(await linkTokenFor(await signedIn(), reason, request.headers.get('origin') ?? ''));
}
