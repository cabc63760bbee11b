// What does not depend on the framework: your people, and what is asked of the service for them.
import { randomUUID } from 'node:crypto';
import { ClientError, createClient } from 'svc-link/client';

export const port = Number(process.env.PORT ?? 3000);
/** Where your pages are. */
export const origin = `http://localhost:${port}`;
/** What `createWebhook` answered. Without it no webhook is taken. */
export const webhookSecret = process.env.SVC_WEBHOOK_SECRET ?? '';

const client = createClient({
  baseUrl: 'http://127.0.0.1:8787',
  apiKey: process.env.SVC_API_KEY ?? 'sk_sandbox_local',
});

/** Your login and your table of users stand here. This one takes each new browser for a new person. */
const people = new Map();

/** Signs a new person in; returns the cookie that says so. */
export function signIn() {
  const session = randomUUID();
  people.set(session, { id: randomUUID(), svcUserId: undefined, given: undefined });
  return `session=${session}; HttpOnly; SameSite=Lax; Path=/`;
}

/** Who is signed in, by their cookies and by nothing else that a browser says. */
export const personOf = (cookies = '') => people.get(/(?:^|; )session=([\w-]+)/.exec(cookies)?.[1]);

/** The user of the service for a person. Keep the id beside your own record of them. */
async function userIdOf(person) {
  person.svcUserId ??= await client.createUser({ client_user_id: person.id }).then(
    ({ user_id }) => user_id,
    (error) => {
      // Made before, by a request whose answer was lost or that came at the same moment.
      if (error instanceof ClientError && error.errorType === 'already_exists') return error.detail.user_id;
      throw error;
    },
  );
  return person.svcUserId;
}

/** What the page's `tokenProvider` gets. `reason` is why it asks. */
export async function linkTokenFor(person, reason) {
  const { given } = person;
  if (given && reason === 'extend') {
    await client.extendLinkToken(given.link_token);
    return given;
  }
  // A page that was reloaded goes on where it was.
  if (given && reason === 'start' && (await client.isLinkTokenValid(given.link_token)).valid) return given;
  const { link_token, start } = await client.createLinkToken({
    user_id: await userIdOf(person),
    app_name: 'Northwind Health',
    allowed_origins: [origin],
    include: ['start'], // the list comes along, and is shown at once
  });
  return (person.given = { link_token, start });
}

/** What a person weighed in the last 30 days. */
export async function weightsOf(person) {
  const daysAgo = (days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const range = { start_date: daysAgo(30), end_date: daysAgo(0) };
  const { body } = await client.readBodySummary(await userIdOf(person), range);
  return body.map(({ calendar_date, weight, source }) => ({
    date: calendar_date,
    weight,
    provider: source.provider,
  }));
}

/** Ids of events that were taken: a unique column of your database, written together with what the event changes. */
const taken = new Set();

/** Takes an event that was verified. The service sends it again if it did not hear that it was taken. */
export function take(id, event) {
  if (taken.has(id)) return;
  console.log(`${event.event_type} of ${event.client_user_id}`);
  taken.add(id);
}
